//! Pictures as SVG.

use std::collections::BTreeSet;

use super::drawing::{Drawing, Outline};
use super::glyphs;
use super::looks::Look;
use super::numbers::push;
use super::options::{Font, PictureOptions, Theme};
use super::scene::Picture;

/// Maximum length of a description in bytes.
const LONGEST_DESCRIPTION: usize = 4096;

/// The picture as a document. `description` is the answer as text.
pub fn svg(picture: &Picture, options: &PictureOptions, description: &str) -> String {
    let drawing = Drawing::of(picture, options);
    let mut body = String::with_capacity(16 * 1024);
    let mut used: Vec<&'static Look> = Vec::new();
    let mut digits: BTreeSet<(u8, char)> = BTreeSet::new();
    let mut last: Option<&'static Look> = None;
    for shape in &drawing.shapes {
        let look = shape.look;
        if !last.is_some_and(|last| std::ptr::eq(last, look)) {
            if last.is_some() {
                body.push_str("</g>");
            }
            body += "<g class=\"";
            push_class(&mut body, look, ' ');
            body += "\">";
            last = Some(look);
            if !used.iter().any(|known| std::ptr::eq(*known, look)) {
                used.push(look);
            }
        }
        match &shape.outline {
            Outline::Rectangle([x, y, width, height, radius]) => {
                let numbers = [("<rect x=\"", x), ("\" y=\"", y), ("\" width=\"", width), ("\" height=\"", height)];
                for (name, number) in numbers {
                    push(&mut body, name, *number);
                }
                if *radius > 0.0 {
                    push(&mut body, "\" rx=\"", *radius);
                }
                body += "\"/>";
            }
            Outline::Path(path) => {
                body += "<path d=\"";
                body += path;
                body += "\"/>";
            }
            Outline::Text(text, [x, y, size]) if options.font == Font::Reader => {
                push(&mut body, "<text x=\"", *x);
                push(&mut body, "\" y=\"", *y);
                push(&mut body, "\" font-size=\"", size * 1.35);
                body += "\">";
                body += &escape(text);
                body += "</text>";
            }
            Outline::Text(text, [x, y, size]) if look.kind == "text" => {
                body += "<path d=\"";
                for (glyph, x, y) in glyphs::centred(text, *x, *y, *size) {
                    glyph.draw(&mut body, *size, [x, y]);
                }
                body += "\"/>";
            }
            // Digits are repeated, so each is defined once.
            Outline::Text(text, [x, y, size]) => {
                for (glyph, x, y) in glyphs::centred(text, *x, *y, *size) {
                    digits.insert((*size as u8, glyph.character));
                    push(&mut body, "<use href=\"#g", *size);
                    body.push('-');
                    body.push(glyph.character);
                    push(&mut body, "\" x=\"", x);
                    push(&mut body, "\" y=\"", y);
                    body += "\"/>";
                }
            }
        }
    }
    body += "</g></svg>\n";
    head(picture, options, description, &drawing, &used, &digits) + &body
}

fn head(
    picture: &Picture,
    options: &PictureOptions,
    description: &str,
    drawing: &Drawing,
    used: &[&'static Look],
    digits: &BTreeSet<(u8, char)>,
) -> String {
    let Drawing { width, height, pixels, .. } = drawing;
    let mut head = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    push(&mut head, " width=\"", *pixels);
    push(&mut head, "\" height=\"", (pixels * height / width).round());
    push(&mut head, "\" viewBox=\"0 0 ", *width);
    push(&mut head, " ", *height);
    let description = shortened(description.trim_end());
    head += &format!("\"><title>{}</title><desc>{}</desc><style>", escape(&picture.title), escape(&description));
    let is_text = options.font == Font::Reader;
    head += "g{fill:none;stroke-linecap:round;stroke-linejoin:round}";
    if is_text {
        head += "text{font-family:\"Avenir Next\",\"Segoe UI\",\"Helvetica Neue\",\"Liberation Sans\",Arial,sans-serif;\
            text-anchor:middle;dominant-baseline:central}";
    }
    for look in used {
        push_rule(&mut head, look, options.theme == Theme::Dark, is_text, true);
    }
    if options.theme == Theme::Auto {
        head += "@media(prefers-color-scheme:dark){";
        for look in used {
            push_rule(&mut head, look, true, is_text, false);
        }
        head += "}";
    }
    head += "</style><defs>";
    for &(size, digit) in digits {
        for (glyph, ..) in glyphs::centred(&digit.to_string(), 0.0, 0.0, 1.0) {
            head += &format!("<path id=\"g{size}-{digit}\" d=\"");
            glyph.draw(&mut head, size.into(), [0.0, 0.0]);
            head += "\"/>";
        }
    }
    head += "</defs>";
    head
}

/// The rule of a look: its colours and, if `whole`, everything else.
fn push_rule(css: &mut String, look: &Look, dark: bool, is_text: bool, whole: bool) {
    let is_letter = is_text && matches!(look.kind, "digit" | "mark" | "text");
    css.push('.');
    push_class(css, look, '.');
    css.push('{');
    let (fill, stroke) = if is_letter { (look.stroke, None) } else { (look.fill, look.stroke) };
    for (property, tone) in [("fill", fill), ("stroke", stroke)] {
        if let Some(tone) = tone {
            css.push_str(&format!("{property}:#{:06x};", tone.colour(dark)));
        }
    }
    if whole && is_letter && look.width >= 15 {
        css.push_str("font-weight:700");
    } else if whole && !is_letter && look.width > 0 {
        push(css, "stroke-width:", f32::from(look.width) / 10.0);
        if look.dash[1] > 0 {
            push(css, ";stroke-dasharray:", f32::from(look.dash[0]) / 10.0);
            push(css, " ", f32::from(look.dash[1]) / 10.0);
        }
    }
    css.push('}');
}

/// The classes of a look: its kind, then its role.
fn push_class(out: &mut String, look: &Look, separator: char) {
    out.push_str(look.kind);
    if !look.role.is_empty() {
        out.push(separator);
        out.push_str(look.role);
    }
}

/// A text of limited length, cut after a line.
fn shortened(text: &str) -> String {
    if text.len() <= LONGEST_DESCRIPTION {
        return text.to_owned();
    }
    let mut end = 0;
    for line in text.split_inclusive('\n').take_while(|line| line.len() <= LONGEST_DESCRIPTION) {
        if end + line.len() > LONGEST_DESCRIPTION {
            break;
        }
        end += line.len();
    }
    format!("{}...", &text[..end])
}

/// A text with the special characters of XML escaped.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
