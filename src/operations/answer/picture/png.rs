//! Pictures as PNG.
//!
//! `tiny-skia` draws the shapes. The smooth edges that it draws have thousands of colours. A palette has few, so that the file
//! is a third as long.

use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use super::drawing::{Drawing, Outline, Shape};
use super::glyphs;
use super::looks::{Look, Tone};
use super::options::{PictureOptions, Theme};
use super::scene::Picture;
use crate::sudoku::solver::CancelFlag;

/// The number of colours that a palette can have.
const MOST_COLOURS: usize = 256;

/// Two colours have a place of their own in the palette if their red, green or blue differs by this much.
const DIFFERENT: u8 = 16;

/// The binary logarithm of the number of kinds of colours whose number is remembered.
const KINDS: u32 = 10;

/// The bytes of the pixels that are drawn at once. The whole of the largest picture has 27 MB. If it had a canvas, its end would
/// raise the size from which the allocator of glibc gives memory back to the system to as much, for everything.
const STRIP: usize = 512 * 1024;

/// The picture as a file; empty if the flag is raised. It is drawn in strips from top to bottom.
pub fn png(picture: &Picture, options: &PictureOptions, cancel: &CancelFlag) -> Vec<u8> {
    let drawing = Drawing::of(picture, options);
    let (scale, is_dark) = (drawing.pixels / drawing.width, options.theme == Theme::Dark);
    let [width, height] = [drawing.pixels, drawing.height * scale].map(|side| side.round() as u32);
    let layers = Layers::of(&drawing.shapes, scale, is_dark);
    let mut palette = Palette { colours: Tone::colours(is_dark).to_vec(), known: [(u32::MAX, 0); 1 << KINDS] };
    // The next level takes a third longer, and saves 8 % at most.
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(5));
    let row = 4 * width as usize;
    let rows = ((STRIP / row) as u32).clamp(1, height);
    for top in (0..height).step_by(rows as usize) {
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let mut strip = Pixmap::new(width, rows.min(height - top)).expect("a picture has pixels");
        layers.draw(&mut strip, i16::try_from(top).expect("a picture has fewer rows"));
        encoder.write_all(&palette.numbered(strip.data(), row)).expect("writing to a vector cannot fail");
    }
    let data = encoder.finish().expect("writing to a vector cannot fail");
    file([width, height], &palette.colours, &data)
}

/// What is drawn on each strip, from back to front.
struct Layers<'a> {
    all: Vec<Layer>,
    /// Digits are repeated, so each is drawn once and then copied.
    stamps: HashMap<Stamp<'a>, Rc<Pixmap>>,
    scale: f32,
    is_dark: bool,
}

enum Layer {
    /// An area that is filled.
    Area(Path, Paint<'static>),
    /// Pixels that are copied, and the column and row of the first.
    Copy(Rc<Pixmap>, [i32; 2]),
}

/// A text with its height, its look and the quarters of a pixel that its middle is right of and below a pixel's corner.
type Stamp<'a> = (&'a str, u32, *const Look, [u8; 2]);

impl<'a> Layers<'a> {
    fn of(shapes: &'a [Shape], scale: f32, is_dark: bool) -> Self {
        let mut layers = Self { all: Vec::new(), stamps: HashMap::new(), scale, is_dark };
        for Shape { look, outline } in shapes {
            match outline {
                Outline::Text(text, place) if look.kind != "text" => layers.add_stamp(look, text, *place),
                outline => layers.add(look, outline, Transform::from_scale(scale, scale)),
            }
        }
        layers
    }

    fn add(&mut self, look: &Look, outline: &Outline, transform: Transform) {
        let Some(path) = path(outline) else { return };
        // `stroke_path` would draw a line that is thinner than a pixel as a paler one of a pixel.
        let line = look.stroke.and_then(|tone| {
            let stroke = stroke(look);
            let dashed = stroke.dash.as_ref().and_then(|dash| path.dash(dash, self.scale));
            Some((dashed.as_ref().unwrap_or(&path).stroke(&stroke, self.scale)?, tone))
        });
        for (path, tone) in look.fill.map(|tone| (path, tone)).into_iter().chain(line) {
            let [_, red, green, blue] = tone.colour(self.is_dark).to_be_bytes();
            let mut paint = Paint::default();
            paint.set_color_rgba8(red, green, blue, 255);
            self.all.extend(path.transform(transform).map(|path| Layer::Area(path, paint)));
        }
    }

