//! Pictures of an explanation.

use super::answer::{ExplainAnswer, Multiple, Refuted, Unique};
use crate::operations::answer::picture::{Picture, Scene};
use crate::operations::answer::repairs::Repair;
use crate::sudoku::{Grid, Position};

/// The number of repairs in a picture: the likeliest ones.
const REPAIRS: usize = 3;

impl ExplainAnswer {
    /// A picture of the explanation of this grid.
    pub fn picture(&self, grid: &Grid) -> Picture {
        match self {
            Self::Refuted(refuted) => Picture::new("Why a grid has no solution", refuted.scenes(grid)),
            Self::Multiple(multiple) => Picture::new("Why a grid has several solutions", multiple.scenes(grid)),
            Self::Unique(unique) => Picture::new("A puzzle", unique.scenes(grid)),
        }
    }
}

impl Refuted {
    /// The givens that contradict each other and where, and the likeliest repairs.
    fn scenes(&self, grid: &Grid) -> Vec<Scene> {
        let conflicts = self.conflicts.iter().flatten().flat_map(|conflict| &conflict.cells);
        let core = self.core.iter().flat_map(|core| &core.givens);
        let missing = self.missing_marks.iter().flatten();
        let mut why = Scene::of(grid).with(conflicts, "conflict").with(core, "core").with(missing, "where");
        why = why.titled("Contradiction");
        if let Some(contradiction) = &self.contradiction {
            why = why.with(&contradiction.cell, "where");
            why.houses.extend(contradiction.house);
        }
        let repairs = self.repairs.iter().flat_map(|repairs| &repairs.list).take(REPAIRS);
        let repaired = repairs.map(|repair| repair.scene(grid));
        [why].into_iter().chain(repaired).collect()
    }
}

impl Repair {
    fn scene(&self, grid: &Grid) -> Scene {
        let scene = Scene::of(grid);
        if let Some(change) = self.changes.first() {
            return scene.placing([change]).titled(format!("Repair: {change}"));
        }
        let removed: Vec<String> = self.remove.iter().map(ToString::to_string).collect();
        scene.with(&self.remove, "remove").titled(format!("Repair: without {}", removed.join(" ")))
    }
}

impl Multiple {
    /// The candidates that occur in a solution, and two solutions with the cells in which they differ.
    fn scenes(&self, grid: &Grid) -> Vec<Scene> {
        let marks = self.candidates.iter().map(|digits| digits.iter().map(|digit| 1 << (digit - 1)).sum::<u16>());
        let marks: Vec<u16> = marks.collect();
        let scene = Scene::of(grid).with(self.differing.iter().flatten(), "differs");
        let position = marks.first_chunk().map_or_else(|| grid.into(), |marks| Position::new(*grid, marks));
        let open = scene.clone().titled("The digits of all solutions").marked(marks.first_chunk(), &position);
        let names = ["One solution", "Another solution"];
        let solved = self.witnesses.iter().flatten().zip(names);
        let solved = solved.map(|(witness, name)| scene.clone().solved(&witness.grid).titled(name));
        [open].into_iter().chain(solved).collect()
    }
}

impl Unique {
    /// The givens that can be left out, and a puzzle without them if it was asked for.
    fn scenes(&self, grid: &Grid) -> Vec<Scene> {
        let scene = Scene::of(grid).with(&self.redundant, "redundant");
        match &self.minimal_puzzle {
            None => vec![scene],
            Some(puzzle) => vec![scene.titled("The puzzle"), Scene::of(&puzzle.grid).titled("A minimal puzzle")],
        }
    }
}
