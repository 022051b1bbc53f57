//! A worksheet: puzzles to print, and their solutions on pages of their own.

use super::frame::escape;
use crate::http::caching::fingerprint;
use crate::http::request::form::Form;
use crate::operations::answer::format::PictureFormat;
use crate::operations::answer::picture::{Font, Picture, PictureOptions, Scene, Theme};
use crate::operations::answer::ratings::Ratings;
use crate::operations::generate::{GenerateAnswer, GenerateOptions};
use crate::operations::operation::{Answer, Work};
use crate::operations::options::{Integer, OneOf, Options, Parsed, options};
use crate::operations::problem::{ErrorList, GridError, Problem};
use crate::operations::reading::Fields;
use crate::sudoku::logic::{self, End, Level, StepLimits, Tenths};
use crate::sudoku::solver::CancelFlag;
use crate::sudoku::{Grid, notation};

/// The content security policy: its own style, and nothing else.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The options of generated puzzles that a worksheet has in its own way, or not at all.
const REPLACED: [&str; 2] = ["count", "notation"];

/// Maximum number of puzzles.
const MOST: usize = 60;

/// Maximum work of chains for the rating of a puzzle that was sent, in candidates visited: 60 that reach it take seconds.
const RATING_NODES: u64 = 2_000_000;

/// The number of solutions on a page.
const SOLUTIONS: usize = 20;

options! {
    /// The layout of a worksheet.
    pub struct Layout {
        /// The number of puzzles on a page.
        per_page: u8 = OneOf(|| vec![("1", 1), ("2", 2), ("4", 4), ("6", 6)]), default 4, example "6";
        /// The paper.
        paper: &'static str = OneOf(|| vec![("a4", "A4"), ("letter", "letter")]), default "A4", example "letter";
    }
}

options! {
    /// The options of a worksheet of generated puzzles.
    pub struct GeneratedSheet {
        /// The number of puzzles.
        count: u16 = Integer(1..=MOST as u16), default 4, example 6;
        ..layout: Layout;
    }
}

options! {
    /// The options of a worksheet of puzzles that are sent.
    pub struct OwnSheet {
        /// In a form: the puzzles, at most 60, one on each line.
        puzzles: Option<String> = Parsed { expected: "expected puzzles", pattern: ".", parse: |text| Some(text.to_owned()) },
            example "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        /// The number before that of the first puzzle, as of a sheet that goes on from another one.
        first: u16 = Integer(0..=9999_u16), default 0, example 12;
        ..layout: Layout;
    }
}

/// A puzzle to print.
#[derive(Clone, Copy, Debug)]
struct Exercise {
    puzzle: Grid,
    solution: Grid,
    /// Its rating, unless that took too much work.
    er: Option<Tenths>,
}

/// A worksheet of generated puzzles that was asked for.
#[derive(Debug)]
pub struct Worksheet {
    sheet: GeneratedSheet,
    /// What the puzzles are like.
    pub puzzles: GenerateOptions,
}

impl Worksheet {
    /// The names of its parameters.
    pub fn parameters() -> Vec<&'static str> {
        let of_puzzles = GenerateOptions::NAMES.iter().filter(|name| !REPLACED.contains(name));
        GeneratedSheet::NAMES.iter().chain(of_puzzles).copied().collect()
    }

    /// Reads the parameters, which record their errors.
    pub fn read(fields: &mut Fields<'_>) -> Self {
        let sheet = GeneratedSheet::read(fields);
        let puzzles = GenerateOptions { count: Some(sheet.count), ..GenerateOptions::read(fields) };
        Self { sheet, puzzles }
    }

    /// The page with these puzzles, which has this address.
    pub fn page(&self, answer: &GenerateAnswer, address: &str) -> String {
        let puzzles = match answer {
            GenerateAnswer::One(puzzle) => std::slice::from_ref(&**puzzle),
            GenerateAnswer::Several(several) => &several.puzzles,
        };
        let printed = puzzles.iter().map(|puzzle| Exercise {
            puzzle: puzzle.puzzle.grid,
            solution: puzzle.solution.grid,
            er: puzzle.rating().map(Ratings::er),
        });
        let name = format!("seed {}", self.puzzles.seed.as_deref().unwrap_or_default());
        page(printed.collect(), &self.sheet.layout, self.puzzles.first, &name, address)
    }
}

