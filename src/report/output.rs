//! Bytes on their way out: to a sink, under the checksum.
use crate::error::{Error, Result};
use crate::privacy::ledger::CRC32;
use crc::{Digest, NoTable};
use minicbor::encode::Write;

/// Where bytes go, piece by piece.
pub(super) type Sink<'a> = dyn FnMut(&[u8]) -> Result<()> + 'a;

/// A sink, the number of bytes that it was given, and their checksum where one is wanted.
pub(super) struct Output<'a> {
    sink: &'a mut Sink<'a>,
    digest: Option<Digest<'static, u32, NoTable>>,
    written: usize,
}

impl<'a> Output<'a> {
    /// With a checksum.
    pub(super) fn new(sink: &'a mut Sink<'a>) -> Self {
        Output {
            sink,
            digest: Some(CRC32.digest()),
            written: 0,
        }
    }
    /// Without one: to count bytes or to compare them.
    pub(super) fn plain(sink: &'a mut Sink<'a>) -> Self {
        Output {
            sink,
            digest: None,
            written: 0,
        }
    }
    /// How many bytes the sink was given.
    pub(super) fn written(&self) -> usize {
        self.written
    }
    /// The next bytes.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        (self.sink)(bytes)?;
        if let Some(digest) = &mut self.digest {
            digest.update(bytes);
        }
        // a sink that takes more than a memory's worth of bytes counts no further
        self.written = self.written.saturating_add(bytes.len());
        Ok(())
    }
    /// The items that `write` encodes.
    pub(super) fn cbor(&mut self, write: impl FnOnce(&mut Cbor<'_, 'a>) -> Written) -> Result<()> {
        let mut encoder = minicbor::Encoder::new(self);
        // nothing but the sink can fail
        write(&mut encoder).map_err(|e| e.into_write().unwrap_or(Error::ReportCapacity))
    }
    /// The checksum of all bytes so far, as the report's last four bytes.
    pub(super) fn checksum(&mut self) -> [u8; 4] {
        let digest = self.digest.take();
        digest.map_or([0; 4], |digest| digest.finalize().to_le_bytes())
    }
}

/// The encoder of items.
pub(super) type Cbor<'o, 'a> = minicbor::Encoder<&'o mut Output<'a>>;
/// What writing items gives.
pub(super) type Written = core::result::Result<(), minicbor::encode::Error<Error>>;

impl Write for Output<'_> {
    type Error = Error;
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        self.put(bytes)
    }
}
