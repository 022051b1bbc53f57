//! Sets of small numbers as bits.

/// An iterator over the elements of a set of digits, lines, positions or cells, in ascending order.
pub struct Bits<T>(T);

/// The elements of a set of digits, lines or positions, in ascending order.
pub const fn bits(set: u16) -> Bits<u16> {
    Bits(set)
}

/// The elements of a set of cells, in ascending order.
pub const fn cells(set: u128) -> Bits<u128> {
    Bits(set)
}

/// Makes a set of this type an iterator.
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
elements!(u128);
