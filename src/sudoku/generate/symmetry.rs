//! The symmetries of the pattern of clues.

/// A symmetry of the set of cells with clues. The digits in them need not be symmetric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// No symmetry required.
    None,
    /// Rotation by a half turn.
    Rotational180,
    /// Rotation by a quarter turn.
    Rotational90,
    /// Reflection in the vertical axis: left and right.
    Vertical,
    /// Reflection in the horizontal axis: top and bottom.
    Horizontal,
    /// Reflection in the main diagonal.
    Diagonal,
    /// Reflection in the other diagonal.
    Antidiagonal,
    /// Reflection in both diagonals.
    Bidiagonal,
    /// Reflection in both axes.
    Orthogonal,
    /// Quarter turns and reflections.
    Full,
}

/// Where a symmetry moves a row and a column, each 0 to 8.
type Move = fn(usize, usize) -> (usize, usize);

const HALF_TURN: Move = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Move = |row, column| (column, 8 - row);
const LEFT_RIGHT: Move = |row, column| (row, 8 - column);
const TOP_BOTTOM: Move = |row, column| (8 - row, column);
const MAIN_DIAGONAL: Move = |row, column| (column, row);
const OTHER_DIAGONAL: Move = |row, column| (8 - column, 8 - row);

impl Symmetry {
    /// All symmetries, with their names in the API and the moves that generate them.
    const TABLE: [(Self, &'static str, &'static [Move]); 10] = [
        (Self::None, "none", &[]),
        (Self::Rotational180, "rotational180", &[HALF_TURN]),
        (Self::Rotational90, "rotational90", &[QUARTER_TURN]),
        (Self::Vertical, "vertical", &[LEFT_RIGHT]),
        (Self::Horizontal, "horizontal", &[TOP_BOTTOM]),
        (Self::Diagonal, "diagonal", &[MAIN_DIAGONAL]),
        (Self::Antidiagonal, "antidiagonal", &[OTHER_DIAGONAL]),
        (Self::Bidiagonal, "bidiagonal", &[MAIN_DIAGONAL, OTHER_DIAGONAL]),
        (Self::Orthogonal, "orthogonal", &[LEFT_RIGHT, TOP_BOTTOM]),
        (Self::Full, "full", &[QUARTER_TURN, LEFT_RIGHT]),
    ];

    /// All symmetries, `None` first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        Self::TABLE.iter().map(|row| row.0)
    }

    /// Its name in the API, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// The symmetry with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The sets of cells that either all have clues or all have none. Bit `i` of a set is the cell with index `i`.
    pub(super) fn orbits(self) -> Vec<u128> {
        let mut orbits = Vec::with_capacity(81);
        let mut seen = 0_u128;
        for start in 0..81 {
            if seen >> start & 1 == 1 {
                continue;
            }
            let mut orbit = 1_u128 << start;
            let mut cells = vec![start];
            while let Some(cell) = cells.pop() {
                for step in Self::TABLE[self as usize].2 {
                    let (row, column) = step(cell / 9, cell % 9);
                    let next = 9 * row + column;
                    if orbit >> next & 1 == 0 {
                        orbit |= 1 << next;
                        cells.push(next);
                    }
                }
            }
            seen |= orbit;
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether this set of cells has the symmetry.
    #[cfg(test)]
    pub(super) fn holds(self, cells: u128) -> bool {
        self.orbits().into_iter().all(|orbit| cells & orbit == 0 || cells & orbit == orbit)
    }

    /// The possible numbers of clues, which are sums of sizes of orbits, as bits.
    pub(super) fn clue_counts(self) -> u128 {
        self.orbits().into_iter().fold(1, |sums, orbit| sums | sums << orbit.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_cells_and_have_the_symmetry() {
        let sizes: Vec<usize> = Symmetry::all().map(|symmetry| symmetry.orbits().len()).collect();
        assert_eq!(sizes, [81, 41, 21, 45, 45, 45, 45, 25, 25, 15]);
        for symmetry in Symmetry::all() {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.iter().fold(0, |all, orbit| all ^ orbit), (1 << 81) - 1, "{symmetry:?}");
            assert!(orbits.iter().all(|&orbit| symmetry.holds(orbit) && Symmetry::None.holds(orbit)));
            assert_eq!(Symmetry::from_name(symmetry.name()), Some(symmetry));
        }
        assert!(!Symmetry::Vertical.holds(1));
        assert_eq!(Symmetry::from_name("Full"), None);
    }
}
