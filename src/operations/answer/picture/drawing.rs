//! The shapes of a picture. At the default size, a unit is a pixel, and the lines of the grid are on pixels.

#![expect(clippy::cast_precision_loss, reason = "a picture has few grids")]

use super::glyphs;
use super::looks::Look;
use super::numbers::push;
use super::options::{Marks, PictureOptions};
use super::scene::{Picture, Scene};
use crate::operations::answer::cells::House;
use crate::sudoku::HouseKind;

/// The side of a cell.
const CELL: f32 = 59.0;
/// The side of a grid.
const SIDE: f32 = 9.0 * CELL;
/// The space around a grid, which its frame reaches into.
const MARGIN: f32 = 4.5;
/// The space for the names of the rows or columns.
const LABELS: f32 = 22.0;
/// The space for the title of a grid.
const TITLE: f32 = 38.0;
/// The space for the caption, and its height: below one grid, and below several, which are smaller.
const CAPTION: [[f32; 2]; 2] = [[40.0, 15.0], [56.0, 22.0]];
/// The space between two grids.
const GAP: f32 = 23.0;
/// The height of a digit.
const DIGIT: f32 = 33.0;
/// The height of a pencil mark.
const MARK: f32 = 11.0;
/// Maximum length of a line of text in characters.
const LONGEST_LINE: usize = 200;
/// The radius of the circle around a candidate.
const RADIUS: f32 = 8.5;

/// Shapes in a rectangle.
pub struct Drawing {
    /// The width of the rectangle.
    pub width: f32,
    /// The height of the rectangle.
    pub height: f32,
    /// The width in pixels, to which the units are scaled.
    pub pixels: f32,
    /// The shapes, from back to front. Neighbours often have the same look.
    pub shapes: Vec<Shape>,
}

/// A shape, and how it looks.
pub struct Shape {
    /// How it looks.
    pub look: &'static Look,
    /// What it is.
    pub outline: Outline,
}

/// What a shape is.
pub enum Outline {
    /// A rectangle with round corners: x, y, width, height and the radius of the corners.
    Rectangle([f32; 5]),
    /// A path of the commands `M`, `L` and `Q` with absolute coordinates.
    Path(String),
    /// A text around a point: the text, x, y and the height of its capitals.
    Text(String, [f32; 3]),
}

impl Drawing {
    /// The shapes of this picture.
    pub fn of(picture: &Picture, options: &PictureOptions) -> Self {
        let scenes = &picture.scenes;
        let columns = match scenes.len() {
            count @ ..=3 => count,
            4 => 2,
            5..=9 => 3,
            _ => 4,
        };
        let labels = if options.labels { LABELS } else { 0.0 };
        let title = if scenes.iter().any(|scene| !scene.title.is_empty()) { TITLE } else { 0.0 };
        let [across, down] = [SIDE + labels, SIDE + labels + title].map(|side| side + 2.0 * MARGIN + GAP);
        let rows = scenes.len().div_ceil(columns);
        let caption = options.caption.as_deref().or(picture.caption.as_deref()).unwrap_or_default();
        let [width, height] = [across * columns as f32 - GAP, down * rows as f32 - GAP];
        let [below, size] = if caption.is_empty() { [0.0; 2] } else { CAPTION[usize::from(columns > 1)] };
        let pixels: f32 = options.size.unwrap_or(if columns > 1 { 1080 } else { 540 }).into();
        let mut drawing = Self { width, height: height + below, pixels, shapes: Vec::new() };
        // A whole number of pixels, so that the two sides have the same scale.
        drawing.height = (drawing.height * pixels / width - 0.01).ceil() * width / pixels;
        drawing.add("grid", "paper", Outline::Rectangle([0.0, 0.0, width, drawing.height, 0.0]));
        for (number, scene) in scenes.iter().enumerate() {
            let [x, y] = [number % columns, number / columns].map(|place| place as f32);
            let (x, y) = (x * across + MARGIN + labels, y * down + MARGIN + labels + title);
            Panel { drawing: &mut drawing, x, y }.draw(scene, options, labels);
        }
        drawing.add_line("caption", caption, [width / 2.0, height + below / 2.0 - 2.0, size], width - 4.0 * MARGIN);
        drawing
    }

    fn add(&mut self, kind: &'static str, role: &str, outline: Outline) {
        self.shapes.push(Shape { look: Look::of(kind, role), outline });
    }

