//! Bytes on their way out: to a sink, under the checksum.
use crate::error::Result;
use crate::privacy::ledger::CRC32;
use core::convert::Infallible;
use crc::{Digest, NoTable};
use minicbor::data::Tag;
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
    #[inline(never)]
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        (self.sink)(bytes)?;
        if let Some(digest) = &mut self.digest {
            digest.update(bytes);
        }
        // a sink that takes more than a memory's worth of bytes counts no further
        self.written = self.written.saturating_add(bytes.len());
        Ok(())
    }
    /// The next 16 bits.
    #[inline(never)]
    pub(super) fn put16(&mut self, x: u16) -> Result<()> {
        self.put(&x.to_le_bytes())
    }
    /// The next 32 bits.
    #[inline(never)]
    pub(super) fn put32(&mut self, x: u32) -> Result<()> {
        self.put(&x.to_le_bytes())
    }
    /// One item, or the head of one.
    ///
    /// Through a few bytes in between, so that the encoder's code is there once and not once for every sink.
    fn item(&mut self, write: impl FnOnce(&mut Cbor)) -> Result<()> {
        let mut encoder = minicbor::Encoder::new(Small {
            bytes: [0; LONGEST],
            len: 0,
        });
        write(&mut encoder);
        let small = encoder.into_writer();
        self.put(small.bytes.get(..small.len).unwrap_or(&[]))
    }
    /// A number.
    #[inline(never)]
    pub(super) fn uint(&mut self, x: u64) -> Result<()> {
        self.item(|e| drop(e.u64(x)))
    }
    /// A key and its number.
    #[inline(never)]
    pub(super) fn entry(&mut self, key: u8, x: u64) -> Result<()> {
        self.uint(u64::from(key))?;
        self.uint(x)
    }
    /// A key, and the head of an array of `len` items.
    #[inline(never)]
    pub(super) fn list(&mut self, key: u8, len: u64) -> Result<()> {
        self.uint(u64::from(key))?;
        self.item(|e| drop(e.array(len)))
    }
    /// A key and a byte string.
    #[inline(never)]
    pub(super) fn string(&mut self, key: u8, bytes: &[u8]) -> Result<()> {
        self.uint(u64::from(key))?;
        self.bytes(bytes.len() as u64)?;
        self.put(bytes)
    }
    /// The head of a byte string.
    #[inline(never)]
    pub(super) fn bytes(&mut self, len: u64) -> Result<()> {
        self.item(|e| drop(e.bytes_len(len)))
    }
    /// A tag.
    #[inline(never)]
    pub(super) fn tag(&mut self, tag: u64) -> Result<()> {
        self.item(|e| drop(e.tag(Tag::new(tag))))
    }
    /// A float, by its bits: nothing is computed with it. -0 is written as 0.
    #[inline(never)]
    pub(super) fn float(&mut self, x: f64) -> Result<()> {
        const MINUS_ZERO: u64 = 1 << 63;
        let bits = match x.to_bits() {
            MINUS_ZERO => 0,
            bits => bits,
        };
        self.item(|e| drop(e.f64(f64::from_bits(bits))))
    }
    /// The head of a map.
    pub(super) fn map(&mut self, entries: u64) -> Result<()> {
        self.item(|e| drop(e.map(entries)))
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

/// The longest item but for a byte string: a number or a float of 64 bits.
const LONGEST: usize = 9;

/// Room for one item.
struct Small {
    bytes: [u8; LONGEST],
    len: usize,
}

type Cbor = minicbor::Encoder<Small>;

impl Write for Small {
    type Error = Infallible;
    #[inline(never)]
    fn write_all(&mut self, bytes: &[u8]) -> core::result::Result<(), Infallible> {
        for (place, byte) in self.bytes.iter_mut().skip(self.len).zip(bytes) {
            *place = *byte;
            self.len = self.len.saturating_add(1); // at most LONGEST
        }
        Ok(())
    }
}
