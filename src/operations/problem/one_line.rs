//! Text of a caller on one line, for a terminal or a log.

use std::borrow::Cow;

/// Escapes the characters with which a text could end its line, reorder it (the bidirectional controls) or control a
/// terminal.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if acts(character) { line.extend(character.escape_default()) } else { line.push(character) }
    }
    Cow::Owned(line)
}

fn acts(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_escaped_and_all_else_stays() {
        for (text, expected) in [
            ("R1C1: \u{e9}\u{4e00} \\ \"", "R1C1: \u{e9}\u{4e00} \\ \""),
            ("a\r\n\tb\u{7f}\u{85}\u{1b}[2J", "a\\r\\n\\tb\\u{7f}\\u{85}\\u{1b}[2J"),
            ("\u{2028}\u{2029}\u{202a}\u{202e}", "\\u{2028}\\u{2029}\\u{202a}\\u{202e}"),
            ("\u{61c}\u{200e}\u{200f}\u{2066}\u{2069}", "\\u{61c}\\u{200e}\\u{200f}\\u{2066}\\u{2069}"),
        ] {
            assert_eq!(one_line(text), expected);
        }
    }
}
