//! Pictures as PNG.
//!
//! Every shape is drawn by the distance of each pixel from it: a rectangle with round corners is filled, and lines of straight
//! pieces with round ends are stroked. This is all that a drawing has, is smooth at every size, and needs no further crate.

#![expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]

use std::io::Write;
use std::ops::Range;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::drawing::{Drawing, Outline};
use super::glyphs;
use super::lines::{Point, dashes, length, lines, rim};
use super::looks::Tone;
use super::scene::Picture;
use crate::operations::answer::form::{FormOptions, Theme};
use crate::sudoku::solver::CancelFlag;

/// The number of steps from the colour of the background to that of a shape. Few, so that a picture has few colours.
const SHADES: u8 = 8;

/// The number of colours that a palette can have.
const MOST_COLOURS: usize = 256;

/// The scale below which lines of a digit touch each other.
const SMALL: f32 = 0.4;

/// The picture as a file. It may take tenths of a second, so it looks at the flag between two shapes, where heavy work also
/// pauses for other work. It is left incomplete once the flag is raised.
pub fn png(picture: &Picture, options: &FormOptions, cancel: &CancelFlag) -> Vec<u8> {
    let drawing = Drawing::of(picture, options);
    let (scale, is_dark) = (drawing.pixels / drawing.width, options.theme == Theme::Dark);
    let parts = if scale < SMALL { 4 } else { 1 };
    let mut canvas = Canvas::new(drawing.pixels, drawing.height * scale, parts, Tone::Paper.colour(is_dark));
    // The first shape is the background.
    for shape in drawing.shapes[1..].iter().take_while(|_| !cancel.is_cancelled()) {
        let look = shape.look;
        let fill = look.fill.map(|tone| tone.colour(is_dark));
        let pen = look.stroke.map(|tone| Pen {
            colour: tone.colour(is_dark),
            radius: f32::from(look.width) * scale / 20.0,
            dash: look.dash.map(|length| f32::from(length) * scale / 10.0),
        });
        match &shape.outline {
            Outline::Rectangle(rectangle) => {
                let rectangle = rectangle.map(|length| length * scale);
                if let Some(colour) = fill {
                    canvas.rectangle(rectangle, colour, None);
                }
                match pen {
                    Some(pen) if pen.dash[1] > 0.0 => canvas.stroke(&[rim(rectangle)], &pen),
                    Some(pen) => canvas.rectangle(rectangle, pen.colour, Some(pen.radius)),
                    None => {}
                }
            }
            Outline::Path(path) => {
                if let Some(pen) = pen {
                    canvas.stroke(&lines(path, scale), &pen);
                }
            }
            Outline::Text(text, [x, y, size]) => {
                for (glyph, x, y) in glyphs::centred(text, *x, *y, *size) {
                    let mut path = String::new();
                    glyph.draw(&mut path, *size, [x, y]);
                    if let Some(pen) = &pen {
                        canvas.stroke(&lines(&path, scale), pen);
                    }
                }
            }
        }
    }
    canvas.file()
}

/// What a line is drawn with. Lengths are in pixels.
struct Pen {
    colour: u32,
    radius: f32,
    /// The lengths of dashes and gaps; zero for a solid line.
    dash: [f32; 2],
}

/// Pixels, row by row.
struct Canvas {
    width: usize,
    height: usize,
    /// The rows of the file: a byte for the kind of filter, which is 0 for none, then the colour of each pixel by its number.
    rows: Vec<u8>,
    /// The colours by number. A picture has a few dozen.
    palette: Vec<u32>,
    inks: Vec<Ink>,
    /// Each pixel of a line is drawn as so many parts along each axis. More than one if lines are thinner than a pixel and so
    /// close that several cover a pixel.
    parts: usize,
    mask: Mask,
}

/// The columns and rows of the pixels around these points, in a picture of this width and height.
fn around(sides: [usize; 2], points: &(impl Iterator<Item = Point> + Clone), radius: f32) -> [Range<usize>; 2] {
    [0, 1].map(|axis| {
        let places = points.clone().map(|point| point[axis]);
        let (least, most) =
            places.fold((f32::MAX, f32::MIN), |(least, most), place| (least.min(place), most.max(place)));
        let end = ((most + radius + 1.0).max(0.0) as usize + 1).min(sides[axis]);
        ((least - radius - 1.0).max(0.0) as usize).min(end)..end
    })
}

/// A colour to draw with.
struct Ink {
    colour: u32,
    /// The number of the mixed colour, by the number of the colour below and the shade, once it is known.
    mixed: Vec<Option<u8>>,
}

