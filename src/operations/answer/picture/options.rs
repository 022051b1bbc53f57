//! The options of how an answer looks: its form, and the size, the colours and the marks of a picture.
//!
//! These options belong to no operation. Every operation accepts them in its query, and all but the form have no effect on an
//! answer that is no picture.

use crate::operations::answer::format::{AnswerForm, FORMS};
use crate::operations::options::{Flag, Integer, OneOf, Parsed, options};

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// As the reader has set it.
    Auto,
}

/// The pencil marks that a picture shows, besides the candidates that the answer speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// None.
    None,
    /// Those of the request or the answer.
    Given,
    /// Every candidate.
    All,
}

/// What an SVG writes digits as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Font {
    /// Outlines, which look the same everywhere.
    Outline,
    /// Text in the reader's font.
    Reader,
}

/// The maximum length of a caption in characters.
const LONGEST_CAPTION: usize = 100;

options! {
    /// The form of an answer, and the options of pictures.
    pub struct PictureOptions {
        /// The form of the answer, which takes precedence over `Accept`. If the answer has no grid, `svg` and `png` have no
        /// effect.
        format: Option<AnswerForm> = OneOf(|| FORMS.to_vec()), example "svg";
        /// The width of a picture in pixels. If absent: 540, or 1080 for several grids side by side.
        size: Option<u16> = Integer(64..=2048_u16), example 270;
        /// The colours of a picture: `auto` follows the reader's setting in an SVG, and is `light` in a PNG.
        theme: Theme = OneOf(|| vec![("light", Theme::Light), ("dark", Theme::Dark), ("auto", Theme::Auto)]),
            default Theme::Auto, example "dark";
        /// Whether a picture names the rows r1 to r9 and the columns c1 to c9.
        labels: bool = Flag, default false, example true;
        /// The pencil marks in a picture, besides the candidates that the answer speaks of: `given` are those of the request
        /// or the answer, `all` every candidate.
        notes: Marks = OneOf(|| vec![("none", Marks::None), ("given", Marks::Given), ("all", Marks::All)]),
            default Marks::Given, example "all";
        /// The line below a picture: at most 100 printable ASCII characters, or empty for none. If absent, the rating of a
        /// puzzle that was rated.
        caption: Option<String> = Parsed {
            expected: "expected at most 100 printable ASCII characters",
            pattern: "^[ -~]{0,100}$",
            parse: caption,
        }, example "Puzzle 7";
        /// How an SVG draws digits: as outlines, or (`reader`) as text in the reader's font, which can be selected.
        font: Font = OneOf(|| vec![("outline", Font::Outline), ("reader", Font::Reader)]),
            default Font::Outline, example "reader";
    }
}

fn caption(text: &str) -> Option<String> {
    let is_drawn = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    (text.len() <= LONGEST_CAPTION && is_drawn).then(|| text.to_owned())
}
