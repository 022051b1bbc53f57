//! Reads messages.

use std::borrow::Cow;

use serde_json::json;
use serde_json::value::RawValue;

use super::answer::{Answer, Request, ToolCall, server_info};
use super::protocol_error::{Code, Fault};
use super::{BATCHED, CACHED_MILLISECONDS, CURRENT, Era, INSTRUCTIONS, LEGACY, tools};
use crate::operations::ALL;
use crate::operations::reading::Body;
use crate::operations::reading::encoding::without_mark;
use crate::operations::reading::json::{Document, Malformed, Value, ValueKind};

/// Maximum sizes in bytes of a message that [`read_if_short`] reads, and of arguments in it that are not plain.
const SHORT: [usize; 2] = [1024, 128];

/// Maximum number of messages of a batch.
const MOST: usize = 16;

/// The headers of a request over HTTP that repeat a part of its message.
#[derive(Default, Debug)]
pub struct Head {
    /// `MCP-Protocol-Version`.
    pub version: Option<String>,
    /// `Mcp-Method`.
    pub method: Option<String>,
    /// `Mcp-Name`.
    pub name: Option<String>,
}

/// A message that has been read.
pub enum Received {
    /// It gets no answer. It may withdraw the request with this id, as written.
    Notification(Option<String>),
    /// Its answer.
    Answer(Answer),
    /// The call of a tool.
    Call(ToolCall),
    /// Several of these, whose answers are sent together, in this order.
    Batch(Vec<Self>),
}

/// Reads a message, or a batch of them; `head` is that of its request, if it came over HTTP.
pub fn read(bytes: &[u8], head: Option<&Head>) -> Received {
    let one = |bytes: &[u8]| read_if(bytes, head, |_| true).expect("every message is read");
    match batch(bytes, head) {
        Some(messages) => Received::Batch(messages.iter().map(|message| one(message.get().as_bytes())).collect()),
        None => one(bytes),
    }
}

/// The messages of a batch, if it is one, as older revisions have it. One without messages, or with too many, cannot be read.
fn batch<'a>(bytes: &'a [u8], head: Option<&Head>) -> Option<Vec<&'a RawValue>> {
    let version = head.and_then(|head| head.version.as_deref());
    if version.is_some_and(|version| !BATCHED.contains(&version)) {
        return None;
    }
    let messages: Option<Vec<&RawValue>> = serde_json::from_slice(without_mark(bytes)).ok();
    messages.filter(|messages| (1..=MOST).contains(&messages.len()))
}

/// Reads a message if that takes only microseconds; `None` for any other.
pub fn read_if_short(bytes: &[u8], head: Option<&Head>) -> Option<Received> {
    if bytes.len() <= SHORT[0] && !without_mark(bytes).trim_ascii_start().starts_with(b"[") {
        read_if(bytes, head, is_short)
    } else {
        None
    }
}

/// The answers to the messages of a batch, unless all were notifications.
pub fn joined(answers: &[Vec<u8>]) -> Option<Vec<u8>> {
    (!answers.is_empty()).then(|| [&b"["[..], &answers.join(&b","[..]), b"]"].concat())
}

fn read_if(bytes: &[u8], head: Option<&Head>, condition: fn(&Message<'_>) -> bool) -> Option<Received> {
    let mut id = None;
    let read = match Message::read(bytes, &mut id) {
        Ok(message) if !condition(&message) => return None,
        read => read.and_then(|message| message.received(head)),
    };
    Some(read.unwrap_or_else(|fault| Received::Answer(fault.answer(id.as_deref()))))
}

type Members<'a> = Vec<(Cow<'a, str>, Value<'a>)>;

/// A request or a notification.
struct Message<'a> {
    document: Document<'a>,
    /// The id as written; `None` for a notification.
    id: Option<String>,
    method: Cow<'a, str>,
    parameters: Members<'a>,
}

