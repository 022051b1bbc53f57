//! Candidates as numbers, and sets of them.

use std::ops::BitOrAssign;

use super::super::Candidate;
use super::super::house_tables::{PEER_SETS, bits};

/// The number of candidates of a grid. A candidate is `9 * cell + digit`.
pub const CANDIDATES: usize = 729;

/// A set of candidates.
pub type Set = Numbers<12>;

/// A set of numbers below 64 times the number of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Numbers<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Default for Numbers<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> Numbers<WORDS> {
    pub const EMPTY: Self = Self([0; WORDS]);

    pub fn has(&self, candidate: u16) -> bool {
        self.0[usize::from(candidate >> 6)] >> (candidate & 63) & 1 != 0
    }

    pub fn add(&mut self, candidate: u16) {
        self.0[usize::from(candidate >> 6)] |= 1 << (candidate & 63);
    }

    pub fn remove(&mut self, candidate: u16) {
        self.0[usize::from(candidate >> 6)] &= !(1 << (candidate & 63));
    }

    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }

    pub fn is_empty(&self) -> bool {
        // A comparison would call a function.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn iter(self) -> impl Iterator<Item = u16> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(i, word)| bits(word).map(move |bit| i as u16 * 64 + u16::from(bit)))
    }
}

impl<const WORDS: usize> BitOrAssign<&Self> for Numbers<WORDS> {
    fn bitor_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }
}

impl<const WORDS: usize> FromIterator<u16> for Numbers<WORDS> {
    fn from_iter<T: IntoIterator<Item = u16>>(numbers: T) -> Self {
        let mut set = Self::EMPTY;
        numbers.into_iter().for_each(|number| set.add(number));
        set
    }
}

/// A set of candidates as the cells of each digit.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ByDigit(pub [u128; 9]);

impl ByDigit {
    pub const EMPTY: Self = Self([0; 9]);
    pub const ALL: Self = Self([(1 << 81) - 1; 9]);

    pub fn has(&self, candidate: u16) -> bool {
        let (cell, digit) = split(candidate);
        self.0[usize::from(digit)] >> cell & 1 != 0
    }

    pub fn add(&mut self, candidate: u16) {
        let (cell, digit) = split(candidate);
        self.0[usize::from(digit)] |= 1 << cell;
    }

    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, cells| all | cells) == 0
    }

    /// The digit of a candidate, and how many candidates of this digit come before it.
    pub fn rank(&self, candidate: u16) -> (usize, usize) {
        let (cell, digit) = split(candidate);
        let digit = usize::from(digit);
        (digit, (self.0[digit] & ((1 << cell) - 1)).count_ones() as usize)
    }

    pub fn len(&self) -> u64 {
        // Most closures are short. Many processors count ones slowly.
        self.0.iter().filter(|&&cells| cells != 0).map(|cells| u64::from(cells.count_ones())).sum()
    }
}

impl BitOrAssign<&Self> for ByDigit {
    fn bitor_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }
}

/// By candidate, those that cannot be true beside it: the others of its cell, and its digit in the cell's peers.
pub static SEEN: [Set; CANDIDATES] = {
    let mut sets = [Set::EMPTY; CANDIDATES];
    let mut from = 0;
    while from < CANDIDATES {
        let (cell, digit) = (from / 9, from % 9);
        let mut other = 0;
        while other < 81 {
            if PEER_SETS[cell] >> other & 1 != 0 {
                let seen = other * 9 + digit;
                sets[from].0[seen / 64] |= 1 << (seen % 64);
            }
            other += 1;
        }
        let mut other = 0;
        while other < 9 {
            if other != digit {
                let seen = cell * 9 + other;
                sets[from].0[seen / 64] |= 1 << (seen % 64);
            }
            other += 1;
        }
        from += 1;
    }
    sets
};

/// The candidate of a cell and a digit.
pub fn candidate(cell: u8, digit: u8) -> u16 {
    u16::from(cell) * 9 + u16::from(digit)
}

/// The candidate with this number.
pub fn to_candidate(number: u16) -> Candidate {
    let (cell, digit) = split(number);
    Candidate::at(cell, digit)
}

/// The cell and the digit of a candidate.
pub fn split(candidate: u16) -> (u8, u8) {
    ((candidate / 9) as u8, (candidate % 9) as u8)
}
