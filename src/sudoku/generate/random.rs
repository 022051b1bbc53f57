//! The random numbers of the generator, which come from published algorithms and never change.
//!
//! The numbers are those of xoshiro256** (Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2018).
//! SplitMix64 (Steele, Lea and Flood, 2014) fills its state, starting from the 64-bit FNV-1a hash of the seed's name:
//! `generator/2/STREAM/INDEX`, where 2 is [`VERSION`](super::VERSION), STREAM is the seed, preceded by the wish if there is
//! one ([`Wish::stream`](super::Wish::stream)), and INDEX numbers the puzzles from 0. So a seed gives the same numbers on every
//! machine, other numbers for another wish, and other numbers after a change of the generator.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(in crate::sudoku) struct Random([u64; 4]);

impl Random {
    /// Creates the stream with this name for the puzzle with this index.
    pub(in crate::sudoku) fn new(stream: &str, index: u64) -> Self {
        let name = format!("generator/{}/{stream}/{index}", super::VERSION);
        let mut state = fnv_1a(name.as_bytes());
        Self(std::array::from_fn(|_| split_mix(&mut state)))
    }

    fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let number = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        number
    }

    /// Draws a number below `limit`, which must not be 0, each with the same probability (Lemire, 2019).
    pub(in crate::sudoku) fn below(&mut self, limit: u32) -> u32 {
        // Products whose lower half is below this would make some numbers more likely than others.
        let surplus = limit.wrapping_neg() % limit;
        loop {
            let product = (self.next() >> 32) * u64::from(limit);
            if product as u32 >= surplus {
                return (product >> 32) as u32;
            }
        }
    }

    /// Draws one of the items, each with the same probability; `None` if there are none.
    pub(super) fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let count = u32::try_from(items.len()).ok().filter(|&count| count > 0)?;
        items.get(self.below(count) as usize).copied()
    }

    /// Shuffles the items, each order with the same probability.
    pub(in crate::sudoku) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_counts;
    use super::*;

    #[test]
    fn numbers_match_the_reference_implementations() {
        let mut random = Random([1, 2, 3, 4]);
        let first: [u64; 10] = std::array::from_fn(|_| random.next());
        let expected = [
            11520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
            10_595_114_339_597_558_777,
            2_904_607_092_377_533_576,
        ];
        assert_eq!(first, expected, "xoshiro256**");
        let mut state = 1_234_567;
        let first: [u64; 3] = std::array::from_fn(|_| split_mix(&mut state));
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423],
            "SplitMix64"
        );
        assert_eq!([fnv_1a(b""), fnv_1a(b"foobar")], [0xCBF2_9CE4_8422_2325, 0x8594_4171_F739_67E8], "FNV-1a");
    }

    #[test]
    fn numbers_below_a_limit_and_orders_are_equally_likely() {
        let mut random = Random::new("test", 0);
        let (mut numbers, mut orders) = ([0; 7], [0; 256]);
        for _ in 0..70_000 {
            numbers[random.below(7) as usize] += 1;
        }
        for _ in 0..24_000 {
            let mut order = [0, 1, 2, 3];
            random.shuffle(&mut order);
            orders[order.iter().fold(0, |number, place| 4 * number + place)] += 1;
        }
        let orders: Vec<u32> = orders.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(orders.len(), 24);
        // Exceeded with a probability of 0.001, with 6 and 23 degrees of freedom.
        check_counts(&numbers, &[10_000.0; 7], 22.5);
        check_counts(&orders, &[1_000.0; 24], 49.7);
        assert_eq!(random.below(1), 0);
    }
}
