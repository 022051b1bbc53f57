//! How the cases write grids and documents: in words where the words say all.

use serde_json::{Map, Value, json};

use crate::support::puzzles::{NAMED, flat, joined, nested, number, rows};

/// Writes a line in a notation.
type Write = fn(&str) -> Value;

/// The notations of a grid that a word names.
pub const NOTATIONS: [(&str, Write); 9] = [
    ("line", |line| json!(line)),
    ("rows", |line| json!(joined(line, "\n"))),
    ("dashes", |line| json!(joined(line, "-"))),
    ("cells", |line| nested(line, number)),
    ("nulls", |line| nested(line, |cell| json!(cell.to_digit(10)))),
    ("numbers", |line| flat(line, number)),
    ("strings", |line| nested(line, |cell| json!(cell.to_string()))),
    ("characters", |line| flat(line, |cell| json!(cell.to_string()))),
    ("list", |line| json!(rows(line))),
];

/// The grid that these words mean: `EASY`, `EASY r1c3=1 r9c9=.`, `EASY rows`, JSON, or any other text as it is.
pub fn grid(words: &str) -> Value {
    let (name, rest) = words.split_once(' ').map_or((words, None), |(name, rest)| (name, Some(rest)));
    let Some((_, line)) = NAMED.into_iter().find(|(other, _)| *other == name) else {
        return if words.starts_with(['[', '{', '"']) { option(words, false) } else { json!(words) };
    };
    let (mut line, mut notation) = (line.to_owned(), NOTATIONS[0].1);
    for word in rest.into_iter().flat_map(|rest| rest.split(' ')) {
        if let [b'r', row, b'c', column, b'=', digit] = word.as_bytes() {
            let index = 9 * usize::from(row - b'1') + usize::from(column - b'1');
            line.replace_range(index..=index, &char::from(*digit).to_string());
        } else {
            let named = NOTATIONS.into_iter().find(|(other, _)| *other == word);
            notation = named.unwrap_or_else(|| panic!("{word} in {words} is neither a cell nor a notation")).1;
        }
    }
    notation(&line)
}

/// The value of an option: JSON if it is, else words. The words of a list have commas between them.
pub fn option(words: &str, is_list: bool) -> Value {
    match serde_json::from_str(words) {
        Ok(value) if !is_list || words.starts_with(['[', '{', '"']) => value,
        _ if is_list => words.split(',').map(|item| option(item, false)).collect(),
        _ => json!(words),
    }
}

/// A text in which grids have their names.
pub fn named(text: &str) -> String {
    NAMED.into_iter().fold(text.to_owned(), |text, (name, line)| text.replace(line, name))
}

/// A text as [`named`], or as pencil marks with a word for each cell.
pub fn brief(text: &str) -> String {
    marks(text).unwrap_or_else(|| named(text))
}

/// A document in which grids, cells, candidates and houses are words. What has another member, or an index of another cell,
/// stays as it is.
pub fn short(value: &Value, sent: &Value) -> Value {
    if value == sent && (value.is_array() || value.as_str().is_some_and(|text| text.len() > 80)) {
        return json!("as sent");
    }
    let cells = value.to_string().replace('0', ".");
    let line: String = cells.chars().filter(|cell| cell.is_ascii_digit() || *cell == '.').collect();
    if line.len() == 81
        && let Some((notation, _)) = NOTATIONS.iter().find(|(_, write)| write(&line) == *value)
    {
        return json!(if *notation == "line" { named(&line) } else { format!("{} {notation}", named(&line)) });
    }
    match value {
        Value::Array(items) => items.iter().map(|item| short(item, sent)).collect(),
        Value::Object(members) => place(members).map_or_else(
            || members.iter().map(|(name, value)| (name.clone(), short(value, sent))).collect(),
            Value::String,
        ),
        Value::String(text) => brief(text).into(),
        other => other.clone(),
    }
}

/// A cell such as `r1c2`, a candidate such as `r1c2=3`, or a house such as `row 1`.
fn place(members: &Map<String, Value>) -> Option<String> {
    let names: Vec<&str> = members.keys().map(String::as_str).collect();
    let number = |name: &str| members[name].as_u64();
    match names[..] {
        ["kind", "number"] => Some(format!("{} {}", members["kind"].as_str()?, number("number")?)),
        ["row", "column", "index", ..] => {
            let (row, column) = (number("row")?, number("column")?);
            (number("index")? + 10 == 9 * row + column).then_some(())?;
            match names[3..] {
                [] => Some(format!("r{row}c{column}")),
                ["digit"] => Some(format!("r{row}c{column}={}", number("digit")?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Pencil marks of nine characters for each cell, as a word for each.
fn marks(text: &str) -> Option<String> {
    let is_mark = |(at, byte): (usize, u8)| byte == b'.' || usize::from(byte) == usize::from(b'1') + at % 9;
    let digits = |cell: usize| text[9 * cell..][..9].replace('.', "");
    let word = |digits: String| if digits.is_empty() { ".".to_owned() } else { digits };
    (text.len() == 729 && text.bytes().enumerate().all(is_mark))
        .then(|| (0..81).map(|cell| word(digits(cell))).collect::<Vec<_>>().join(" "))
}

/// Maximum length of a line of a document.
const LONGEST: usize = 140;

/// JSON on one line, or on several if that would be too long.
pub fn layout(value: &Value, indent: usize) -> String {
    let whole = value.to_string();
    let parts: Vec<String> = match value {
        _ if whole.len() + indent <= LONGEST => return whole,
        Value::Array(items) => items.iter().map(|item| layout(item, indent + 1)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| format!("{}:{}", json!(name), layout(value, indent + 1))).collect()
        }
        _ => return whole,
    };
    let mut text = whole[..1].to_owned();
    let mut length = indent + 1;
    for (i, part) in parts.iter().enumerate() {
        if length + part.len() > LONGEST && i > 0 {
            text += &format!("\n{}", " ".repeat(indent + 1));
            length = indent + 1;
        }
        text += part;
        text += if i + 1 < parts.len() { "," } else { &whole[whole.len() - 1..] };
        length = if part.contains('\n') { LONGEST } else { length + part.len() + 1 };
    }
    text
}
