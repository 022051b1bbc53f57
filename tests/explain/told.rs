//! What explanations of mistyped puzzles say, as it was read and approved in `told.txt`: the core, the smallest core, and
//! the repairs, likely ones first.

use std::fmt::Write as _;

use sudoku_service::sudoku::explain::{Effort, EffortLimits, Refutation, Repair};

use crate::approval::check_approved;
use crate::puzzles::ours;
use crate::random::Random;
use crate::typing::Slip;

#[test]
fn the_cores_and_repairs_of_mistyped_puzzles_are_as_approved() {
    let mut random = Random::new(43);
    let mut text = String::new();
    for (puzzle, slip) in ours().iter().flat_map(|puzzle| Slip::ALL.map(|slip| (*puzzle, slip))) {
        let Some((typed, wrong)) = (0..200).find_map(|_| slip.typed(&puzzle, &mut random)) else { continue };
        let mut effort = Effort::new(EffortLimits::default());
        let refutation = Refutation::of(&typed, &mut effort).expect("there is no solution");
        let (core, smallest) = (refutation.core().clone(), refutation.smallest_core(&mut effort));
        let repairs = refutation.repairs(5, &mut effort);
        let _ = writeln!(text, "{typed} {slip:?} at {wrong:?}");
        for (name, core) in [("core", core), ("smallest", smallest)] {
            let _ = writeln!(text, "{name}: {:?} minimal {} smallest {}", core.givens, core.minimal, core.smallest);
        }
        for Repair { remove, unique, changes } in &repairs.list {
            let _ = writeln!(text, "remove {remove:?} unique {unique:?} or write {changes:?}");
        }
        let _ = writeln!(text, "exchange {:?}, exact {}, more {}\n", repairs.exchanges, repairs.exact, repairs.more);
    }
    check_approved("explain/told.txt", &text);
}