    /// Adds a text that is copied from one that is at most an eighth of a pixel off.
    fn add_stamp(&mut self, look: &'static Look, text: &'a str, [x, y, size]: [f32; 3]) {
        let quarters = [x, y].map(|place| (place * self.scale * 4.0).round() as i32);
        let offset = quarters.map(|quarters| (quarters & 3) as u8);
        let half = ((size / 2.0 + f32::from(look.width) / 20.0) * self.scale).ceil() + 1.0;
        let stamp = self.stamps.entry((text, size.to_bits(), look, offset)).or_insert_with(|| {
            let [x, y] = offset.map(|quarters| half + f32::from(quarters) / 4.0);
            let mut layers = Self { all: Vec::new(), stamps: HashMap::new(), ..*self };
            let transform = Transform::from_row(self.scale, 0.0, 0.0, self.scale, x, y);
            layers.add(look, &Outline::Text(text.to_owned(), [0.0, 0.0, size]), transform);
            let mut pixels = Pixmap::new(2 * half as u32, 2 * half as u32).expect("a digit has pixels");
            layers.draw(&mut pixels, 0);
            Rc::new(pixels)
        });
        self.all.push(Layer::Copy(Rc::clone(stamp), quarters.map(|quarters| (quarters >> 2) - half as i32)));
    }

    /// Draws the rows from `top` on.
    fn draw(&self, strip: &mut Pixmap, top: i16) {
        let transform = Transform::from_translate(0.0, -f32::from(top));
        for layer in &self.all {
            match layer {
                Layer::Area(path, paint) => strip.fill_path(path, paint, FillRule::Winding, transform, None),
                Layer::Copy(stamp, [left, row]) => copy(strip, stamp, [*left, row - i32::from(top)]),
            }
        }
    }
}

/// Copies pixels to a place that may reach beyond the edges.
fn copy(strip: &mut Pixmap, stamp: &Pixmap, start: [i32; 2]) {
    let [left, top] = start.map(|start| start.max(0) as usize);
    let [cut_left, cut_top] = start.map(|start| start.min(0).unsigned_abs() as usize);
    let [across, width] = [stamp.width() as usize, strip.width() as usize];
    let rows = strip.data_mut().chunks_exact_mut(4 * width).skip(top);
    for (row, stamped) in rows.zip(stamp.data().chunks_exact(4 * across).skip(cut_top)) {
        let pixels = row.chunks_exact_mut(4).skip(left);
        for (behind, pixel) in pixels.zip(stamped.chunks_exact(4).skip(cut_left)) {
            // The colours have been multiplied by their opacity.
            let shade = u16::from(u8::MAX - pixel[3]);
            for (behind, part) in behind.iter_mut().zip(pixel) {
                *behind = part + (u16::from(*behind) * shade / 255) as u8;
            }
        }
    }
}

/// The pen for lines of this look.
fn stroke(look: &Look) -> Stroke {
    let dash = look.dash.map(|length| f32::from(length) / 10.0);
    Stroke {
        width: f32::from(look.width) / 10.0,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash: StrokeDash::new(dash.to_vec(), 0.0),
        ..Stroke::default()
    }
}

/// An outline to fill or to stroke, unless it is empty.
fn path(outline: &Outline) -> Option<Path> {
    let mut path = PathBuilder::new();
    match outline {
        Outline::Rectangle([x, y, width, height, radius]) => {
            let [right, bottom] = [x + width, y + height];
            // The distance of a corner from the controls of its curve, which is nearly a quarter of a circle.
            let control = radius * 0.4477;
            path.move_to(x + radius, *y);
            // The corners, each with the directions to it and from it.
            for ([x, y], [ax, ay], [bx, by]) in [
                ([right, *y], [1.0, 0.0], [0.0, 1.0]),
                ([right, bottom], [0.0, 1.0], [-1.0, 0.0]),
                ([*x, bottom], [-1.0, 0.0], [0.0, -1.0]),
                ([*x, *y], [0.0, -1.0], [1.0, 0.0]),
            ] {
                let before = |distance: f32| [x - ax * distance, y - ay * distance];
                let after = |distance: f32| [x + bx * distance, y + by * distance];
                let ([startx, starty], [endx, endy]) = (before(*radius), after(*radius));
                let ([firstx, firsty], [secondx, secondy]) = (before(control), after(control));
                path.line_to(startx, starty);
                path.cubic_to(firstx, firsty, secondx, secondy, endx, endy);
            }
            path.close();
        }
        Outline::Path(written) => follow(&mut path, written),
        Outline::Text(text, [x, y, size]) => {
            let mut written = String::new();
            for (glyph, x, y) in glyphs::centred(text, *x, *y, *size) {
                glyph.draw(&mut written, *size, [x, y]);
            }
            follow(&mut path, &written);
        }
    }
    path.finish()
}

