//! Hidden rectangles, and unique rectangles in whose lines a digit has no other place.

use super::super::house_tables::{HOUSE_SETS, HOUSES_OF, bits, sees, shared_houses};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique, Truth};
use super::rectangles::{Rectangle, each_rectangle};

/// Hidden rectangles, whose digits have other candidates beside them in three corners, or in two opposite ones.
pub fn hidden_rectangles(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_rectangle(board, search, |search, rectangle| match rectangle.large[..] {
        [a, b] if !sees(a, b) => rectangle.hidden(search, technique),
        [_, _, _] => rectangle.hidden(search, technique),
        _ => Flow::Continue(()),
    })
}

impl Rectangle<'_> {
    /// Whether all places of a digit in a house are in the rectangle.
    fn is_locked(&self, h: u8, d: u8) -> bool {
        let rectangle = self.corners.iter().fold(0_u128, |set, &c| set | 1 << c);
        let places = self.board.cells_with(d) & HOUSE_SETS[usize::from(h)];
        places != 0 && places & !rectangle == 0
    }

    /// Type 4: one of the two digits is locked in the large corners of a house.
    pub fn locked(&self, search: &mut Search, technique: Technique, [a, b]: [u8; 2]) -> Flow {
        for h in shared_houses(a, b) {
            for d in bits(self.pair).filter(|&d| self.is_locked(h, d)) {
                for c in [a, b] {
                    self.eliminate(search, c, self.pair & !(1 << d));
                }
                self.prove(search, technique, vec![Truth::place(h, d)])?;
            }
        }
        Flow::Continue(())
    }

    /// Type 6: a digit has no other place in the two rows and the two columns. If it has others in one of these, an X-wing
    /// removes them.
    pub fn crossed(&self, search: &mut Search, technique: Technique, corners: [u8; 2]) -> Flow {
        let [rows, columns] = [1, 2].map(|kind| corners.map(|c| HOUSES_OF[usize::from(c)][kind]));
        for (d, places) in self.locked_in(rows).filter(|(d, _)| columns.iter().all(|&line| self.is_locked(line, *d))) {
            for c in corners {
                self.eliminate(search, c, 1 << d);
            }
            self.prove(search, technique, places)?;
        }
        Flow::Continue(())
    }

    /// Hidden rectangle: opposite a corner without extra candidates, a digit has no other place in both lines.
    fn hidden(&self, search: &mut Search, technique: Technique) -> Flow {
        for (i, c) in self.corners.into_iter().enumerate() {
            if self.board.candidates(self.corners[(i + 2) % 4]) == self.pair {
                for (d, places) in self.locked_in([1, 2].map(|kind| HOUSES_OF[usize::from(c)][kind])) {
                    self.eliminate(search, c, self.pair & !(1 << d));
                    self.prove(search, technique, places)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The digits that are locked in both lines, each with its places there.
    fn locked_in(&self, lines: [u8; 2]) -> impl Iterator<Item = (u8, Vec<Truth>)> {
        let locked = bits(self.pair).filter(move |&d| lines.iter().all(|&line| self.is_locked(line, d)));
        locked.map(move |d| (d, lines.map(|line| Truth::place(line, d)).into()))
    }
}
