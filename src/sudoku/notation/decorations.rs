//! What surrounds the cells of a printed grid: prompts, quotes, headings, labels of rows, names, decorations of digits.
//!
//! It is replaced by spaces before any form reads the text, so that no form mistakes it for cells and every fault keeps its
//! place.

use super::lines::{self, Line, is_comment};
use super::remark;

/// Maximum size of a text with a dressed grid in bytes.
const MOST_BYTES: usize = 6 * 1024;

/// Maximum number of its lines: twice those of a list with a cell on each, and some words.
const MOST_LINES: usize = 200;

/// The names of the columns or the rows of a grid, without separators and in the form of [`name`].
const NAMES: [&str; 3] = ["abcdefghi", "012345678", "123456789"];

/// What may precede a number in the name of a column or a row.
const PREFIXES: [&str; 7] = ["column", "col", "c", "row", "r", "v", "x"];

/// What begins each line of a quotation or of the output of a program.
const PROMPTS: [&str; 4] = ["#>", "##", ">>>", ">"];

/// The words of a line below the names of columns that tells their types.
const TYPES: [&str; 11] = ["i8", "i16", "i32", "i64", "u8", "u64", "f64", "str", "---", "<dbl>", "<int>"];

/// A text without what surrounds the cells of its grid. `None` if nothing does, or the text is too long.
pub(super) fn undress(text: &str) -> Option<String> {
    // Of one line, only a name and decorations are no part. The text of a code block is undressed by itself.
    let is_decorated = |c| ['=', '*', '`', '<', '[', '|', '\u{2502}'].contains(&c) || QUOTES.contains(&c);
    let is_bare = !text.trim_end().contains(['\n', '\r', '\u{B}']) && !text.contains(is_decorated);
    if is_bare || text.len() > MOST_BYTES || text.contains("```") {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    for Line { number, text, .. } in lines::lines(text) {
        lines.resize(number - 1, String::new());
        lines.push(text.to_owned());
    }
    if lines.len() > MOST_LINES {
        return None;
    }
    let before = lines.join("\n");
    for line in lines.iter_mut().filter(|line| line.contains(BARS)) {
        *line = line.replace(BARS, "|");
    }
    without_quotes(&mut lines);
    without_prompts(&mut lines);
    without_decorations(&mut lines);
    without_names(&mut lines);
    without_labels(&mut lines);
    without_remarks(&mut lines);
    Some(lines.join("\n")).filter(|text| *text != before)
}

/// Spaces in the place of a text.
fn blank(text: &str) -> String {
    " ".repeat(text.chars().count())
}

/// The bars between columns in box drawing.
const BARS: [char; 3] = ['\u{2502}', '\u{2506}', '\u{2551}'];

/// The quotation marks that shells leave around a text, and those that text processors of any language make of them. Straight
/// double ones make it JSON.
const QUOTES: [char; 9] =
    ['\'', '\u{2018}', '\u{2019}', '\u{201A}', '\u{201C}', '\u{201D}', '\u{201E}', '\u{AB}', '\u{BB}'];

/// The only line has a pair of quotation marks around it, and no others.
fn without_quotes(lines: &mut [String]) {
    let mut lines = lines.iter_mut().filter(|line| !line.is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else { return };
    let inner = line.trim_matches(' ').strip_prefix(QUOTES).and_then(|rest| rest.strip_suffix(QUOTES));
    if inner.is_some_and(|inner| !inner.contains(QUOTES)) {
        *line = line.replace(QUOTES, " ");
    }
}

/// Nine lines or more begin with a prompt.
fn without_prompts(lines: &mut [String]) {
    let has = |line: &str, prompt: &str| line.trim_start_matches(' ').starts_with(prompt);
    let is_usual = |prompt: &&&str| lines.iter().filter(|line| has(line, prompt)).count() >= 9;
    let Some(prompt) = PROMPTS.iter().find(is_usual) else { return };
    for line in lines {
        if has(line, prompt) {
            *line = line.replacen(prompt, &blank(prompt), 1);
        } else if remark::cells_in(line) < 9 {
            // What was typed, or a reply.
            line.clear();
        }
    }
}

/// What surrounds a digit: this many signs before it and as many behind.
const AROUND: [(usize, char, char); 4] = [(2, '*', '*'), (1, '`', '`'), (1, '<', '>'), (1, '[', ']')];

/// Bold digits, digits as code and digits in brackets of their own.
fn without_decorations(lines: &mut [String]) {
    let is_edge = |c: Option<&char>| c.is_none_or(|c| matches!(c, ' ' | '|' | '\t'));
    for text in lines.iter_mut().filter(|text| text.contains(AROUND.map(|(_, open, _)| open))) {
        let mut line: Vec<char> = text.chars().collect();
        // `[ ]` is a blank cell beside `[5]`.
        let boxes = line.windows(3).filter(|part| part[0] == '[' && part[2] == ']').count();
        let are_boxes = boxes == 9 && line.iter().filter(|&&c| c == '[').count() == 9;
        for (width, open, close) in AROUND {
            for i in 0..line.len() {
                let (digit, end) = (i + width, i + 2 * width + 1);
                let Some(part) = line.get(i..end) else { break };
                let is_around =
                    part[..width].iter().all(|&c| c == open) && part[width + 1..].iter().all(|&c| c == close);
                let is_alone = open != '*' || is_edge(line[..i].last()) && is_edge(line.get(end));
                let is_cell = if open == '[' { are_boxes } else { matches!(line[digit], '0'..='9' | '.' | '_') };
                if is_around && is_alone && is_cell {
                    line[i..digit].fill(' ');
                    line[digit + 1..end].fill(' ');
                    line[digit] = if line[digit] == ' ' { '.' } else { line[digit] };
                }
            }
        }
        *text = line.into_iter().collect();
    }
}

/// The name of a variable before the cells, the separator that a sheet declares, and the names and types of columns.
fn without_names(lines: &mut [String]) {
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    if let Some(line) = lines.get_mut(first) {
        let is_key = || line.trim().strip_suffix(':').is_some_and(|key| key.bytes().all(|c| c.is_ascii_alphabetic()));
        let is_name = |name: &str| {
            let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ' ' | '.' | ':' | '$');
            name.len() < 40 && name.contains(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_sign)
        };
        if line.trim_start().starts_with("sep=") || is_key() {
            line.clear();
        } else if let Some((name, cells)) = line.split_once('=').filter(|(name, _)| is_name(name)) {
            *line = format!("{} {cells}", blank(name));
        }
    }
    // Quotes around several lines, and the brackets of a matrix whose rows end with semicolons.
    let are_quotes = |text: &str| ["\"\"\"", "'''", "`"].contains(&text.trim_end_matches(';'));
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    let count = |mark: char| lines.iter().map(|line| line.matches(mark).count()).sum::<usize>();
    let is_matrix = count(';') >= 8 && count('[') == 1 && count(']') == 1;
    for (i, line) in lines.iter_mut().enumerate() {
        if is_matrix {
            *line = line.replace(['[', ']'], " ");
        }
        let fields = || fields(line);
        let are_names = || are_names(fields()) || fields().all(|field| TYPES.contains(&field));
        let is_edge = i == first || Some(i) == last;
        if is_edge && are_quotes(line.trim()) || fields().count() >= 9 && are_names() {
            line.clear();
        }
    }
}

/// The fields of a heading.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | ';' | '|' | '&' | '+' | '"' | '\'' | '*')
            || matches!(c, '\u{2500}'..='\u{257F}')
    };
    line.split(is_between).filter(|field| !field.is_empty())
}