impl<'a> Message<'a> {
    /// Reads a message, and its `id` before anything else, so that an error can repeat it.
    fn read(bytes: &'a [u8], id: &mut Option<String>) -> Result<Self, Fault> {
        let text = std::str::from_utf8(without_mark(bytes)).map_err(|error| {
            Fault::new(Code::Parse, format!("the byte {} of the message is not UTF-8", error.valid_up_to() + 1))
        })?;
        let document = Document::parse(text).map_err(malformed)?;
        let members = match document.read(document.root()).map_err(malformed)? {
            ValueKind::Object(members) => members,
            ValueKind::Array(_) => {
                return Err(invalid(
                    "expected one message; revisions before 2025-06-18 also have batches, here of 1 to 16",
                ));
            }
            _ => return Err(invalid("expected an object")),
        };
        let written = member(&members, "id")?.map(Value::written);
        if written.is_some_and(|id| id.starts_with(['{', '[', 't', 'f', 'n'])) {
            return Err(invalid("expected a string or a number as `id`"));
        }
        *id = written.map(str::to_owned);
        if text_of(&document, &members, "jsonrpc")?.as_deref() != Some("2.0") {
            return Err(invalid(r#"expected "2.0" as `jsonrpc`"#));
        }
        let method = text_of(&document, &members, "method")?;
        let method = method.ok_or_else(|| invalid("the member `method` is missing; responses are not expected"))?;
        let parameters = object(&document, &members, "params")?.unwrap_or_default();
        Ok(Self { document, id: id.clone(), method, parameters })
    }

    fn received(&self, head: Option<&Head>) -> Result<Received, Fault> {
        let Some(id) = &self.id else { return Ok(Received::Notification(self.withdrawn())) };
        let era = self.era(head)?;
        let request = Request { id: id.clone(), era };
        let members = match (era, &*self.method) {
            (_, "tools/call") => return self.call(request),
            (_, "tools/list") if member(&self.parameters, "cursor")?.is_some_and(|cursor| !cursor.is_blank()) => {
                return Err(Fault::new(Code::InvalidParameters, "unknown `cursor`; the list has one page"));
            }
            (_, "tools/list") => format!(r#""tools":{}{}"#, *tools::LIST, caching(era)),
            (Era::Current, "server/discover") => format!(
                r#""supportedVersions":["{CURRENT}"],"capabilities":{{"tools":{{}}}},"instructions":{}{}"#,
                json!(INSTRUCTIONS),
                caching(era)
            ),
            (Era::Legacy, "initialize") => self.initialized()?,
            (Era::Legacy, "ping") => String::new(),
            (_, method) => {
                let fault = Fault::new(Code::UnknownMethod, format!("the method {method:?} does not exist"));
                // To a client of an older revision, 404 says that its session has ended.
                return Err(fault.with_status(if era == Era::Current { 404 } else { 200 }));
            }
        };
        Ok(Received::Answer(Answer { status: 200, text: request.result(&members) }))
    }

    /// The id of the request that this notification withdraws.
    fn withdrawn(&self) -> Option<String> {
        let id = member(&self.parameters, "requestId").ok().flatten();
        id.filter(|_| self.method == "notifications/cancelled").map(|id| id.written().to_owned())
    }

    /// The era, once everything that says it has been compared.
    fn era(&self, head: Option<&Head>) -> Result<Era, Fault> {
        let meta = object(&self.document, &self.parameters, "_meta")?.unwrap_or_default();
        let version = text_of(&self.document, &meta, "io.modelcontextprotocol/protocolVersion")?;
        let announced = head.and_then(|head| head.version.as_deref());
        let Some(version) = version else {
            if announced.is_none_or(|announced| LEGACY.contains(&announced)) {
                return Ok(Era::Legacy);
            }
            return Err(missing_meta("protocolVersion"));
        };
        if object(&self.document, &meta, "io.modelcontextprotocol/clientCapabilities")?.is_none() {
            return Err(missing_meta("clientCapabilities"));
        }
        if let Some(head) = head {
            let called = text_of(&self.document, &self.parameters, "name")?.filter(|_| self.method == "tools/call");
            let name = head.name.as_deref().filter(|_| called.is_some());
            for (header, sent, expected) in [
                ("MCP-Protocol-Version", announced, Some(&version)),
                ("Mcp-Method", head.method.as_deref(), Some(&self.method)),
                ("Mcp-Name", name.map(decoded).as_deref(), called.as_ref()),
            ] {
                if sent != expected.map(|expected| &**expected) {
                    let expected = expected.map_or("", |expected| expected);
                    let message = format!("expected the header {header} with {expected:?}, found {sent:?}");
                    return Err(Fault::new(Code::HeaderMismatch, message));
                }
            }
        }
        if version != CURRENT {
            let mut fault = Fault::new(Code::UnsupportedVersion, "the revision of the protocol is not supported");
            fault.data = Some(json!({"supported": [CURRENT], "requested": version}));
            return Err(fault);
        }
        Ok(Era::Current)
    }

    fn initialized(&self) -> Result<String, Fault> {
        let wanted = text_of(&self.document, &self.parameters, "protocolVersion")?;
        let version = LEGACY.into_iter().find(|&known| wanted.as_deref() == Some(known)).unwrap_or(LEGACY[0]);
        Ok(format!(
            r#""protocolVersion":"{version}","capabilities":{{"tools":{{}}}},"serverInfo":{},"instructions":{}"#,
            server_info(),
            json!(INSTRUCTIONS)
        ))
    }

    fn call(&self, request: Request) -> Result<Received, Fault> {
        let invalid = |message: String| Fault::new(Code::InvalidParameters, message).with_status(200);
        let name = text_of(&self.document, &self.parameters, "name")?;
        let name = name.ok_or_else(|| invalid("the member `name` is missing; it names the tool".to_owned()))?;
        let tool = tools::find(&name).ok_or_else(|| invalid(format!("the tool {name:?} does not exist")))?;
        let arguments = member(&self.parameters, "arguments")?.filter(|arguments| !arguments.is_blank());
        let arguments = arguments.map_or("{}", Value::written);
        if !arguments.starts_with('{') {
            return Err(invalid("expected an object as `arguments`".to_owned()));
        }
        Ok(Received::Call(ToolCall { operation: &ALL[tool], call: tools::call(tool, arguments), request }))
    }
}

/// Whether the rest of a message can be read in microseconds.
fn is_short(message: &Message<'_>) -> bool {
    let arguments = member(&message.parameters, "arguments").ok().flatten().map_or("", Value::written).as_bytes();
    let is_plain = arguments.len() <= SHORT[1] || Body::plain(arguments).is_some();
    message.method != "tools/list" && (message.method != "tools/call" || is_plain)
}

/// The member with this name, if it is there.
fn member<'a>(members: &Members<'a>, name: &str) -> Result<Option<Value<'a>>, Fault> {
    let mut found = members.iter().filter(|(other, _)| other == name).map(|(_, value)| *value);
    match (found.next(), found.next()) {
        (first, None) => Ok(first),
        (_, Some(_)) => Err(invalid(&format!("the member `{name}` is repeated"))),
    }
}

/// The member with this name, which must be a string.
fn text_of<'a>(document: &Document<'a>, members: &Members<'a>, name: &str) -> Result<Option<Cow<'a, str>>, Fault> {
    match member(members, name)?.map(|value| document.read(value)).transpose().map_err(malformed)? {
        None => Ok(None),
        Some(ValueKind::String(text)) => Ok(Some(text)),
        Some(_) => Err(invalid(&format!("expected a string as `{name}`"))),
    }
}

/// The members of the member with this name, which must be an object. `null` and an empty array, as PHP writes an empty object,
/// are none.
fn object<'a>(document: &Document<'a>, members: &Members<'a>, name: &str) -> Result<Option<Members<'a>>, Fault> {
    match member(members, name)?.map(|value| document.read(value)).transpose().map_err(malformed)? {
        None | Some(ValueKind::Null) => Ok(None),
        Some(ValueKind::Array(items)) if items.is_empty() => Ok(None),
        Some(ValueKind::Object(members)) => Ok(Some(members)),
        Some(_) => Err(invalid(&format!("expected an object as `{name}`"))),
    }
}

/// The value of a header, which may be encoded as `=?base64?…?=`. One with an invalid code stays as it is.
fn decoded(value: &str) -> Cow<'_, str> {
    let code = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    code.and_then(base64).and_then(|bytes| String::from_utf8(bytes).ok()).map_or(Cow::Borrowed(value), Cow::Owned)
}

fn base64(code: &str) -> Option<Vec<u8>> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for byte in code.trim_end_matches('=').bytes() {
        let digit = DIGITS.iter().position(|&digit| digit == byte)?;
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

fn caching(era: Era) -> String {
    let hints = format!(r#","ttlMs":{CACHED_MILLISECONDS},"cacheScope":"public""#);
    if era == Era::Current { hints } else { String::new() }
}

fn invalid(message: &str) -> Fault {
    Fault::new(Code::InvalidRequest, message)
}

fn malformed(Malformed { line, column, why }: Malformed) -> Fault {
    Fault::new(Code::Parse, format!("{why} at line {line}, column {column}"))
}

fn missing_meta(name: &str) -> Fault {
    Fault::new(Code::InvalidParameters, format!("`_meta` has no valid member `io.modelcontextprotocol/{name}`"))
}
