//! The Model Context Protocol (<https://modelcontextprotocol.io>): operations as tools for language models.
//!
//! [`read`] turns a message into an answer, or into the call of a tool, which a face runs like every other call and then
//! answers with `Request::answered`. Nothing is kept between messages. Two eras of the protocol are served: the stateless
//! revision 2026-07-28, whose requests say their version in `_meta`, and those before it, which begin with `initialize`.
//!
//! ```
//! use sudoku_service::mcp::{self, Received};
//!
//! let Received::Answer(pong) = mcp::read(br#"{"jsonrpc": "2.0", "id": 7, "method": "ping"}"#, None) else { panic!() };
//! assert_eq!(pong.text, br#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
//! ```

mod answer;
mod message;
mod protocol_error;
mod tools;

pub use answer::{Answer, ToolCall};
pub use message::{Head, Received, joined, read, read_if_short};
pub use protocol_error::{Code, Fault};

/// The revision without sessions.
const CURRENT: &str = "2026-07-28";

/// The revisions that begin with `initialize`, newest first.
const LEGACY: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Those of them in which several messages may be sent at once.
const BATCHED: [&str; 2] = ["2025-03-26", "2024-11-05"];

/// What a model should know before it chooses a tool.
const INSTRUCTIONS: &str = "Exact tools for 9x9 sudoku. Send a grid as a string of 81 cells, row by row, with `.` or 0 for a \
    blank; nearly every other notation is read, too. To help a player, use hint and not solve. Every error says where it is; \
    fix that place and call again. Nothing is kept between calls. No list is long: ask for a few items at a time.";

/// How long clients may keep the list of tools, which changes only with the version of the service.
const CACHED_MILLISECONDS: u32 = 3_600_000;

/// The two kinds of revisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Era {
    /// [`LEGACY`].
    Legacy,
    /// [`CURRENT`].
    Current,
}
