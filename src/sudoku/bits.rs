//! Sets of small numbers as bits.

/// Iterates over the elements of a set, in ascending order.
#[derive(Clone)]
pub struct Bits<T>(T);

/// The elements of a set of digits, lines or positions, or of a part of a larger set, in ascending order.
pub const fn bits<T>(set: T) -> Bits<T>
where
    Bits<T>: Iterator,
{
    Bits(set)
}

/// The elements of a set of cells, in ascending order.
pub const fn cells(set: u128) -> Bits<u128> {
    Bits(set)
}

/// Implements the iterator for sets of this type.
macro_rules! elements {
    ($set:ty) => {
        impl Iterator for Bits<$set> {
            type Item = u8;

            fn next(&mut self) -> Option<u8> {
                if self.0 == 0 {
                    return None;
                }
                let element = self.0.trailing_zeros() as u8;
                self.0 &= self.0 - 1;
                Some(element)
            }
        }
    };
}

elements!(u16);
elements!(u64);
elements!(u128);
