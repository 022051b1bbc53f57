//! Pictures of answers.
//!
//! An operation makes a [`Picture`] of its answer: grids with digits, cells, candidates and links, each of which has a role.
//! `drawing` turns it into shapes, each with a look that follows from its role (`looks`). Two writers draw these shapes: as
//! SVG, and as PNG. Text is drawn with strokes (`glyphs`), so that both look the same on every machine.

mod drawing;
mod glyphs;
mod looks;
mod numbers;
mod options;
mod png;
mod scene;
mod svg;

pub use options::{Font, PictureOptions, Theme};
pub use scene::{MOST_SCENES, Picture, Scene};

use super::format::PictureFormat;
use crate::sudoku::solver::CancelFlag;

impl Picture {
    /// The picture as a file. `description` is the answer as text. A PNG is left incomplete once the flag is raised.
    pub fn write(
        &self,
        format: PictureFormat,
        options: &PictureOptions,
        description: &str,
        cancel: &CancelFlag,
    ) -> Vec<u8> {
        match format {
            PictureFormat::Svg => svg::svg(self, options, description).into_bytes(),
            PictureFormat::Png => png::png(self, options, cancel),
        }
    }
}