/// Adds a path of the commands `M`, `L`, `Q` and `C` with absolute coordinates.
fn follow(path: &mut PathBuilder, written: &str) {
    let mut rest = written;
    while !rest.is_empty() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<f32> = rest[1..end].split(' ').filter_map(|number| number.parse().ok()).collect();
        match (&rest[..1], &numbers[..]) {
            ("M", &[x, y]) => path.move_to(x, y),
            ("L", &[x, y]) => path.line_to(x, y),
            ("Q", &[a, b, x, y]) => path.quad_to(a, b, x, y),
            ("C", &[x1, y1, x2, y2, x, y]) => path.cubic_to(x1, y1, x2, y2, x, y),
            other => unreachable!("{other:?} is no command of a drawing"),
        }
        rest = &rest[end..];
    }
}

/// The colours of a file, which have numbers.
struct Palette {
    colours: Vec<u32>,
    /// The last colour of each kind and its number, so that a colour is seldom compared with the others again.
    known: [(u32, u8); 1 << KINDS],
}

impl Palette {
    /// Rows of a file, in which the colour of each pixel has a number. `pixels` have four bytes each, a row has `row` bytes.
    fn numbered(&mut self, pixels: &[u8], row: usize) -> Vec<u8> {
        let mut rows = Vec::with_capacity(pixels.len() / 4 + pixels.len() / row);
        for row in pixels.chunks_exact(row) {
            // The kind of the row's filter: none.
            rows.push(0);
            rows.extend(row.chunks_exact(4).map(|pixel| {
                let colour = u32::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
                // The golden ratio spreads colours that differ in a few bits.
                let kind = (colour.wrapping_mul(0x9e37_79b9) >> (u32::BITS - KINDS)) as usize;
                if self.known[kind].0 != colour {
                    self.known[kind] = (colour, self.number(colour));
                }
                self.known[kind].1
            }));
        }
        rows
    }

    /// The number of the most similar colour, or of this one if none is similar enough and the palette has room.
    fn number(&mut self, colour: u32) -> u8 {
        let distance = |known: &u32| {
            known.to_be_bytes().iter().zip(colour.to_be_bytes()).map(|(known, part)| known.abs_diff(part)).max()
        };
        let nearest = self.colours.iter().map(distance).enumerate().min_by_key(|(_, distance)| *distance);
        match nearest {
            Some((number, distance)) if distance < Some(DIFFERENT) || self.colours.len() == MOST_COLOURS => {
                number as u8
            }
            _ => {
                self.colours.push(colour);
                (self.colours.len() - 1) as u8
            }
        }
    }
}

/// A file of compressed rows whose pixels have a byte each.
fn file(sides: [u32; 2], colours: &[u32], data: &[u8]) -> Vec<u8> {
    let palette: Vec<u8> = colours.iter().flat_map(|colour| colour.to_be_bytes().into_iter().skip(1)).collect();
    let mut header = sides.map(u32::to_be_bytes).concat();
    // Eight bits for a pixel, with a palette.
    header.extend([8, 3, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", &header[..]), (b"PLTE", &palette), (b"IDAT", data), (b"IEND", &[])] {
        file.extend_from_slice(&(data.len() as u32).to_be_bytes());
        let mut check = Crc::new();
        for part in [&name[..], data] {
            check.update(part);
            file.extend_from_slice(part);
        }
        file.extend_from_slice(&check.sum().to_be_bytes());
    }
    file
}
