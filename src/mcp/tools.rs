//! The tools: the operations, as clients list them.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::operations::answer::format::Format;
use crate::operations::problem::Problem;
use crate::operations::reading::{Arguments, Body, Request};
use crate::operations::tool_schemas as schemas;
use crate::operations::{ALL, AnyOperation, Call};

/// The list of tools as JSON. Making it takes milliseconds.
pub static LIST: LazyLock<String> =
    LazyLock::new(|| ALL.iter().filter(|operation| operation.is_tool()).map(tool).collect::<Value>().to_string());

/// The defaults that apply only to tools, by operation.
static DEFAULTS: LazyLock<Vec<Arguments>> = LazyLock::new(|| {
    let of = |operation: &AnyOperation| {
        let pairs = (operation.options)().into_iter().filter_map(|option| {
            let default = option.tool_default?;
            Some((option.name.to_owned(), default.as_str().map_or_else(|| default.to_string(), str::to_owned)))
        });
        Arguments { pairs: pairs.collect(), are_flags: false }
    };
    ALL.iter().map(of).collect()
});

fn tool(operation: &AnyOperation) -> Value {
    let about = &operation.about;
    json!({
        "name": about.name,
        "title": about.title,
        "description": about.tool,
        "inputSchema": schemas::of_arguments(operation),
        "outputSchema": schemas::of_answer(operation),
        // True of every operation, since none changes anything: a seed that is chosen at random is no effect.
        "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false},
    })
}

/// The tool with this name.
pub fn find(name: &str) -> Option<usize> {
    ALL.iter().position(|operation| operation.about.name == name && operation.is_tool())
}

/// Reads the call of the tool with this number from its arguments.
///
/// # Errors
/// Every error of the arguments.
pub fn call(tool: usize, arguments: &str) -> Result<Box<dyn Call>, Problem> {
    let operation = &ALL[tool];
    let body = match Body::plain(arguments.as_bytes()).filter(|_| operation.takes_grid) {
        Some(plain) => plain,
        None => Body::json(arguments, Format::Json)?,
    };
    operation.call(Request { body, defaults: Some(&DEFAULTS[tool]), is_of_model: true, ..Request::default() })
}
