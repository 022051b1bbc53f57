//! Reads a picture back: what it shows, by position.

#![expect(clippy::cast_precision_loss, reason = "a grid has few cells")]

use std::collections::{BTreeMap, BTreeSet};

use crate::support::service::Answer;

/// The side of a cell, in units of the drawing.
const CELL: f32 = 59.0;

/// What is drawn on one grid. Cells are indices from 0 to 80.
#[derive(Default, Debug)]
pub struct Grid {
    /// The top left corner.
    corner: [f32; 2],
    /// The digit and the role of each cell.
    pub digits: BTreeMap<usize, (u8, String)>,
    /// Cells with a role.
    pub cells: BTreeSet<(usize, String)>,
    /// Houses: x, y, width and height in cells.
    pub houses: BTreeSet<[usize; 4]>,
    /// Candidates with a role: cell, digit, role.
    pub candidates: BTreeSet<(usize, u8, String)>,
    /// Pencil marks: cell and digit.
    pub marks: BTreeSet<(usize, u8)>,
    /// Links: the two ends and the kind.
    pub links: Vec<([f32; 2], [f32; 2], String)>,
}

/// An element of a picture: its class and attributes.
struct Element<'a> {
    class: &'a str,
    tag: &'a str,
}

impl Element<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        let (_, rest) = self.tag.split_once(&format!(" {name}=\""))?;
        Some(rest.split_once('"').expect("a closing quote").0)
    }

    fn number(&self, name: &str) -> f32 {
        let text = self.text(name).unwrap_or_else(|| panic!("{} has no {name}", self.tag));
        text.parse().unwrap_or_else(|_| panic!("{text} in {}", self.tag))
    }

    fn place(&self) -> [f32; 2] {
        [self.number("x"), self.number("y")]
    }

    /// The digit that is drawn: as an outline or as text.
    fn digit(&self) -> u8 {
        let outline = self.text("href").and_then(|href| href.rsplit_once('-')).map(|(_, digit)| digit);
        let written = || self.tag.split_once('>').expect("a text").1;
        outline.unwrap_or_else(written).parse().expect("a digit")
    }
}

/// The elements in groups, from back to front.
fn elements(svg: &str) -> Vec<Element<'_>> {
    let (_, body) = svg.split_once("</defs>").expect("definitions");
    let mut elements = Vec::new();
    for group in body.split("<g class=\"").skip(1) {
        let (class, rest) = group.split_once("\">").expect("a class");
        let (inside, _) = rest.split_once("</g>").expect("the end of the group");
        elements.extend(
            inside.split('<').filter(|tag| !tag.is_empty() && !tag.starts_with('/')).map(|tag| Element { class, tag }),
        );
    }
    elements
}

/// The cell and the place in it, from 0 to 1.
fn cell_at(corner: [f32; 2], [x, y]: [f32; 2]) -> (usize, [f32; 2]) {
    let [x, y] = [(x - corner[0]) / CELL, (y - corner[1]) / CELL];
    (y as usize * 9 + x as usize, [x.fract(), y.fract()])
}

/// The middle of a candidate.
pub fn middle(grid: &Grid, cell: usize, digit: u8) -> [f32; 2] {
    let third = |third: u8| 12.0 + 17.5 * f32::from(third);
    let inside = [third((digit - 1) % 3), third((digit - 1) / 3)];
    [0, 1].map(|axis| grid.corner[axis] + [cell % 9, cell / 9][axis] as f32 * CELL + inside[axis])
}

/// The grids of a picture, in reading order.
pub fn grids(answer: &Answer) -> Vec<Grid> {
    assert_eq!(answer.status, 200, "{answer}");
    assert_eq!(answer.header("content-type").as_deref(), Some("image/svg+xml"), "{answer}");
    let elements = elements(answer.text());
    let frames = elements.iter().filter(|element| element.class == "grid frame");
    let mut grids: Vec<Grid> = frames.map(|frame| Grid { corner: frame.place(), ..Grid::default() }).collect();
    for element in &elements {
        let (kind, role) = element.class.split_once(' ').unwrap_or((element.class, ""));
        if matches!(kind, "grid" | "text") {
            continue;
        }
        let path = element.text("d").map(|path| {
            let numbers = path[1..].split(|c: char| !c.is_ascii_digit() && !".-".contains(c));
            numbers.map(|number| number.parse().expect("a number")).collect::<Vec<f32>>()
        });
        let at = path.as_ref().map_or_else(|| element.place(), |path| [path[0], path[1]]);
        let is_in = |grid: &&mut Grid| (0..2).all(|axis| (0.0..=9.0 * CELL).contains(&(at[axis] - grid.corner[axis])));
        let grid = grids.iter_mut().find(is_in).unwrap_or_else(|| panic!("{at:?} is in no grid"));
        let (cell, inside) = cell_at(grid.corner, at);
        match (kind, &path) {
            ("digit", _) => {
                assert!(inside.iter().all(|place| (place - 0.5).abs() < 0.01), "the middle of a cell: {inside:?}");
                assert!(
                    grid.digits.insert(cell, (element.digit(), role.to_owned())).is_none(),
                    "{cell} has two digits"
                );
            }
            ("cell", _) => _ = grid.cells.insert((cell, role.to_owned())),
            ("house", _) => {
                let sides =
                    [element.number("width"), element.number("height")].map(|side| ((side + 6.0) / CELL) as usize);
                grid.houses.insert([cell % 9, cell / 9, sides[0], sides[1]]);
            }
            ("candidate", None) => {
                let middle = at.map(|start| start + 8.5);
                let (cell, inside) = cell_at(grid.corner, middle);
                let thirds = inside.map(|place| (place * 3.0) as u8);
                grid.candidates.insert((cell, thirds[1] * 3 + thirds[0] + 1, role.to_owned()));
            }
            ("mark", _) => {
                let thirds = inside.map(|place| (place * 3.0) as u8);
                assert_eq!(thirds[1] * 3 + thirds[0] + 1, element.digit(), "a mark is at the place of its digit");
                grid.marks.insert((cell, element.digit()));
            }
            ("link", Some(path)) if role != "arrow" => {
                grid.links.push(([path[0], path[1]], [path[4], path[5]], role.to_owned()));
            }
            // The outline of a candidate's role, and what decorates a link.
            ("candidate", Some(_)) | ("link", _) => {}
            other => panic!("unknown {other:?}"),
        }
    }
    grids
}

impl Grid {
    /// The digits with this role as a line of 81 characters.
    pub fn line(&self, role: &str) -> String {
        let digit = |cell| self.digits.get(&cell).filter(|(_, known)| known == role);
        (0..81).map(|cell| digit(cell).map_or(".".to_owned(), |(digit, _)| digit.to_string())).collect()
    }

    /// The cells in which a digit is placed, and the digits.
    pub fn placed(&self) -> BTreeSet<(usize, u8)> {
        let placed = self.digits.iter().filter(|(_, (_, role))| role == "place");
        placed.map(|(cell, (digit, _))| (*cell, *digit)).collect()
    }

    /// The cells with this role.
    pub fn cells_with(&self, role: &str) -> BTreeSet<usize> {
        self.cells.iter().filter(|(_, known)| known == role).map(|(cell, _)| *cell).collect()
    }
}
