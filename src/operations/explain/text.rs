//! The text of an explanation: the verdict, then one fact per line.

use std::fmt::{self, Display, Formatter};

use super::answer::{ExplainAnswer, Multiple, OnRequest, PatternSymmetry, Reading, Refuted, Unique};
use crate::operations::answer::contradiction::Contradiction;

impl Display for ExplainAnswer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (complete, on_request) = match self {
            Self::Refuted(refuted) => {
                refuted.fmt(f)?;
                (refuted.complete, &refuted.on_request)
            }
            Self::Multiple(multiple) => {
                multiple.fmt(f)?;
                (multiple.complete, &multiple.on_request)
            }
            Self::Unique(unique) => {
                unique.fmt(f)?;
                (unique.complete, &unique.on_request)
            }
        };
        let OnRequest { canonical, symmetry, readings } = on_request;
        line(f, "canonical", canonical.as_ref().map(|canonical| canonical.grid.clone()))?;
        let names = |symmetry: &PatternSymmetry| symmetry.pattern.iter().map(|one| one.name()).collect::<Vec<_>>();
        line(f, "symmetry", symmetry.as_ref().map(|symmetry| names(symmetry).join(" ")))?;
        for Reading { changes, grid, solution } in readings.iter().flat_map(|readings| &readings.list) {
            let changes: Vec<String> =
                changes.iter().map(|change| format!("{}={}", change.cell, change.digit)).collect();
            let changes = if changes.is_empty() { "as sent".to_owned() } else { changes.join(" ") };
            writeln!(f, "reading {changes}: {} {}", grid.grid, solution.grid)?;
        }
        line(f, "readings", readings.as_ref().and_then(|readings| left_out(0, readings.more)))?;
        if complete { Ok(()) } else { writeln!(f, "incomplete") }
    }
}

impl Display for Refuted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        self.conflicts.iter().flatten().try_for_each(|conflict| writeln!(f, "{conflict}"))?;
        line(f, "missing", self.missing_marks.as_deref().map(list))?;
        line(f, "core", self.core.as_ref().map(|core| list(&core.givens)))?;
        if let Some(Contradiction { cell, digit, house, .. }) = &self.contradiction {
            match (cell, digit, house) {
                (Some(cell), ..) => writeln!(f, "contradiction {cell} has no candidate")?,
                (None, Some(digit), Some(house)) => writeln!(f, "contradiction {digit} has no place in {house}")?,
                _ => {}
            }
        }
        let Some(repairs) = &self.repairs else { return Ok(()) };
        repairs.list.iter().try_for_each(|repair| writeln!(f, "repair remove {repair}"))?;
        line(f, "repairs", left_out(repairs.left_out, repairs.more))?;
        repairs.exchanges.iter().try_for_each(|pair| writeln!(f, "exchange {}", list(pair)))
    }
}

impl Display for Multiple {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        writeln!(f, "solutions {}{}", if self.solutions.exact { "" } else { "at least " }, self.solutions.count)?;
        self.witnesses.iter().flatten().try_for_each(|witness| writeln!(f, "witness {}", witness.grid))?;
        line(f, "differs", self.differing.as_deref().map(list))?;
        line(f, "unavoidable", self.unavoidable.map(|unavoidable| unavoidable.to_string()))?;
        line(f, "backbone", Some(list(&self.backbone)))?;
        let Some(additions) = &self.additions else { return Ok(()) };
        additions.list.iter().try_for_each(|set| line(f, "addition", Some(list(set))))?;
        line(f, "additions", left_out(additions.left_out, additions.more))
    }
}

impl Display for Unique {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        line(f, "minimal", self.minimal.map(|minimal| minimal.to_string()))?;
        line(f, "redundant", Some(list(&self.redundant)))?;
        line(f, "minimal-puzzle", self.minimal_puzzle.as_ref().map(|puzzle| puzzle.grid.to_string()))
    }
}

fn line(f: &mut Formatter<'_>, name: &str, fact: Option<String>) -> fmt::Result {
    match fact {
        Some(fact) if !fact.is_empty() => writeln!(f, "{name} {fact}"),
        _ => Ok(()),
    }
}

/// How many items of a list are left out, and whether there may be more of them.
fn left_out(items: usize, more: bool) -> Option<String> {
    match (items, more) {
        (0, more) => more.then(|| "more".to_owned()),
        (items, _) => Some(format!("at least {items} more")),
    }
}

fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
