//! The names and the words that callers use, and ours for what they most likely mean.

/// The name of the grid's field.
pub const GRID: &str = "grid";

/// The option with the techniques that a player knows. An empty one is an error, because it would mean all to a player who knows
/// none. Other empty options are absent; so is this one in the call of a model, which may have to send every option.
pub const ALLOW: &str = "allow";

/// The option with the line below a picture, which may be empty.
pub const CAPTION: &str = "caption";

/// The name of the member with the original puzzle.
pub const PUZZLE: &str = "puzzle";

/// What is wrong with a request that has only this one.
pub const CALLED_PUZZLE: &str = "the grid is missing; `puzzle` is its original: if there is no other, call it `grid`";

/// The name of the member and of the column with the problem of a line of a batch.
pub const PROBLEM: &str = "problem";

/// The members of the answers of ours that have a grid, and of an ipuz document: that with the grid, one that every such
/// document and no request has, and the others, some of which it has.
const ANSWERS: [(&str, &str, &str); 5] = [
    (GRID, "verdict", "valid complete counts count more conflicts candidates claims mistakes"),
    ("solution", "verdict", "clues stats solutions count more line id meta"),
    (
        "puzzle",
        "seed",
        "canonical clues generator hardest hardest_by_course index level minimal origin position rating solution symmetry techniques",
    ),
    ("puzzle", "verdict", "number kind cell right wrong solution solutions transformation"),
    ("puzzle", "dimensions", "version kind title author date difficulty copyright publisher url origin notes solution"),
];

/// The member with the grid, if these members are those of such a document.
pub fn answer_grid<'n>(members: &(impl Iterator<Item = &'n str> + Clone)) -> Option<&'static str> {
    let has = |wanted: &str| members.clone().any(|name| name == wanted);
    let is_of = |&(grid, mark, others): &(&str, &str, &str)| {
        let is_known = |name: &str| name == grid || name == mark || others.split(' ').any(|other| other == name);
        has(grid) && has(mark) && members.clone().all(is_known)
    };
    ANSWERS.into_iter().find(is_of).map(|(grid, ..)| grid)
}

/// Names that callers of other services, or of earlier versions, use for fields of ours.
const SYNONYMS: [(&str, &str); 13] = [
    ("board", GRID),
    ("data", GRID),
    ("input", GRID),
    ("puzzle", GRID),
    ("sudoku", GRID),
    ("difficulty", "level"),
    ("format", "notation"),
    ("givens", "clues"),
    ("limit", "max_solutions"),
    ("mode", "show"),
    ("number", "count"),
    ("technique", "needs"),
    ("without", "allow"),
];

/// Maximum length in bytes of a name to compare, so that the work does not grow with what a caller sends.
const LONGEST: usize = 40;
/// Maximum number of characters in which a name may differ from ours.
const FARTHEST: usize = 2;

/// The one of `names` that a caller most likely meant: our name for the same, or one with nearly the same spelling.
pub fn meant<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let mut synonyms = SYNONYMS.into_iter().filter(|(other, _)| *other == name);
    let named = synonyms.find_map(|(_, ours)| names.iter().copied().find(|known| *known == ours));
    named.or_else(|| nearest(name, names))
}

fn nearest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    if name.len() > LONGEST {
        return None;
    }
    let written = letters(name);
    let distances = names.iter().map(|&known| (strsim::osa_distance(&letters(known), &written), known));
    let (distance, known) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= FARTHEST && 2 * distance < written.len()).then_some(known)
}

/// The letters and digits of a name, so that `maxSolutions` is `max_solutions`.
fn letters(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Why a name is an error, and which one the caller may have meant.
pub fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    if names.is_empty() {
        return format!("unknown {what}; this operation has no {what}s");
    }
    let meant = meant(name, names).map(|ours| format!("did you mean `{ours}`? ")).unwrap_or_default();
    format!("unknown {what}; {meant}the {what}s are {}", quoted(names))
}

/// The name of a parameter without the numbers of list items, as in `cells[]`, `cells[0]` and `grid[0][8]`.
pub fn unnumbered(name: &str) -> &str {
    let mut rest = name;
    while let Some((before, number)) = rest.strip_suffix(']').and_then(|open| open.rsplit_once('[')) {
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return name;
        }
        rest = before;
    }
    rest
}

/// Words in a list for people, such as `a`, `b`.
pub fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