/// Whether these fields of a heading or of the first column are names of columns or rows.
fn are_names<'t>(fields: impl Iterator<Item = &'t str>) -> bool {
    let names: String = fields.take(20).map(name).collect();
    NAMES.contains(&names.as_str())
}

/// A name in lower case, without punctuation and a word such as `row` before a number.
fn name(field: &str) -> String {
    let letters = field.chars().filter(char::is_ascii_alphanumeric).take(9);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    let number = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    number
        .filter(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
        .map(str::to_owned)
        .unwrap_or(name)
}

/// The labels of three rows or more, in order.
fn without_labels(lines: &mut [String]) {
    for is_bare in [false, true] {
        let labels: Vec<Option<(u8, usize)>> = lines.iter().map(|line| label(line, is_bare)).collect();
        for first in [1, 0] {
            let mut expected = first;
            let in_order: Vec<Option<usize>> = labels
                .iter()
                .map(|&label| {
                    // A row may be repeated by mistake.
                    let (number, end) = label.filter(|&(number, _)| number == expected || number + 1 == expected)?;
                    expected = number + 1;
                    Some(end)
                })
                .collect();
            let found = expected - first;
            // Numbers without punctuation are labels only if there is one for each row.
            if found == 9 || found >= 3 && !is_bare {
                for (line, end) in lines.iter_mut().zip(in_order) {
                    let (label, cells) = line.split_at(end.unwrap_or(0));
                    *line = blank(label) + cells;
                }
                return;
            }
        }
    }
}

/// The remarks to the right of a frame, and the lines above and below a grid that are remarks: a date, a rating or words.
fn without_remarks(lines: &mut [String]) {
    let is_frame = |c: char| matches!(c, '|' | '+' | '\u{2500}'..='\u{257F}');
    for line in lines.iter_mut().filter(|line| line.trim_start().starts_with(is_frame)) {
        let rest = line.rsplit(is_frame).next().filter(|rest| remark::is_remark(rest)).unwrap_or_default();
        *line = line[..line.len() - rest.len()].to_owned() + &blank(rest);
    }
    let has_cells = |text: &String| remark::cells_in(text) >= 9 || remark::cells_of(text).is_some();
    let is_row = |text: &String| has_cells(text) && !is_comment(text) && !remark::is_remark(text);
    // More than nine are no grid.
    let rows: Vec<usize> = (0..lines.len()).filter(|&i| is_row(&lines[i])).take(10).collect();
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { return };
    if rows.len() == 9 || rows.len() == 1 && remark::cells_in(&lines[first]) >= 81 {
        let others = lines.iter_mut().enumerate().filter(|&(i, _)| i < first || i > last).map(|(_, line)| line);
        // What is above one line may be its header.
        let is_clear = |line: &&mut String| rows.len() == 9 || remark::cells_in(line) > 0;
        others.filter(|line| is_clear(line) && remark::is_remark(line)).for_each(String::clear);
    }
}

/// The number of the row that a line begins with, such as `Row 1:`, `R1`, `A`, `[1,]` or `1.`, and the end of that label. A bare
/// number is one only before nine cells.
fn label(line: &str, is_bare: bool) -> Option<(u8, usize)> {
    // A list in Markdown, or bold words.
    let is_dressing =
        |c: char| matches!(c, ' ' | '\t' | '|' | '-' | '*' | '[' | '"') || matches!(c, '\u{2500}'..='\u{257F}');
    let word = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric());
    let (before, text) = line.split_at(line.find(|c| !is_dressing(c))?);
    let (text, mut rest) = text.split_at(word(text)?);
    let mut text = text.to_owned();
    if text.eq_ignore_ascii_case("row") {
        let number = rest.trim_start_matches(' ');
        rest = &number[word(number)?..];
        text += &number[..number.len() - rest.len()];
    }
    let number = match (name(&text).as_bytes(), text.len()) {
        (&[letter @ b'a'..=b'i'], 1) => letter - b'a' + 1,
        (&[digit @ b'0'..=b'9'], _) => digit - b'0',
        _ => return None,
    };
    let is_digit = text.len() == 1 && text.as_bytes()[0].is_ascii_digit();
    let behind = rest.trim_start_matches([':', '.', ')', ']', ',', '*', '"']);
    let mark = &rest[..rest.len() - behind.len()];
    let is_marked = mark.starts_with([':', ')', ']'])
        || mark == "." && behind.starts_with(' ')
        || before.ends_with('[') && mark == ",]";
    if is_bare {
        let has_nine = rest.split([' ', '\t', '|']).filter(|cell| !cell.is_empty()).count() == 9
            || [',', ';', '\t'].iter().any(|&separator| rest.matches(separator).count() == 9)
            || rest.matches('|').count() == 10;
        return (is_digit && !is_marked && has_nine).then_some((number, line.len() - rest.len()));
    }
    (!is_digit || is_marked).then_some((number, line.len() - behind.len()))
}
