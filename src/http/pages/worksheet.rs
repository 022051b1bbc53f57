//! A worksheet: puzzles to print, and their solutions on a last page.

use crate::operations::answer::form::{Font, FormOptions, Theme};
use crate::operations::answer::format::PictureFormat;
use crate::operations::answer::picture::{Picture, Scene};
use crate::operations::generate::{GenerateAnswer, GenerateOptions, Puzzle};
use crate::operations::operation::Answer;
use crate::operations::options::{Integer, OneOf, Options, options};
use crate::operations::reading::Fields;
use crate::sudoku::solver::CancelFlag;

/// The content security policy: its own style, and nothing else.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The options of generated puzzles that a worksheet has in its own way, or not at all.
const REPLACED: [&str; 2] = ["count", "notation"];

options! {
    /// The options of a worksheet.
    pub struct Layout {
        /// The number of puzzles.
        count: u16 = Integer(1..=12_u16), default 4, example 6;
        /// The number of puzzles on a page.
        per_page: u8 = OneOf(|| vec![("1", 1), ("2", 2), ("4", 4), ("6", 6)]), default 4, example "6";
    }
}

/// A worksheet that was asked for.
#[derive(Debug)]
pub struct Worksheet {
    /// How many puzzles, and how they are laid out.
    pub layout: Layout,
    /// What the puzzles are like.
    pub puzzles: GenerateOptions,
}

impl Worksheet {
    /// The names of its parameters.
    pub fn parameters() -> Vec<&'static str> {
        let of_puzzles = GenerateOptions::NAMES.iter().filter(|name| !REPLACED.contains(name));
        Layout::NAMES.iter().chain(of_puzzles).copied().collect()
    }

    /// Reads the parameters, which record their errors.
    pub fn read(fields: &mut Fields<'_>) -> Self {
        let layout = Layout::read(fields);
        let puzzles = GenerateOptions { count: Some(layout.count), ..GenerateOptions::read(fields) };
        Self { layout, puzzles }
    }

    /// The page with these puzzles.
    pub fn page(&self, answer: &GenerateAnswer) -> String {
        let puzzles = match answer {
            GenerateAnswer::One(puzzle) => std::slice::from_ref(&**puzzle),
            GenerateAnswer::Several(several) => &several.puzzles,
        };
        let Layout { per_page, .. } = self.layout;
        let headings = puzzles.iter().enumerate().map(|(number, puzzle)| heading(number + 1, puzzle));
        let headings: Vec<String> = headings.collect();
        let figure = |(heading, scene): (&String, Scene)| {
            format!("<figure>\n<figcaption>{heading}</figcaption>\n{}</figure>\n", svg(heading, scene))
        };
        let figures: Vec<String> =
            headings.iter().zip(puzzles.iter().map(|puzzle| Scene::of(&puzzle.puzzle.grid))).map(figure).collect();
        let pages = figures.chunks(per_page.into());
        let pages: String =
            pages.map(|page| format!("<section class=\"of-{per_page}\">\n{}</section>\n", page.concat())).collect();
        let solved = puzzles.iter().map(|puzzle| Scene::of(&puzzle.puzzle.grid).solved(&puzzle.solution.grid));
        let solutions: String = headings.iter().zip(solved).map(figure).collect();
        include_str!("worksheet.html").replace("{{pages}}", &pages).replace("{{solutions}}", &solutions)
    }
}

/// Such as `1 · hard · 2.6`.
fn heading(number: usize, puzzle: &Puzzle) -> String {
    let rating = puzzle.rating().map(|rating| rating.texts()[0].clone()).unwrap_or_default();
    format!("{number} · {} · {rating}", puzzle.level)
}

fn svg(title: &str, scene: Scene) -> String {
    // Digits as text need no definitions, whose ids would be repeated on the page.
    let options = FormOptions { theme: Theme::Light, font: Font::Reader, ..FormOptions::read(&mut Fields::default()) };
    let picture = Picture::new(format!("Puzzle {title}"), vec![scene]);
    String::from_utf8(picture.write(PictureFormat::Svg, &options, "", &CancelFlag::new())).expect("an SVG is text")
}
