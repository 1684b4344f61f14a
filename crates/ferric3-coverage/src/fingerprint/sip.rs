//! SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, INDOCRYPT 2012), under a key that is fixed here.
//!
//! The standard library's hasher may change with its version, and what is hashed here is compared with what an
//! earlier session has written. The key is no secret: it is about accidents, not about somebody who wants a collision.

const KEY: [u64; 2] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];

/// The hash of these bytes: the first eight bytes of the paper's output are the low half, little endian.
pub(crate) fn siphash128(bytes: &[u8]) -> u128 {
    let mut state = State::new();
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        state.take(u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    let mut last = [0; 8];
    let rest = words.remainder();
    last[..rest.len()].copy_from_slice(rest);
    // The length modulo 256, as the paper has it.
    last[7] = bytes.len() as u8;
    state.take(u64::from_le_bytes(last));
    state.finish()
}

struct State([u64; 4]);

impl State {
    fn new() -> State {
        State([
            KEY[0] ^ 0x736f_6d65_7073_6575,
            KEY[1] ^ 0x646f_7261_6e64_6f6d ^ 0xee,
            KEY[0] ^ 0x6c79_6765_6e65_7261,
            KEY[1] ^ 0x7465_6462_7974_6573,
        ])
    }

    fn take(&mut self, word: u64) {
        self.0[3] ^= word;
        self.rounds(2);
        self.0[0] ^= word;
    }

    fn finish(mut self) -> u128 {
        self.0[2] ^= 0xee;
        self.rounds(4);
        let low = self.all();
        self.0[1] ^= 0xdd;
        self.rounds(4);
        u128::from(low) | u128::from(self.all()) << 64
    }

    fn all(&self) -> u64 {
        self.0[0] ^ self.0[1] ^ self.0[2] ^ self.0[3]
    }

    fn rounds(&mut self, count: usize) {
        let [mut a, mut b, mut c, mut d] = self.0;
        for _ in 0..count {
            a = a.wrapping_add(b);
            b = b.rotate_left(13) ^ a;
            a = a.rotate_left(32);
            c = c.wrapping_add(d);
            d = d.rotate_left(16) ^ c;
            a = a.wrapping_add(d);
            d = d.rotate_left(21) ^ a;
            c = c.wrapping_add(b);
            b = b.rotate_left(17) ^ c;
            c = c.rotate_left(32);
        }
        self.0 = [a, b, c, d];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `vectors.h` of the reference implementation, which uses this key: the bytes `00 01 02 …`.
    #[test]
    fn it_is_the_function_of_the_reference_implementation() {
        let input: Vec<u8> = (0..64).collect();
        let hex = |length: usize| {
            let bytes = siphash128(&input[..length]).to_le_bytes();
            bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()
        };
        assert_eq!(hex(0), "a3817f04ba25a8e66df67214c7550293");
        assert_eq!(hex(1), "da87c1d86b99af44347659119b22fc45");
        assert_eq!(hex(2), "8177228da4a45dc7fca38bdef60affe4");
    }
}
