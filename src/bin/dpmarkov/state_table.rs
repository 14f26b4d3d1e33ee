//! The hash of a list of states: what a report carries in place of the names.
use sha2::{Digest, Sha256};

/// The first 16 bytes of SHA-256 over the states in their order: of each its length in bytes (32 bits, little-endian) and its name in UTF-8.
///
/// With the lengths no two lists have one encoding: "ab", "c" is another list than "a", "bc".
pub fn hash(states: &[String]) -> [u8; 16] {
    let mut hasher = Sha256::new();
    for name in states {
        // a name stands in a record of at most 1 MiB
        hasher.update((name.len() as u32).to_le_bytes());
        hasher.update(name.as_bytes());
    }
    let digest = hasher.finalize();
    let mut bytes = [0; 16];
    for (to, from) in bytes.iter_mut().zip(digest) {
        *to = from;
    }
    bytes
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{hash, hex};

    fn of(states: &[&str]) -> String {
        let states: Vec<String> = states.iter().map(|s| s.to_string()).collect();
        hex(&hash(&states))
    }

    /// By Python: hashlib.sha256(b"".join(struct.pack("<I", len(s.encode())) + s.encode() for s in states)).hexdigest()[:32]
    #[test]
    fn as_hashlib_computes_it() {
        assert_eq!(of(&["a", "bc"]), "47ea6f805c5b663e33012cd34184e139");
        assert_eq!(of(&["ab", "c"]), "60014a36d7b05b0730e42a8b96faa1ff");
        assert_eq!(
            of(&["Caf\u{e9}", "\u{6771}\u{4eac}", "x"]),
            "60640109f7ff02e712dc627c027cbca8"
        );
    }
}
