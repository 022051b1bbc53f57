//! One script made of the playground's modules, so that a browser needs one request for all of them.
//!
//! A module becomes a function that returns what the module exports. This supports the modules of the playground, not
//! every module: a statement begins at the start of its line, an import names what it imports, and a comment has its
//! own lines, unless it is a type.

use std::fmt::Write;

/// Joins modules, each with its path and its text, without their comments. A module must follow those that it imports;
/// the last one runs the page, or exports what the script is for.
pub fn bundle(modules: &[(&str, &str)]) -> String {
    let (main, others) = modules.split_last().expect("a page has a script");
    let mut bundle = String::new();
    for (path, text) in others {
        let Module { body, exports } = Module::of(text);
        let exports = exports.join(", ");
        let name = constant(path);
        writeln!(bundle, "const {name} = (() => {{\n{body}return {{ {exports} }};\n}})();")
            .expect("writing to a string cannot fail");
    }
    let Module { body, exports } = Module::of(main.1);
    bundle + &body + &if exports.is_empty() { String::new() } else { format!("export {{ {} }};\n", exports.join(", ")) }
}

/// A module as the body of a function, and the names that it exports.
struct Module<'a> {
    body: String,
    exports: Vec<&'a str>,
}

impl<'a> Module<'a> {
    fn of(text: &'a str) -> Self {
        let mut module = Self { body: String::new(), exports: Vec::new() };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let start = line.trim_start();
            let is_comment = start.starts_with("/**") && (start.ends_with("*/") || !start.contains("*/"));
            if is_comment {
                let is_open = !start.ends_with("*/");
                if is_open {
                    lines.find(|line| line.ends_with("*/"));
                }
            } else if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement += lines.next().expect("an import ends with a semicolon");
                }
                module.import(&statement);
            } else if let Some(declaration) = line.strip_prefix("export ") {
                module.exports.push(declared(declaration));
                module.line(declaration);
            } else if !start.is_empty() && !start.starts_with("//") {
                module.line(line);
            }
        }
        module
    }

    /// Turns `import { a, b as c } from "./name.js";` into a constant. An import without names only orders the modules.
    fn import(&mut self, statement: &str) {
        let Some((names, from)) = statement.split_once(" from ") else { return };
        let names = names.trim_start_matches("import ").replace(" as ", ": ");
        self.line(&format!("const {names} = {};", constant(from.trim_end_matches(".js\";"))));
    }

    fn line(&mut self, mut line: &str) {
        while let Some((code, after)) = line.split_once("/** @")
            && let Some((_, rest)) = after.split_once("*/ ")
        {
            self.body.push_str(code);
            line = rest;
        }
        self.body.push_str(line);
        self.body.push('\n');
    }
}

/// The constant with what the module at this path exports.
fn constant(path: &str) -> String {
    format!("${}", path.rsplit('/').next().unwrap_or_default())
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> &str {
    let name = declaration.trim_start_matches("async ").split_once(' ').expect("a declaration has a name").1;
    &name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_function_that_returns_its_exports() {
        let a = "// A.\n\nexport const one = 1;\n/**\n * Two.\n */\nexport async function two() {}\n";
        let b = "import {\n  one as first,\n  two,\n} from \"./a.js\";\nimport \"./a.js\";\n\n\
            \x20 /** Code. */ /** @type {any} */ (two)();\n";
        let expected = "const $a = (() => {\nconst one = 1;\nasync function two() {}\nreturn { one, two };\n})();\n\
            const {  one: first,  two,} = $a;\n  /** Code. */ (two)();\n";
        assert_eq!(bundle(&[("x/a", a), ("x/b", b)]), expected);
        assert_eq!(bundle(&[("x/a", a)]), "const one = 1;\nasync function two() {}\nexport { one, two };\n");
    }
}
