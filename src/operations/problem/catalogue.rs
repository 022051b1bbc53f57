//! The catalogue of problems. A row has the code, the status, what the contract says of it, the members that it always has and
//! those that it may have, the title, the meaning and the remedy.

/// What the contract says of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// Any request may get it: it concerns the head, or is a bug.
    AnyRequest,
    /// Every operation that runs in the pool may get it.
    AnyJob,
    /// Every operation with a grid in its body may get it.
    AnyBody,
    /// Every batch may get it before its answers begin.
    AnyBatch,
    /// The caller can fix it by sending something else.
    Fixable,
    /// Its schema has an example: the likeliest ones, and `InvalidHost`, the only one that callers of some operations can mend.
    /// Every response with problems has at least one of them.
    Shown,
    /// It may concern a grid beside the one of the request.
    OfPuzzle,
}

macro_rules! catalogue {
    ($(
        $code:ident $name:literal $status:literal [$($property:ident)*] $([$($required:ident)*; $($optional:ident)*])?
        $title:literal $meaning:literal $remedy:literal
    )+) => {
        /// The stable code of a problem, for callers to switch on.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code {
            $(#[doc = $meaning] $code,)+
        }

        impl Code {
            /// Every problem.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// The code as text.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$code => $name,)+ }
            }

            /// The status of the answer.
            pub const fn status(self) -> u16 {
                match self { $(Self::$code => $status,)+ }
            }

            /// What the contract says of it.
            const fn properties(self) -> &'static [Property] {
                match self { $(Self::$code => &[$(Property::$property),*],)+ }
            }

            /// The members that not every problem has: those that it always has, and those that it may have.
            pub const fn members(self) -> [&'static [&'static str]; 2] {
                match self {
                    $(Self::$code => [&[$($(stringify!($required)),*)?], &[$($(stringify!($optional)),*)?]],)+
                }
            }

            /// A short summary that is the same for every occurrence.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$code => $title,)+ }
            }

            /// What the problem means.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$code => $meaning,)+ }
            }

            /// How a caller can fix it.
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$code => $remedy,)+ }
            }
        }
    };
}

