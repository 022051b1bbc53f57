//! SHA-256 (FIPS 180-4), for the sums in a manifest: sixty lines instead of the eight crates of a library.

const INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = {
    let (mut rounds, mut found, mut number) = ([0; 64], 0, 2_u128);
    while found < 64 {
        let mut divisor = 2;
        while number % divisor != 0 {
            divisor += 1;
        }
        if divisor == number {
            // The cube root of the prime, in units of 2^-32, by bisection.
            let (mut low, mut high) = (0_u128, 8 << 32);
            while high - low > 1 {
                let middle = u128::midpoint(low, high);
                if middle * middle * middle <= number << 96 { low = middle } else { high = middle }
            }
            rounds[found] = low as u32;
            found += 1;
        }
        number += 1;
    }
    rounds
};

/// A sum of the bytes so far.
pub struct Sha256 {
    state: [u32; 8],
    block: [u8; 64],
    filled: usize,
    bytes: u64,
}

impl Sha256 {
    /// The sum of no bytes.
    pub const fn new() -> Self {
        Self { state: INITIAL, block: [0; 64], filled: 0, bytes: 0 }
    }

    /// The sum of these bytes.
    pub fn of(bytes: &[u8]) -> [u8; 32] {
        let mut sum = Self::new();
        sum.update(bytes);
        sum.finish()
    }

    /// Adds bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        while !bytes.is_empty() {
            let (part, rest) = bytes.split_at(bytes.len().min(64 - self.filled));
            self.block[self.filled..][..part.len()].copy_from_slice(part);
            self.filled += part.len();
            bytes = rest;
            if self.filled == 64 {
                self.compress();
                self.filled = 0;
            }
        }
    }

    /// The sum.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = 8 * self.bytes;
        let zeros = (119 - self.filled) % 64;
        self.update(&[&[0x80][..], &[0; 63][..zeros]].concat());
        self.update(&bits.to_be_bytes());
        let mut sum = [0; 32];
        for (bytes, word) in sum.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        sum
    }

    #[expect(clippy::many_single_char_names, reason = "the names of the standard")]
    fn compress(&mut self) {
        let mut words = [0_u32; 64];
        for (word, bytes) in words.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
        }
        for t in 16..64 {
            let (early, late) = (words[t - 15], words[t - 2]);
            let early = early.rotate_right(7) ^ early.rotate_right(18) ^ (early >> 3);
            let late = late.rotate_right(17) ^ late.rotate_right(19) ^ (late >> 10);
            words[t] = words[t - 16].wrapping_add(early).wrapping_add(words[t - 7]).wrapping_add(late);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for (word, round) in words.into_iter().zip(ROUNDS) {
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let one = h.wrapping_add(sum).wrapping_add((e & f) ^ (!e & g)).wrapping_add(round).wrapping_add(word);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let two = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
        }
        for (state, word) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *state = state.wrapping_add(word);
        }
    }
}

/// A sum in hexadecimal digits.
pub fn hexadecimal(sum: &[u8; 32]) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(hexadecimal(&Sha256::of(bytes)), expected);
        check(b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        check(b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        check(&vec![b'a'; 1_000_000], "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
        let (mut sum, text) = (Sha256::new(), [b'a'; 1_000]);
        (0..1_000).for_each(|_| sum.update(&text));
        check(&vec![b'a'; 1_000_000], &hexadecimal(&sum.finish()));
    }
}