    /// A line of text around a point. If it is wider than `most`, it is written smaller, or shortened.
    fn add_line(&mut self, role: &str, text: &str, place: [f32; 3], most: f32) {
        let [x, y, size] = place;
        let mut shown: String = text.chars().take(LONGEST_LINE).collect();
        let size = (most / glyphs::width(&shown, 1.0)).floor().clamp((size / 2.0).ceil(), size);
        while glyphs::width(&shown, size) > most {
            let end = shown.trim_end_matches("...").char_indices().next_back().map_or(0, |(end, _)| end);
            shown = format!("{}...", shown[..end].trim_end());
        }
        if !shown.is_empty() {
            self.add("text", role, Outline::Text(shown, [x, y, size]));
        }
    }
}

/// The place of a grid in a drawing.
struct Panel<'a> {
    drawing: &'a mut Drawing,
    x: f32,
    y: f32,
}

impl Panel<'_> {
    fn draw(&mut self, scene: &Scene, options: &PictureOptions, labels: f32) {
        let title = [self.x + SIDE / 2.0, self.y - labels - 20.0, 16.0];
        self.drawing.add_line("title", &scene.title, title, SIDE);
        for number in (1..=9_u8).filter(|_| options.labels) {
            let along = (f32::from(number) - 0.5) * CELL;
            for (name, x, y) in [("c", along, -14.0), ("r", -14.0, along)] {
                self.text("text", "label", format!("{name}{number}"), [x, y, 10.0]);
            }
        }
        for &(cell, role) in scene.cells.iter().filter(|(_, role)| *role != "remove") {
            self.cell(cell, role);
        }
        self.lines();
        for house in &scene.houses {
            let [x, y, width, height] = area(*house);
            self.add("house", "", Outline::Rectangle([x + 3.0, y + 3.0, width - 6.0, height - 6.0, 5.0]));
        }
        for &(from, to, kind) in &scene.links {
            self.link(candidate_place(from), candidate_place(to), kind);
        }
        self.candidates(scene, options.notes);
        for role in ["given", "player", "solved", "place"] {
            for (cell, digit) in (0..).zip(&scene.digits) {
                if let Some((digit, _)) = digit.filter(|(_, known)| *known == role) {
                    let [x, y] = corner(cell).map(|start| start + CELL / 2.0);
                    self.text("digit", role, digit.to_string(), [x, y, DIGIT]);
                }
            }
        }
        for &(cell, role) in &scene.cells {
            let [x, y] = corner(cell);
            // A cross in the corner, or over the digit.
            let [left, top, side] = match role {
                "mistake" => [x + 43.5, y + 8.5, 7.0],
                "remove" => [x + 10.0, y + 10.0, CELL - 20.0],
                _ => continue,
            };
            self.path("cell", role, &[[left, top], [left + side, top + side]]);
            self.path("cell", role, &[[left + side, top], [left, top + side]]);
        }
    }

    fn cell(&mut self, cell: u8, role: &'static str) {
        let [x, y] = corner(cell);
        let side = CELL - 9.0;
        let radius = match role {
            "conflict" | "redundant" => side / 2.0,
            "core" => 0.0,
            _ => 6.0,
        };
        self.add("cell", role, Outline::Rectangle([x + 4.5, y + 4.5, side, side, radius]));
    }

    fn lines(&mut self) {
        for (role, numbers) in [("thin", &[1_u8, 2, 4, 5, 7, 8][..]), ("thick", &[3, 6])] {
            for &number in numbers {
                let along = f32::from(number) * CELL;
                self.path("grid", role, &[[along, 0.0], [along, SIDE]]);
                self.path("grid", role, &[[0.0, along], [SIDE, along]]);
            }
        }
        self.add("grid", "frame", Outline::Rectangle([0.0, 0.0, SIDE, SIDE, 2.0]));
    }

    /// A slightly curved arrow from the rim of one candidate to that of another, so that arrows along one line stay apart.
    fn link(&mut self, from: [f32; 2], to: [f32; 2], kind: &'static str) {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let length = dx.hypot(dy).max(1.0);
        let bend = if length < 50.0 { 0.0 } else { (length * 0.12).min(20.0) / length };
        let middle = [f32::midpoint(from[0], to[0]) - dy * bend, f32::midpoint(from[1], to[1]) + dx * bend];
        let toward = |end: [f32; 2], distance: f32| {
            let [dx, dy] = [middle[0] - end[0], middle[1] - end[1]];
            let share = distance / dx.hypot(dy).max(1.0);
            [end[0] + dx * share, end[1] + dy * share]
        };
        let [start, tip] = [toward(from, RADIUS + 1.0), toward(to, RADIUS + 2.0)];
        let mut path = String::new();
        for (before, [x, y]) in ["M", "Q", " "].into_iter().zip([start, middle, tip]) {
            push(&mut path, before, self.x + x);
            push(&mut path, " ", self.y + y);
        }
        self.add("link", kind, Outline::Path(path));
        let direction = (middle[1] - to[1]).atan2(middle[0] - to[0]);
        let barb = |turn: f32| [tip[0] + 6.5 * (direction + turn).cos(), tip[1] + 6.5 * (direction + turn).sin()];
        self.path("link", "arrow", &[barb(0.45), tip, barb(-0.45)]);
    }

    fn candidates(&mut self, scene: &Scene, shown: Marks) {
        for &(cell, digit, role) in &scene.candidates {
            let [x, y] = candidate_place([cell, digit]);
            let side = 2.0 * RADIUS;
            self.add("candidate", role, Outline::Rectangle([x - RADIUS, y - RADIUS, side, side, RADIUS]));
        }
        let marks = match shown {
            Marks::None => None,
            Marks::Given => scene.marks,
            Marks::All => Some(scene.all_candidates()),
        };
        for (cell, marks) in (0..).zip(marks.unwrap_or([0; 81])) {
            let has_role = |digit| scene.candidates.iter().any(|&(other, marked, _)| (other, marked) == (cell, digit));
            let is_blank = scene.digits[usize::from(cell)].is_none();
            for digit in (1..=9).filter(|&digit| is_blank && marks >> (digit - 1) & 1 != 0 && !has_role(digit)) {
                self.mark([cell, digit], "");
            }
        }
        for &(cell, digit, role) in &scene.candidates {
            let weight = match role {
                "place" | "eliminate" => role,
                "off" | "given-up" => "weak",
                _ => "strong",
            };
            self.mark([cell, digit], weight);
        }
        for &(cell, digit, _) in scene.candidates.iter().filter(|(.., role)| *role == "eliminate") {
            let [x, y] = candidate_place([cell, digit]);
            self.path("candidate", "strike", &[[x - 7.5, y + 7.5], [x + 7.5, y - 7.5]]);
        }
    }

    fn mark(&mut self, candidate: [u8; 2], weight: &'static str) {
        let [x, y] = candidate_place(candidate);
        self.text("mark", weight, candidate[1].to_string(), [x, y, MARK]);
    }

    fn text(&mut self, kind: &'static str, role: &str, text: String, [x, y, size]: [f32; 3]) {
        self.drawing.add(kind, role, Outline::Text(text, [self.x + x, self.y + y, size]));
    }

    fn path(&mut self, kind: &'static str, role: &str, points: &[[f32; 2]]) {
        let mut path = String::new();
        for (command, [x, y]) in ["M", "L", "L"].into_iter().zip(points) {
            push(&mut path, command, self.x + x);
            push(&mut path, " ", self.y + y);
        }
        self.drawing.add(kind, role, Outline::Path(path));
    }

    fn add(&mut self, kind: &'static str, role: &str, outline: Outline) {
        let outline = match outline {
            Outline::Rectangle([x, y, width, height, radius]) => {
                Outline::Rectangle([self.x + x, self.y + y, width, height, radius])
            }
            other => other,
        };
        self.drawing.add(kind, role, outline);
    }
}

/// The top left corner of a cell.
fn corner(cell: u8) -> [f32; 2] {
    [cell % 9, cell / 9].map(|place| f32::from(place) * CELL)
}

/// The middle of a candidate: its cell and digit.
fn candidate_place([cell, digit]: [u8; 2]) -> [f32; 2] {
    let [x, y] = corner(cell);
    let place = |third: u8| 12.0 + f32::from(third) * 17.5;
    [x + place((digit - 1) % 3), y + place((digit - 1) / 3)]
}

/// The x, y, width and height of a house.
fn area(house: House) -> [f32; 4] {
    let number = house.number - 1;
    match house.kind {
        HouseKind::Row => [0.0, f32::from(number) * CELL, SIDE, CELL],
        HouseKind::Column => [f32::from(number) * CELL, 0.0, CELL, SIDE],
        HouseKind::Box => {
            let [x, y] = [number % 3, number / 3].map(|place| f32::from(place) * 3.0 * CELL);
            [x, y, 3.0 * CELL, 3.0 * CELL]
        }
    }
}
