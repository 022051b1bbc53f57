//! The strokes of digits, letters and signs: paths in a box whose capitals are 100 units high, drawn with round ends.
//!
//! Strokes need no font, so that a picture is the same everywhere. They are also short, and their weight is a matter of the
//! line width.

use super::numbers::push;

/// The distance between two characters, and half of the width of a space.
const SPACING: f32 = 20.0;

/// A character: its width and its strokes, a path of the commands `M`, `L`, `C` and `Z` with absolute coordinates.
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
        let glyph = GLYPHS.iter().find(|glyph| glyph.character == character);
        let width = glyph.map_or(SPACING, |glyph| f32::from(glyph.width)) * size / 100.0;
        let middle = next + width / 2.0;
        next += width + SPACING * size / 100.0;
        glyph.map(|glyph| (glyph, middle, y))
    })
}

impl Glyph {
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

const fn glyph(character: char, width: u8, strokes: &'static str) -> Glyph {
    Glyph { character, width, strokes }
}

/// Every printable ASCII character besides the space. The digits come first, because they are the most frequent.
#[rustfmt::skip]
static GLYPHS: [Glyph; 94] = [
    glyph('1', 36, "M4 19L28 0L28 100"),
    glyph('2', 60, "M5 27C5 11 15 0 30 0C45 0 55 11 55 27C55 39 49 48 40 58L3 100L57 100"),
    glyph('3', 60, "M5 21C8 8 17 0 30 0C44 0 54 10 54 24C54 38 44 47 30 47L23 47M30 47C46 47 57 58 57 73C57 89 45 100 29 100C15 100 6 92 3 79"),
    glyph('4', 62, "M46 100L46 0L2 72L60 72"),
    glyph('5', 60, "M52 0L13 0L8 46C14 40 21 37 30 37C46 37 57 50 57 68C57 87 45 100 28 100C15 100 6 93 3 81"),
    glyph('6', 60, "M45 0C28 12 3 40 3 69C3 87 14 100 30 100C46 100 57 87 57 70C57 53 46 41 31 41C19 41 8 48 4 60"),
    glyph('7', 58, "M3 0L55 0L21 100"),
    glyph('8', 60, "M30 46C17 46 7 37 7 23C7 9 17 0 30 0C43 0 53 9 53 23C53 37 43 46 30 46C14 46 3 57 3 73C3 89 14 100 30 100C46 100 57 89 57 73C57 57 46 46 30 46"),
    glyph('9', 60, "M15 100C32 88 57 60 57 31C57 13 46 0 30 0C14 0 3 13 3 30C3 47 14 59 29 59C41 59 52 52 56 40"),
    glyph('0', 60, "M30 0C48 0 57 20 57 50C57 80 48 100 30 100C12 100 3 80 3 50C3 20 12 0 30 0"),
    glyph('A', 66, "M0 100L33 0L66 100M11 66L55 66"),
    glyph('B', 60, "M5 47L32 47C47 47 57 58 57 73C57 89 47 100 32 100L5 100L5 0L29 0C43 0 52 10 52 23C52 37 43 47 29 47"),
    glyph('C', 68, "M66 21C60 8 50 0 38 0C16 0 3 20 3 50C3 80 16 100 38 100C50 100 60 92 66 79"),
    glyph('D', 66, "M5 0L5 100L25 100C50 100 63 80 63 50C63 20 50 0 25 0L5 0"),
    glyph('E', 52, "M52 0L5 0L5 100L52 100M5 48L45 48"),
    glyph('F', 50, "M50 0L5 0L5 100M5 48L43 48"),
    glyph('G', 68, "M65 20C59 8 50 0 38 0C16 0 3 20 3 50C3 80 16 100 38 100C54 100 66 89 66 70L66 56L42 56"),
    glyph('H', 66, "M5 0L5 100M61 0L61 100M5 48L61 48"),
    glyph('I', 10, "M5 0L5 100"),
    glyph('J', 44, "M39 0L39 70C39 89 30 100 18 100C10 100 5 96 1 88"),
    glyph('K', 60, "M5 0L5 100M55 0L5 60M22 41L58 100"),
    glyph('L', 50, "M5 0L5 100L49 100"),
    glyph('M', 80, "M5 100L5 0L40 64L75 0L75 100"),
    glyph('N', 67, "M5 100L5 0L62 100L62 0"),
    glyph('O', 78, "M39 0C61 0 75 20 75 50C75 80 61 100 39 100C17 100 3 80 3 50C3 20 17 0 39 0"),
    glyph('P', 58, "M5 100L5 0L30 0C46 0 55 12 55 28C55 44 46 56 30 56L5 56"),
    glyph('Q', 78, "M39 0C61 0 75 20 75 50C75 80 61 100 39 100C17 100 3 80 3 50C3 20 17 0 39 0M50 74L72 102"),
    glyph('R', 60, "M5 100L5 0L31 0C47 0 56 12 56 27C56 43 47 54 31 54L5 54M33 54L58 100"),
    glyph('S', 58, "M53 18C50 7 41 0 29 0C14 0 5 10 5 24C5 38 16 43 30 48C46 53 56 60 56 75C56 90 45 100 30 100C16 100 6 92 2 79"),
    glyph('T', 60, "M0 0L60 0M30 0L30 100"),
    glyph('U', 66, "M5 0L5 64C5 88 16 100 33 100C50 100 61 88 61 64L61 0"),
    glyph('V', 64, "M0 0L32 100L64 0"),
    glyph('W', 94, "M0 0L24 100L47 20L70 100L94 0"),
    glyph('X', 62, "M2 0L60 100M60 0L2 100"),
    glyph('Y', 62, "M0 0L31 52L62 0M31 52L31 100"),
    glyph('Z', 62, "M4 0L58 0L3 100L60 100"),
    glyph('a', 53, "M48 34L48 100M48 67C48 48 40 34 25 34C10 34 3 48 3 67C3 86 10 100 25 100C40 100 48 86 48 67"),
    glyph('b', 53, "M5 0L5 100M5 67C5 48 13 34 28 34C43 34 50 48 50 67C50 86 43 100 28 100C13 100 5 86 5 67"),
    glyph('c', 48, "M46 47C42 39 36 34 28 34C12 34 3 48 3 67C3 86 12 100 28 100C36 100 42 95 46 87"),
    glyph('d', 53, "M48 0L48 100M48 67C48 48 40 34 25 34C10 34 3 48 3 67C3 86 10 100 25 100C40 100 48 86 48 67"),
    glyph('e', 52, "M4 66L49 66C49 46 41 34 27 34C12 34 3 48 3 67C3 86 12 100 28 100C37 100 43 95 47 88"),
    glyph('f', 32, "M32 2C19 -3 13 5 13 20L13 100M0 36L29 36"),
    glyph('g', 53, "M48 34L48 104C48 120 40 129 25 129C16 129 9 126 5 119M48 67C48 48 40 34 25 34C10 34 3 48 3 67C3 86 10 100 25 100C40 100 48 86 48 67"),
    glyph('h', 52, "M5 0L5 100M5 62C5 44 14 34 27 34C40 34 47 43 47 58L47 100"),
    glyph('i', 10, "M5 34L5 100M5 9L5 11"),
    glyph('j', 16, "M12 34L12 108C12 122 6 129 -3 128M12 9L12 11"),
    glyph('k', 46, "M5 0L5 100M42 34L5 76M18 62L45 100"),
    glyph('l', 10, "M5 0L5 100"),
    glyph('m', 84, "M5 34L5 100M5 60C5 44 12 34 24 34C35 34 42 42 42 57L42 100M42 60C42 44 50 34 61 34C73 34 79 42 79 57L79 100"),
    glyph('n', 52, "M5 34L5 100M5 62C5 44 14 34 27 34C40 34 47 43 47 58L47 100"),
    glyph('o', 56, "M28 34C44 34 53 48 53 67C53 86 44 100 28 100C12 100 3 86 3 67C3 48 12 34 28 34"),
    glyph('p', 53, "M5 34L5 129M5 67C5 48 13 34 28 34C43 34 50 48 50 67C50 86 43 100 28 100C13 100 5 86 5 67"),
    glyph('q', 53, "M48 34L48 129M48 67C48 48 40 34 25 34C10 34 3 48 3 67C3 86 10 100 25 100C40 100 48 86 48 67"),
    glyph('r', 32, "M5 34L5 100M5 62C5 44 15 32 31 35"),
    glyph('s', 46, "M41 46C38 38 32 34 23 34C12 34 6 41 6 50C6 60 14 63 24 66C36 69 43 74 43 83C43 93 36 100 24 100C14 100 7 96 3 88"),
    glyph('t', 34, "M14 12L14 80C14 95 20 102 33 98M0 36L32 36"),
    glyph('u', 52, "M5 34L5 76C5 91 12 100 25 100C38 100 47 90 47 72M47 34L47 100"),
    glyph('v', 48, "M0 34L24 100L48 34"),
    glyph('w', 74, "M0 34L19 100L37 46L55 100L74 34"),
    glyph('x', 48, "M2 34L46 100M46 34L2 100"),
    glyph('y', 50, "M0 34L25 98M50 34L22 112C18 124 12 130 2 128"),
    glyph('z', 48, "M3 34L44 34L2 100L46 100"),
    glyph('.', 8, "M4 98L4 100"),
    glyph(',', 10, "M7 96L7 101L2 115"),
    glyph(':', 8, "M4 98L4 100M4 42L4 44"),
    glyph(';', 10, "M7 96L7 101L2 115M7 42L7 44"),
    glyph('!', 8, "M4 0L4 66M4 98L4 100"),
    glyph('?', 50, "M3 20C5 8 13 0 25 0C38 0 47 9 47 22C47 40 25 44 25 68M25 98L25 100"),
    glyph('\'', 8, "M4 0L4 24"),
    glyph('"', 26, "M4 0L4 24M22 0L22 24"),
    glyph('(', 26, "M25 -10C9 12 3 32 3 53C3 74 9 94 25 116"),
    glyph(')', 26, "M1 -10C17 12 23 32 23 53C23 74 17 94 1 116"),
    glyph('[', 26, "M24 -10L5 -10L5 116L24 116"),
    glyph(']', 26, "M2 -10L21 -10L21 116L2 116"),
    glyph('{', 30, "M28 -10C14 -10 14 4 14 20C14 42 12 50 2 53C12 56 14 64 14 86C14 102 14 116 28 116"),
    glyph('}', 30, "M2 -10C16 -10 16 4 16 20C16 42 18 50 28 53C18 56 16 64 16 86C16 102 16 116 2 116"),
    glyph('-', 34, "M2 58L32 58"),
    glyph('+', 58, "M2 56L56 56M29 29L29 83"),
    glyph('=', 58, "M2 43L56 43M2 69L56 69"),
    glyph('/', 42, "M42 -6L0 108"),
    glyph('\\', 42, "M0 -6L42 108"),
    glyph('|', 10, "M5 -10L5 116"),
    glyph('<', 56, "M52 26L4 56L52 86"),
    glyph('>', 56, "M4 26L52 56L4 86"),
    glyph('*', 44, "M22 0L22 46M3 11L41 35M41 11L3 35"),
    glyph('#', 64, "M24 8L14 92M50 8L40 92M6 36L60 36M2 66L56 66"),
    glyph('%', 86, "M18 0C28 0 33 9 33 21C33 33 28 42 18 42C8 42 3 33 3 21C3 9 8 0 18 0M68 58C78 58 83 67 83 79C83 91 78 100 68 100C58 100 53 91 53 79C53 67 58 58 68 58M68 0L18 100"),
    glyph('&', 70, "M68 100L22 36C10 19 16 0 33 0C50 0 54 21 40 33L16 52C-2 66 4 100 32 100C52 100 62 82 63 58"),
    glyph('@', 96, "M68 34L64 68C62 84 90 80 90 50C90 22 72 4 48 4C22 4 4 24 4 54C4 84 22 104 50 104C62 104 72 101 80 95M65 52C65 40 59 33 49 33C36 33 28 44 28 57C28 69 34 76 44 76C56 76 64 66 65 52"),
    glyph('$', 58, "M53 18C50 7 41 0 29 0C14 0 5 10 5 24C5 38 16 43 30 48C46 53 56 60 56 75C56 90 45 100 30 100C16 100 6 92 2 79M29 -12L29 112"),
    glyph('_', 56, "M2 112L54 112"),
    glyph('~', 60, "M3 62C11 46 21 46 30 56C39 66 49 66 57 50"),
    glyph('^', 52, "M4 40L26 4L48 40"),
    glyph('`', 22, "M3 0L18 18"),
];
