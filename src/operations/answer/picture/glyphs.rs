//! The strokes of digits, letters and signs: paths in a box whose capitals are 100 units high, drawn with round ends.
//!
//! Strokes need no font, so that a picture is the same everywhere. They are also short, and their weight is a matter of the
//! line width.

use std::sync::LazyLock;

use super::numbers::push;

/// The first character of [`GLYPHS`].
const FIRST: char = '!';

/// The distance between two characters, and half of the width of a space.
const SPACING: f32 = 20.0;

/// A character: its width and its strokes, a path of the commands `M`, `L` and `C` with absolute coordinates.
pub struct Glyph {
    /// The character.
    pub character: char,
    width: u8,
    strokes: &'static str,
}

/// A character of a text with the coordinates of its middle.
pub type Placed = (&'static Glyph, f32, f32);

/// The characters of a text that is `size` units high, and whose middle is at (x, y).
pub fn centred(text: &str, x: f32, y: f32, size: f32) -> impl Iterator<Item = Placed> {
    placed(text, x - width(text, size) / 2.0, y, size)
}

/// The width of a text that is `size` units high.
pub fn width(text: &str, size: f32) -> f32 {
    let end =
        placed(text, 0.0, 0.0, size).last().map_or(0.0, |(glyph, x, _)| x + f32::from(glyph.width) * size / 200.0);
    end.max(0.0)
}

fn placed(text: &str, start: f32, y: f32, size: f32) -> impl Iterator<Item = Placed> {
    let mut next = start;
    text.chars().filter_map(move |character| {
        let glyph = u32::from(character).checked_sub(u32::from(FIRST)).and_then(|place| GLYPHS.get(place as usize));
        let width = glyph.map_or(SPACING, |glyph| f32::from(glyph.width)) * size / 100.0;
        let middle = next + width / 2.0;
        next += width + SPACING * size / 100.0;
        glyph.map(|glyph| (glyph, middle, y))
    })
}

impl Glyph {
    /// Reads a line such as `7 58 M3 0L55 0L21 100`: the character, its width and its strokes.
    fn read(line: &'static str) -> Self {
        let mut parts = line.splitn(3, ' ');
        let mut part = || parts.next().expect("three parts");
        let [character, width, strokes] = [part(), part(), part()];
        let character = character.chars().next().expect("a character");
        Self { character, width: width.parse().expect("a number"), strokes }
    }

    /// Adds the strokes to a path, `size` units high, around a point.
    pub fn draw(&self, path: &mut String, size: f32, place: [f32; 2]) {
        let middle = [f32::from(self.width) / 2.0, 50.0];
        let mut axis = 0;
        for part in self.strokes.split_inclusive(|c: char| !matches!(c, '0'..='9' | '-')) {
            let number = part.trim_end_matches(|c: char| !c.is_ascii_digit());
            if let Ok(value) = number.parse::<f32>() {
                push(path, "", place[axis] + (value - middle[axis]) * size / 100.0);
                axis = 1 - axis;
            }
            path.push_str(&part[number.len()..]);
        }
    }
}

/// Every printable ASCII character besides the space, in order.
static GLYPHS: LazyLock<Vec<Glyph>> = LazyLock::new(|| include_str!("glyphs.txt").lines().map(Glyph::read).collect());
