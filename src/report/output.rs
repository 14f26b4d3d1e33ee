//! Bytes on their way out: to a sink, under the checksum.
use crate::error::{Error, Result};
use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};
use minicbor::encode::Write;

/// Table of 1 KiB: one look-up a byte.
pub(super) static CRC32: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// Where bytes go, piece by piece.
pub(super) type Sink<'a> = dyn FnMut(&[u8]) -> Result<()> + 'a;

/// A sink, the number of bytes that it was given, and their checksum where one is wanted.
pub(super) struct Output<'a> {
    sink: &'a mut Sink<'a>,
    digest: Option<Digest<'static, u32, Table<1>>>,
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
    /// The checksum and the number of all bytes so far, to go on from ([`Output::resumed`]).
    #[cfg(feature = "capi")]
    pub(super) fn park(&mut self) -> (u32, usize) {
        let digest = self.digest.take();
        (digest.map_or(0, |digest| digest.finalize()), self.written)
    }
    /// The output that was parked.
    #[cfg(feature = "capi")]
    pub(super) fn resumed(sink: &'a mut Sink<'a>, checksum: u32, written: usize) -> Self {
        // the digest starts from its register, which the checksum is the complement of, most significant bit first
        let register = (!checksum).reverse_bits();
        Output {
            sink,
            digest: Some(CRC32.digest_with_initial(register)),
            written,
        }
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
