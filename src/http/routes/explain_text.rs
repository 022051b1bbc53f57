//! The text answer of `/explain`: the verdict, then one fact per line.

use std::fmt::{self, Display, Formatter};

use super::explain::ExplainResponse;
use crate::http::answer::contradiction::Contradiction;

impl Display for ExplainResponse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        self.conflicts.iter().flatten().try_for_each(|conflict| writeln!(f, "{conflict}"))?;
        if let Some(core) = &self.core {
            writeln!(f, "core {}", list(&core.givens))?;
        }
        if let Some(Contradiction { cell, digit, house, .. }) = &self.contradiction {
            match (cell, digit, house) {
                (Some(cell), ..) => writeln!(f, "contradiction {cell} has no candidate")?,
                (None, Some(digit), Some(house)) => writeln!(f, "contradiction {digit} has no place in {house}")?,
                _ => {}
            }
        }
        for repair in self.repairs.iter().flat_map(|repairs| &repairs.list) {
            write!(f, "repair remove {}", list(&repair.remove))?;
            if let Some(verdict) = repair.verdict {
                write!(f, " (then {}", verdict.name())?;
                let digits: Vec<String> = repair.changes.iter().map(|change| change.digit.to_string()).collect();
                if !digits.is_empty() {
                    write!(f, "; unique with {}", digits.join(" "))?;
                }
                write!(f, ")")?;
            }
            writeln!(f)?;
        }
        if let Some(repairs) = &self.repairs {
            line(f, "repairs", repairs.more.then(|| "more".to_owned()))?;
            repairs.exchanges.iter().try_for_each(|pair| writeln!(f, "exchange {}", list(pair)))?;
        }
        if let Some(solutions) = &self.solutions {
            writeln!(f, "solutions {}{}", if solutions.exact { "" } else { "at least " }, solutions.count)?;
        }
        self.witnesses.iter().flatten().try_for_each(|witness| writeln!(f, "witness {}", witness.grid))?;
        line(f, "differs", self.differing.as_deref().map(list))?;
        line(f, "unavoidable", self.unavoidable.map(|unavoidable| unavoidable.to_string()))?;
        line(f, "backbone", self.backbone.as_deref().map(list))?;
        for set in self.additions.iter().flat_map(|additions| &additions.list) {
            line(f, "addition", Some(list(set)))?;
        }
        let more = self.additions.as_ref().is_some_and(|additions| additions.more);
        line(f, "additions", more.then(|| "more".to_owned()))?;
        line(f, "minimal", self.minimal.map(|minimal| minimal.to_string()))?;
        line(f, "redundant", self.redundant.as_deref().map(list))?;
        line(f, "minimal-puzzle", self.minimal_puzzle.as_ref().map(|puzzle| puzzle.grid.to_string()))?;
        line(f, "canonical", self.canonical.as_ref().map(|canonical| canonical.grid.clone()))?;
        line(f, "symmetry", self.symmetry.as_ref().map(|symmetry| symmetry.pattern.join(" ")))?;
        if self.complete { Ok(()) } else { writeln!(f, "incomplete") }
    }
}

fn line(f: &mut Formatter<'_>, name: &str, fact: Option<String>) -> fmt::Result {
    match fact {
        Some(fact) if !fact.is_empty() => writeln!(f, "{name} {fact}"),
        _ => Ok(()),
    }
}

fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
