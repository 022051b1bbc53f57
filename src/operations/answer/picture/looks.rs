//! How each role looks, in both themes.
//!
//! No colour is the only sign of a role: it has a shape, a weight or a pattern of dashes of its own, too. Text and lines that
//! matter have a contrast of at least 4.5 with what is behind them.

/// A colour of the themes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Paper,
    Ink,
    Soft,
    Hair,
    Blue,
    Amber,
    Red,
    Green,
    BlueTint,
    AmberTint,
    RedTint,
}

/// The colours of the light and the dark theme, in the order of [`Tone`].
const COLOURS: [[u32; 11]; 2] = [
    [
        0xff_ffff, 0x16_181d, 0x56_5c66, 0x8f_959c, 0x1f_4fc4, 0x8a_5300, 0xb3_202a, 0x18_6a3b, 0xdf_e8fb, 0xff_f1b8,
        0xfd_e4e4,
    ],
    [
        0x1c_1f24, 0xee_f0f3, 0xa4_abb6, 0x6b_727d, 0x93_b4ff, 0xf0_bb63, 0xff_8f8a, 0x7f_d6a0, 0x2b_3550, 0x43_3c1b,
        0x4a_292d,
    ],
];

impl Tone {
    /// The colours of a theme as numbers of three bytes.
    pub fn colours(dark: bool) -> &'static [u32] {
        &COLOURS[usize::from(dark)]
    }

    /// The colour in a theme.
    pub fn colour(self, dark: bool) -> u32 {
        Self::colours(dark)[self as usize]
    }
}

/// How a shape looks.
#[derive(Debug)]
pub struct Look {
    /// What has this look, such as `cell` or `candidate`.
    pub kind: &'static str,
    /// Its role.
    pub role: &'static str,
    /// The colour that fills it.
    pub fill: Option<Tone>,
    /// The colour of its line.
    pub stroke: Option<Tone>,
    /// The width of its line, in tenths of a unit.
    pub width: u8,
    /// The lengths of the dashes and gaps of its line, in tenths of a unit; zero for a solid line.
    pub dash: [u8; 2],
}

impl Look {
    /// The look of this role.
    ///
    /// # Panics
    /// There is none.
    pub fn of(kind: &str, role: &str) -> &'static Self {
        let found = LOOKS.iter().find(|look| look.kind == kind && look.role == role);
        found.unwrap_or_else(|| panic!("{kind} {role} has no look"))
    }
}

const SOLID: [u8; 2] = [0, 0];
const DASHED: [u8; 2] = [40, 45];
const DOTTED: [u8; 2] = [1, 40];