/// The page with the puzzles of a text, one on each line, or of the field `puzzles` of a form; options may stand in the query.
///
/// # Errors
/// Every error of the options; or that of the first line that is no puzzle with one solution.
pub fn of_text(body: &str, query: &str, address: &str, work: &Work) -> Result<String, Problem> {
    let mut fields = Fields::default();
    let (form, text) = match Form::of(body, OwnSheet::NAMES) {
        Form::Fields(form) => (form, None),
        Form::Document(text) => ("", Some(text.into())),
        Form::Text(text) => ("", Some(text)),
    };
    fields.add_query(form, OwnSheet::NAMES);
    fields.add_query(query, OwnSheet::NAMES);
    let OwnSheet { puzzles, first, layout } = OwnSheet::read(&mut fields);
    fields.finish_options()?;
    let text = text.unwrap_or_else(|| puzzles.unwrap_or_default().into());
    let is_puzzle = |line: &&str| !line.trim().is_empty() && !notation::is_comment(line.trim());
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| is_puzzle(line)).collect();
    if !(1..=MOST).contains(&lines.len()) {
        let detail = format!("expected 1 to {MOST} puzzles, one on each line, found {}", lines.len());
        return Err(Problem::invalid_grid(ErrorList::of(GridError { detail, ..GridError::default() })));
    }
    // Every line is read before any is solved.
    let read =
        |&(number, line)| Ok((number, Fields::of_text(line).finish().map_err(|problem| problem.on_line(number))?.grid));
    let grids: Vec<(usize, Grid)> = lines.iter().map(read).collect::<Result<_, Problem>>()?;
    let printed = |&(number, ref grid)| Exercise::of(grid, work).map_err(|problem| problem.on_line(number));
    let puzzles: Vec<Exercise> = grids.iter().map(printed).collect::<Result<_, _>>()?;
    // Tells the solutions of one sheet from those of another.
    let digits: Vec<u8> = puzzles.iter().flat_map(|one| *one.puzzle.values()).collect();
    let name = format!("sheet {}", &fingerprint(&digits)[..5]);
    Ok(page(puzzles, &layout, first.into(), &name, address))
}

impl Exercise {
    fn of(grid: &Grid, work: &Work) -> Result<Self, Problem> {
        let solution = Problem::unless_unique(grid, &work.solve(grid, 1).finding, &work.budget)?;
        let limits = StepLimits { nodes: RATING_NODES, cancel: Some(work.cancel.clone()), ..StepLimits::default() };
        let rating = logic::rate(grid, &limits);
        match rating.end {
            End::Cancelled => Err(Problem::deadline_exceeded()),
            end => Ok(Self { puzzle: *grid, solution, er: (end == End::Solved).then_some(rating.er) }),
        }
    }

    fn figure(&self, number: u64, scene: Scene) -> String {
        let level = self.er.map(|er| format!("{} · {er}", Level::of(er).name()));
        let heading = format!("{number} · {}", level.as_deref().unwrap_or("not rated"));
        format!("<figure>\n<figcaption>{heading}</figcaption>\n{}</figure>\n", svg(&heading, scene))
    }
}

/// The page with puzzles, the easiest first, numbered from behind `before`.
fn page(mut puzzles: Vec<Exercise>, layout: &Layout, before: u64, name: &str, address: &str) -> String {
    puzzles.sort_by_key(|puzzle| (puzzle.er.is_none(), puzzle.er));
    let puzzles: Vec<(u64, Exercise)> = (before + 1..).zip(puzzles).collect();
    let (&Layout { per_page, paper }, address) = (layout, escape(address));
    let sheet = |puzzles: &[(u64, Exercise)]| {
        let figures = puzzles.iter().map(|(number, one)| one.figure(*number, Scene::of(&one.puzzle)));
        let figures: String = figures.collect();
        let mut rated = puzzles.iter().filter_map(|(_, one)| one.er);
        let rated = match (rated.next(), rated.next_back()) {
            (Some(first), Some(last)) if first < last => format!(" · rated {first} to {last}"),
            (Some(first), _) => format!(" · rated {first}"),
            _ => String::new(),
        };
        format!(
            "<section class=\"of-{per_page}\">\n<header><span>Name</span><span>Date</span></header>\n{figures}\
             <footer>Sudoku · {name}{rated} · {address}</footer>\n</section>\n"
        )
    };
    let solutions = |puzzles: &[(u64, Exercise)]| {
        let solved =
            |(number, one): &(u64, Exercise)| one.figure(*number, Scene::of(&one.puzzle).solved(&one.solution));
        let figures: String = puzzles.iter().map(solved).collect();
        let [first, last] = [0, puzzles.len() - 1].map(|i| puzzles[i].0);
        format!("<section class=\"solutions\">\n<h2>Solutions of {first} to {last}, {name}</h2>\n{figures}</section>\n")
    };
    include_str!("worksheet.html")
        .replace("{{paper}}", paper)
        .replace("{{pages}}", &puzzles.chunks(per_page.into()).map(sheet).collect::<String>())
        .replace("{{solutions}}", &puzzles.chunks(SOLUTIONS).map(solutions).collect::<String>())
}

fn svg(title: &str, scene: Scene) -> String {
    // Digits as text need no definitions, whose ids would be repeated on the page.
    let options =
        PictureOptions { theme: Theme::Light, font: Font::Reader, ..PictureOptions::read(&mut Fields::default()) };
    let picture = Picture::new(format!("Puzzle {title}"), vec![scene]);
    String::from_utf8(picture.write(PictureFormat::Svg, &options, "", &CancelFlag::new())).expect("an SVG is text")
}