catalogue! {
    MalformedJson "malformed-json" 400 [AnyBody Fixable Shown] [line column;] "The body is not valid JSON"
        "The body could not be parsed as JSON; `line` and `column` show where parsing stopped."
        "Send valid JSON. To send a grid as plain text, use the content type text/plain."
    InvalidRequest "invalid-request" 422 [AnyBatch Fixable Shown] [errors; more_errors]
        "The request does not match the expected format"
        "The document is not an object, array or string, or a member or query parameter is unknown, missing, repeated, out of range or of the wrong type; `errors` lists each error."
        "Fix each location listed in `errors`. Unknown members are rejected so that misspelt options are not ignored."
    InvalidGrid "invalid-grid" 422 [AnyBatch Fixable Shown] [errors; more_errors] "The grid is invalid"
        "A grid has 81 cells, each a digit from 1 to 9 or blank; `errors` lists what is wrong and where, in reading order."
        "Fix each location listed in `errors`: `row` and `column` count from 1 at the top left, `line` and `character` give a position in text, and `pointer` a location in the JSON document."
    ConflictingGivens "conflicting-givens" 422 [Fixable OfPuzzle] [conflicts; more_conflicts] "The givens break the rules"
        "A digit occurs more than once in a row, column or box; `conflicts` lists each such house and digit with its cells."
        "Fix the cells listed in `conflicts`. To get the conflicts of a grid as a normal response, send it to /validate."
    NoSolution "no-solution" 422 [Fixable OfPuzzle] [; repairs errors] "The grid has no solution"
        "No digit occurs twice in a house, but the blank cells cannot be filled without breaking the rules. The search was exhaustive."
        "Compare the givens with their source; at least one is wrong."
    NotUnique "not-unique" 422 [Fixable OfPuzzle] "The puzzle has several solutions"
        "The request requires a puzzle with exactly one solution, but this one has several."
        "Send the puzzle with all of its givens."
    SearchLimit "search-limit" 422 [Fixable OfPuzzle] [; attempts nearest found counted rating] "The search limit was reached"
        "The search reached its node limit before it found an answer. This does not tell whether a solution exists, and the same request would fail again."
        "Add a given, or request fewer solutions."
    InvalidHost "invalid-host" 400 [AnyRequest Shown] "The request does not have exactly one Host header"
        "An HTTP/1.1 request must have exactly one Host header (RFC 9112). Otherwise a gateway and the service could disagree about its target."
        "Send exactly one Host header, as common HTTP clients do."
    NotFound "not-found" 404 [Fixable Shown] "The resource does not exist"
        "No resource has this path."
        "See /openapi.yaml for all paths, or GET / for the playground."
    MethodNotAllowed "method-not-allowed" 405 [] "The method is not allowed"
        "The path exists but does not support this method; the `Allow` header lists the supported methods."
        "Use a method from the `Allow` header."
    NotImplemented "not-implemented" 501 [] "The request needs what this service does not have"
        "The method is CONNECT, or the transfer coding is another than chunked."
        "Send the request to the service itself, with a Content-Length or in chunks."
    RequestTimeout "request-timeout" 408 [AnyBody AnyBatch] "The body did not arrive in time"
        "The request body was not complete within the time limit."
        "Send the body without pauses, and with the correct Content-Length."
    IncompleteBody "incomplete-body" 400 [AnyBody AnyBatch] "The body is incomplete"
        "The connection was closed before the request body was complete, or its chunked encoding is invalid."
        "Send exactly as many bytes as Content-Length states, or end a chunked body with an empty chunk."
    PayloadTooLarge "payload-too-large" 413 [AnyBody] "The body is too large"
        "The body, or a line of a batch, exceeds the size limit; a grid in any notation takes well under 1 KiB."
        "Send one grid per request, or send many to /solve/batch, one per line."
    UriTooLong "uri-too-long" 414 [AnyRequest] "The URL is too long"
        "The path and query together exceed the length limit."
        "Send grids and options in the body."
    HeaderTooLarge "header-too-large" 431 [AnyRequest] "The headers are too large"
        "The request headers together exceed the size limit."
        "Send fewer or shorter headers; cookies are the usual cause."
    UnsupportedMediaType "unsupported-media-type" 415 [AnyBody AnyBatch] "The media type is not supported"
        "A body must be JSON or plain text, and a batch JSON lines, an array or plain text, in UTF-8; by itself or as the only part of a form, and uncompressed or in gzip."
        "Send `Content-Type: application/json` or `Content-Type: text/plain` (for a batch of JSON lines, `Content-Type: application/x-ndjson`), and no Content-Encoding but gzip."
    Overloaded "overloaded" 503 [AnyJob AnyBatch Shown] "The service is overloaded"
        "Too many requests are waiting, so this one was rejected before any work was done."
        "Retry after the number of seconds in the `Retry-After` header."
    DeadlineExceeded "deadline-exceeded" 504 [AnyJob] [; rating] "The request took too long"
        "The work was stopped because it exceeded the time limit of the request."
        "Request less work. The same request would probably fail again, and a gateway must not repeat it: another instance would do the same work."
    ShuttingDown "shutting-down" 503 [AnyJob AnyBatch] "The service is shutting down"
        "This instance is about to exit and accepts no new requests."
        "Retry after the number of seconds in the `Retry-After` header; another instance will answer."
    Internal "internal" 500 [AnyRequest Shown] "Internal error"
        "The request failed because of a bug in the service; the log has a line with this `request_id`."
        "Report the problem with its `request_id`. The request itself may be valid."
}

impl Code {
    /// The problems of which the contract says this.
    pub fn with(property: Property) -> Vec<Self> {
        Self::ALL.iter().copied().filter(|code| code.has(property)).collect()
    }

    /// Whether the contract says this of it.
    pub fn has(self, property: Property) -> bool {
        self.properties().contains(&property)
    }

    /// The problem with this code.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}