impl Canvas {
    fn new(width: f32, height: f32, parts: usize, colour: u32) -> Self {
        let [width, height] = [width, height].map(|side| side.round() as usize);
        let rows = vec![0; (width + 1) * height];
        Self { width, height, rows, palette: vec![colour], inks: Vec::new(), parts, mask: Mask::default() }
    }

    /// The number of the ink with this colour.
    fn ink(&mut self, colour: u32) -> usize {
        let known = self.inks.iter().position(|ink| ink.colour == colour);
        known.unwrap_or_else(|| {
            self.inks.push(Ink { colour, mixed: vec![None; MOST_COLOURS * (usize::from(SHADES) + 1)] });
            self.inks.len() - 1
        })
    }

    /// Fills a rectangle with round corners, or draws its rim if there is a radius of a pen.
    fn rectangle(&mut self, [x, y, width, height, radius]: [f32; 5], colour: u32, pen: Option<f32>) {
        let ink = self.ink(colour);
        let [columns, rows] =
            around([self.width, self.height], &[[x, y], [x + width, y + height]].into_iter(), pen.unwrap_or(0.0));
        let [halfx, halfy] = [width / 2.0, height / 2.0];
        // Between the rims of the left and the right side, nothing is drawn.
        let most = pen.map_or(1.0, |pen| 2.0 * pen);
        let edge = pen.map(|pen| pen + radius + 2.0);
        for row in rows {
            let is_middle = |edge: &f32| (row as f32 - y).min(y + height - row as f32) > *edge;
            let [left, right] = match edge.filter(is_middle) {
                Some(edge) => [x + edge, x + width - edge].map(|place| (place.max(0.0) as usize).min(columns.end)),
                None => [columns.end; 2],
            };
            for column in (columns.start..left).chain(right.max(left)..columns.end) {
                let dx = (column as f32 + 0.5 - x - halfx).abs() - halfx + radius;
                let dy = (row as f32 + 0.5 - y - halfy).abs() - halfy + radius;
                let outside = length(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - radius;
                let far = pen.map_or(outside, |pen| outside.abs() - pen);
                self.blend(row, column, ink, shade((0.5 - far).min(most)));
            }
        }
    }

    fn stroke(&mut self, lines: &[Vec<Point>], pen: &Pen) {
        let (ink, parts) = (self.ink(pen.colour), self.parts);
        let sides = [self.width, self.height];
        let [columns, rows] = around(sides, &lines.iter().flatten().copied(), pen.radius);
        let mut mask = std::mem::take(&mut self.mask);
        mask.start = [columns.start * parts, rows.start * parts];
        mask.width = columns.len() * parts;
        mask.shades.clear();
        mask.shades.resize(mask.width * rows.len() * parts, 0);
        mask.touched.clear();
        mask.touched.resize(rows.len() * parts, [usize::MAX, 0]);
        for line in lines {
            let dashed = if pen.dash[1] > 0.0 { dashes(line, pen.dash) } else { Vec::new() };
            for line in if dashed.is_empty() { std::slice::from_ref(line) } else { &dashed } {
                let alone = [line[0], line[0]];
                for ends in if line.len() == 1 { alone.windows(2) } else { line.windows(2) } {
                    let ends = [ends[0], ends[1]].map(|end| end.map(|place| place * parts as f32));
                    mask.cover(sides.map(|side| side * parts), ends, pen.radius * parts as f32);
                }
            }
        }
        for row in 0..rows.len() {
            let touched = &mask.touched[row * parts..(row + 1) * parts];
            let first = touched.iter().map(|[first, _]| *first).min().unwrap_or(usize::MAX);
            let end = touched.iter().map(|[_, end]| *end).max().unwrap_or(0);
            for column in first / parts..end.div_ceil(parts) {
                let shade = mask.mean(column, row, parts);
                self.blend(rows.start + row, columns.start + column, ink, shade);
            }
        }
        self.mask = mask;
    }

    fn blend(&mut self, row: usize, column: usize, ink: usize, shade: u8) {
        if shade == 0 {
            return;
        }
        let pixel = &mut self.rows[row * (self.width + 1) + 1 + column];
        let Ink { colour, mixed } = &mut self.inks[ink];
        let known = &mut mixed[usize::from(*pixel) * (usize::from(SHADES) + 1) + usize::from(shade)];
        let (below, palette) = (self.palette[usize::from(*pixel)], &mut self.palette);
        *pixel = *known.get_or_insert_with(|| number(palette, mix(below, *colour, shade)));
    }

    /// The file.
    fn file(&self) -> Vec<u8> {
        let palette: Vec<u8> =
            self.palette.iter().flat_map(|colour| colour.to_be_bytes().into_iter().skip(1)).collect();
        let [width, height] = [self.width, self.height].map(|side| (side as u32).to_be_bytes());
        // Eight bits for a pixel, with a palette.
        let header = [&width[..], &height, &[8, 3, 0, 0, 0]].concat();
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
        let data = encoder.write_all(&self.rows).and_then(|()| encoder.finish());
        let data = data.expect("writing to a vector cannot fail");
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        for (name, data) in [(b"IHDR", &header), (b"PLTE", &palette), (b"IDAT", &data), (b"IEND", &Vec::new())] {
            file.extend_from_slice(&(data.len() as u32).to_be_bytes());
            let mut check = Crc::new();
            for part in [&name[..], &data[..]] {
                check.update(part);
                file.extend_from_slice(part);
            }
            file.extend_from_slice(&check.sum().to_be_bytes());
        }
        file
    }
}

/// The shade of a pixel that is covered by this share.
fn shade(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * f32::from(SHADES) + 0.5) as u8
}