/// The look of each role.
pub static LOOKS: [Look; 39] = {
    use Tone::{Amber, AmberTint, Blue, BlueTint, Green, Hair, Ink, Paper, Red, RedTint, Soft};
    const fn line(kind: &'static str, role: &'static str, stroke: Tone, width: u8) -> Look {
        Look { kind, role, fill: None, stroke: Some(stroke), width, dash: SOLID }
    }
    const fn area(kind: &'static str, role: &'static str, fill: Tone, line: Tone, width: u8, dash: [u8; 2]) -> Look {
        Look { kind, role, fill: Some(fill), stroke: Some(line), width, dash }
    }
    [
        Look { kind: "grid", role: "paper", fill: Some(Paper), stroke: None, width: 0, dash: SOLID },
        line("grid", "thin", Hair, 10),
        line("grid", "thick", Ink, 20),
        line("grid", "frame", Ink, 30),
        line("digit", "given", Ink, 44),
        line("digit", "player", Blue, 30),
        line("digit", "solved", Green, 24),
        line("digit", "place", Green, 44),
        line("text", "label", Soft, 13),
        line("text", "title", Ink, 16),
        line("text", "caption", Ink, 19),
        area("cell", "where", AmberTint, Amber, 25, SOLID),
        area("cell", "pattern", AmberTint, Amber, 20, SOLID),
        area("cell", "pivot", AmberTint, Amber, 45, SOLID),
        area("cell", "extra", Paper, Amber, 20, DASHED),
        area("cell", "place", AmberTint, Green, 25, SOLID),
        area("cell", "conflict", RedTint, Red, 25, SOLID),
        area("cell", "mistake", RedTint, Red, 20, SOLID),
        area("cell", "differs", BlueTint, Blue, 20, DOTTED),
        area("cell", "core", RedTint, Red, 35, SOLID),
        line("cell", "remove", Red, 30),
        area("cell", "redundant", Paper, Blue, 20, DASHED),
        line("house", "", Blue, 25),
        line("link", "strong", Blue, 20),
        Look { kind: "link", role: "weak", fill: None, stroke: Some(Blue), width: 20, dash: DASHED },
        line("link", "arrow", Blue, 20),
        area("candidate", "pattern", BlueTint, Blue, 8, SOLID),
        area("candidate", "extra", Paper, Blue, 12, DASHED),
        area("candidate", "on", BlueTint, Blue, 20, SOLID),
        area("candidate", "off", Paper, Soft, 10, DASHED),
        area("candidate", "place", Green, Green, 20, SOLID),
        area("candidate", "eliminate", RedTint, Red, 12, SOLID),
        area("candidate", "given-up", Paper, Soft, 12, DOTTED),
        line("candidate", "strike", Red, 12),
        line("mark", "", Soft, 13),
        line("mark", "strong", Ink, 19),
        line("mark", "weak", Soft, 15),
        line("mark", "place", Paper, 21),
        line("mark", "eliminate", Red, 19),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as WCAG 2.2 defines it.
    fn contrast(one: u32, other: u32) -> f64 {
        let light = |colour: u32| {
            let linear = |part: u8| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            let [_, red, green, blue] = colour.to_be_bytes().map(linear);
            0.05 + 0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let [one, other] = [one, other].map(light);
        one.max(other) / one.min(other)
    }

    #[test]
    fn text_and_lines_stand_out_from_what_is_behind_them() {
        use Tone::{AmberTint, BlueTint, Green, Paper, RedTint};
        for look in &LOOKS {
            let is_text = matches!(look.kind, "digit" | "mark" | "text");
            let behind: &[Tone] = match (look.kind, look.role) {
                // On the filled circle of a candidate.
                ("mark", "place") => &[Green],
                ("grid", _) => &[Paper],
                _ => &[Paper, AmberTint, BlueTint, RedTint],
            };
            for (theme, dark) in [("light", false), ("dark", true)] {
                for (stroke, behind) in look.stroke.iter().flat_map(|stroke| behind.iter().map(move |b| (stroke, b))) {
                    let found = contrast(stroke.colour(dark), behind.colour(dark));
                    let least = if is_text { 4.5 } else { 3.0 };
                    assert!(found >= least, "{theme}: {look:?} on {behind:?} has {found:.2}");
                }
            }
        }
    }

    #[test]
    fn no_role_differs_from_another_by_its_colour_alone() {
        // These have another sign: a cross, a circle, sharp corners, a filled circle, or what they are drawn on.
        let has_a_shape = |look: &Look| match look.kind {
            "cell" => matches!(look.role, "mistake" | "conflict" | "core" | "redundant" | "place"),
            "candidate" | "mark" => matches!(look.role, "eliminate" | "place"),
            "digit" => look.role == "place",
            _ => look.role == "arrow",
        };
        for (number, look) in LOOKS.iter().enumerate().filter(|(_, look)| !has_a_shape(look)) {
            for other in LOOKS[number + 1..].iter().filter(|other| other.kind == look.kind && !has_a_shape(other)) {
                let signs = [look, other].map(|look| (look.width, look.dash, look.fill.is_some()));
                assert_ne!(signs[0], signs[1], "{look:?} and {other:?}");
            }
        }
    }
}