/// A colour over another one.
fn mix(below: u32, colour: u32, shade: u8) -> u32 {
    let (shade, shades) = (u32::from(shade), u32::from(SHADES));
    let mixed = [16, 8, 0].map(|shift| {
        let [from, to] = [below, colour].map(|colour| colour >> shift & 0xff);
        ((from * (shades - shade) + to * shade + shades / 2) / shades) << shift
    });
    mixed.into_iter().sum()
}

/// The number of a colour in the palette, or of the most similar one if the palette is full.
fn number(palette: &mut Vec<u32>, colour: u32) -> u8 {
    let distance = |known: u32| -> u32 {
        [16, 8, 0].iter().map(|shift| (known >> shift & 0xff).abs_diff(colour >> shift & 0xff)).sum()
    };
    let nearest = palette.iter().enumerate().min_by_key(|(_, known)| distance(**known));
    match nearest {
        Some((number, &known)) if known == colour || palette.len() == MOST_COLOURS => number as u8,
        _ => {
            palette.push(colour);
            (palette.len() - 1) as u8
        }
    }
}

/// How much of each pixel a shape covers, in the rectangle around it.
#[derive(Default)]
struct Mask {
    /// The column and the row of its first pixel.
    start: [usize; 2],
    width: usize,
    shades: Vec<u8>,
    /// For each row, the first column and the end of those that a piece may cover. A long line covers few pixels of the
    /// rectangle around it.
    touched: Vec<[usize; 2]>,
}

impl Mask {
    /// Covers pixels by a straight piece of a line, in a picture of this width and height.
    fn cover(&mut self, sides: [usize; 2], [start, stop]: [Point; 2], radius: f32) {
        let [dx, dy] = [stop[0] - start[0], stop[1] - start[1]];
        let squared = (dx * dx + dy * dy).max(1e-6);
        let most = (2.0 * radius).min(1.0);
        let [columns, rows] = around(sides, &[start, stop].into_iter(), radius);
        let [first, end] = [columns.start, columns.end].map(|column| column - self.start[0]);
        for row in rows {
            let touched = &mut self.touched[row - self.start[1]];
            *touched = [touched[0].min(first), touched[1].max(end)];
            for column in columns.clone() {
                let [px, py] = [column as f32 + 0.5 - start[0], row as f32 + 0.5 - start[1]];
                let along = ((px * dx + py * dy) / squared).clamp(0.0, 1.0);
                let [awayx, awayy] = [px - dx * along, py - dy * along];
                // Most pixels around a piece are not covered, and need no root.
                if awayx * awayx + awayy * awayy < (radius + 0.5) * (radius + 0.5) {
                    let covered = shade((radius + 0.5 - length(awayx, awayy)).min(most));
                    let known = &mut self.shades[(row - self.start[1]) * self.width + column - self.start[0]];
                    *known = (*known).max(covered);
                }
            }
        }
    }

    /// The mean shade of the parts of a pixel.
    fn mean(&self, column: usize, row: usize, parts: usize) -> u8 {
        if parts == 1 {
            return self.shades[row * self.width + column];
        }
        let of_row = |row: usize| &self.shades[row * self.width + column * parts..][..parts];
        let sum: usize = (row * parts..(row + 1) * parts).flat_map(of_row).map(|&shade| usize::from(shade)).sum();
        ((sum + parts * parts / 2) / (parts * parts)) as u8
    }
}
