//! Requests and commands whose bytes matter: bodies that are nearly right, wrong, or written by some other program; headers; flags.
//!
//! The files of `tests/cases/requests` have a sentence, and below it requests, each with its answer in the next lines.
//!
//! ```text
//! == malformed JSON is located
//! /solve json {"grid":[1,2,]}
//!   400 malformed-json 1:14 -- trailing comma (JSON allows none) at line 1, column 14
//! ```
//!
//! A batch is sent whole and in chunks of a byte, and is the input of the command, too. What any of these answers otherwise is in
//! a line of its own.
//!
//! A request is a target, a media type and a body, or a target alone. `text>json` is a text for whose answer JSON is accepted.
//! Bodies have the escapes `\n`, `\r`, `\t`, `\\` and `\xE9`; `([)*16` are 16 brackets; and grids have their names, such as
//! `EASY` or `EASY:rows`. `UPDATE_CASES=1` writes the answers anew.
//!
//! A request that begins with a method may have headers, in lines with `>`, and the headers of its answer are shown: those that
//! not every answer has. `ETAG` is the tag of the answer before. A line `service` and settings starts another service for the rest
//! of the paragraph. A line that begins with `$` is a command: variables, arguments, and behind `<` its input.
//!
//! ```text
//! service --mcp off
//! OPTIONS /mcp
//! > origin: https://a.example
//!   404 not-found -- /mcp does not exist. The reference is at /docs/
//! $ SUDOKU_THREADS=1 validate < EASY
//!   0 unique
//! ```

mod shown;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sudoku_service::http::Settings;

use crate::batch::command::{fed, run};
use crate::cases::{finish, words};
use crate::support::escapes::escaped;
use crate::support::program::command;
use crate::support::puzzles::NAMED;
use crate::support::service::{Answer, Busy, Service, settings_by};
use shown::{HIDDEN, USUAL, one_line, shown, visible};

/// The media types by their words.
const TYPES: [(&str, &str); 7] = [
    ("json", "application/json"),
    ("text", "text/plain"),
    ("form", "application/x-www-form-urlencoded"),
    ("ndjson", "application/x-ndjson"),
    ("csv", "text/csv"),
    ("tsv", "text/tab-separated-values"),
    ("-", ""),
];

/// A text with grids instead of their names.
fn with_grids(text: &str) -> String {
    let mut text = text.to_owned();
    // A name may begin with another one.
    let mut named = NAMED;
    named.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, line) in named {
        for (notation, write) in words::NOTATIONS {
            let written = write(line);
            let written = written.as_str().map_or_else(|| written.to_string(), str::to_owned);
            text = text.replace(&format!("{name}:{notation}"), &written);
        }
        text = text.replace(name, line);
    }
    text
}

/// The text that these bytes are.
fn decoded(written: &str) -> String {
    String::from_utf8(escaped(written)).expect("text")
}

/// A request of a file: its method and target, its headers, and its body.
struct Sent {
    method: String,
    target: String,
    media_type: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Option<Vec<u8>>,
}

impl Sent {
    /// Reads the line of a request and those of its headers.
    fn read(written: &str, headers: &[&str]) -> Self {
        let written = with_grids(written);
        let is_method = |word: &str| word.bytes().all(|byte| byte.is_ascii_uppercase());
        let with_method = written.split_once(' ').filter(|(word, _)| is_method(word));
        let mut words = with_method.map_or(&*written, |(_, rest)| rest).splitn(3, ' ');
        let target = decoded(words.next().unwrap_or_default());
        let types = words.next();
        let (sent, accepted) = types.map_or(("-", "-"), |types| types.split_once('>').unwrap_or((types, "-")));
        let [media_type, accepted] = [sent, accepted].map(|word| {
            let named = TYPES.into_iter().find(|(name, _)| *name == word);
            decoded(named.map_or(word, |(_, media_type)| media_type))
        });
        let body = words.next().map(escaped).or_else(|| (!media_type.is_empty()).then(Vec::new));
        let method = with_method.map_or(if types.is_some() { "POST" } else { "GET" }, |(method, _)| method).to_owned();
        let types = [("content-type", &media_type), ("accept", &accepted)].into_iter();
        let types = types.filter(|(_, value)| !value.is_empty());
        let types = types.map(|(name, value)| (name.to_owned(), value.clone().into_bytes()));
        let header = |line: &&str| {
            let (name, value) = line[2..].split_once(": ").unwrap_or((line[2..].trim_end_matches(':'), ""));
            (name.to_owned(), escaped(value))
        };
        let headers = types.chain(headers.iter().map(header)).collect();
        Self { method, target, media_type, headers, body }
    }

    /// Its answer. A chunked body comes byte by byte.
    async fn answer(&self, service: &Service, is_chunked: bool) -> Answer {
        let mut request = service.request(&self.method, &self.target);
        for (name, value) in &self.headers {
            request = match name.as_str() {
                "host" => request.host(std::str::from_utf8(value).expect("text")),
                name => request.header(name, value),
            };
        }
        match &self.body {
            Some(body) if is_chunked => request.chunked(body, 1).send().await,
            Some(body) => request.body(body).send().await,
            None => request.send().await,
        }
    }

    /// What the command of a batch prints. A form of parts is not its business.
    fn printed(&self) -> Option<String> {
        if self.media_type.starts_with("multipart") {
            return None;
        }
        let (name, query) = self.target.strip_prefix('/')?.split_once("/batch")?;
        let mut arguments = vec![name.to_owned()];
        let options = form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
        arguments.extend(options.map(|(name, value)| format!("--{}={value}", name.replace('_', "-"))));
        let formats = [("ndjson", "ndjson"), ("csv", "csv"), ("tab-separated-values", "tsv")];
        let format = formats.into_iter().find(|(name, _)| self.media_type.contains(name));
        arguments.extend(format.map(|(_, format)| format!("--format={format}")));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = run(&arguments, self.body.as_deref().unwrap_or_default());
        let [printed, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        // A problem of a line is one of the answer.
        let is_told = |code: &i32| *code > i32::from(!printed.is_empty());
        let status = output.status.code().filter(is_told).map(|code| format!("exit {code}: "));
        Some(format!("{}{}", status.unwrap_or_default(), one_line(&(printed + &error))))
    }
}

/// Runs a command, and shows its exit status, what it prints, and what is wrong, without its usage.
fn printed(written: &str) -> String {
    let written = with_grids(written);
    let (line, input) = written.split_once(" < ").unwrap_or((&written, ""));
    let words: Vec<String> = line.split(' ').map(decoded).collect();
    let variable = |word: &String| word.contains('=') && word.starts_with(|first: char| first.is_ascii_uppercase());
    let (variables, arguments) = words.split_at(words.iter().take_while(|word| variable(word)).count());
    let mut command = command(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    command.envs(variables.iter().filter_map(|variable| variable.split_once('=')));
    let output = fed(command, &escaped(input));
    let [printed, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    // What a command tells every ten seconds, as on a busy machine: `sudoku-service: 1 puzzle in 10 s`.
    let is_progress =
        |line: &&str| matches!(line.split(' ').collect::<Vec<_>>()[..], [_, _, "puzzle" | "puzzles", "in", ..]);
    let error = error.split("\n\nUsage").next().unwrap_or_default().lines().filter(|line| !is_progress(line));
    let error = error.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let shown = visible(&format!("{} {}", output.status.code().expect("no signal"), one_line(&printed)));
    format!("{}{}", shown.trim_end(), if error.is_empty() { error } else { format!("\n  error: {}", visible(&error)) })
}

/// A service that is asked, and what its answers had.
struct Asked {
    settings: String,
    service: Service,
    _jobs: Option<[Busy; 2]>,
    /// The tag of the last one.
    tag: String,
    /// The ids that the service has made.
    ids: BTreeSet<String>,
}

impl Asked {
    /// A service with these settings. `guesses=0` is one of this process; that of `full` has no thread and no place in its queue.
    async fn start(words: &str) -> Self {
        let (guesses, flags): (Vec<&str>, Vec<&str>) =
            words.split_whitespace().partition(|setting| setting.starts_with("guesses="));
        let (service, jobs) = if words == "full" {
            let (service, jobs) = Service::full().await;
            (service, Some(jobs))
        } else {
            let settings = settings_by(&flags);
            let node_limit = guesses.first().map(|guesses| guesses[8..].parse().expect("a number"));
            let node_limit = node_limit.unwrap_or(settings.node_limit);
            (Service::with(Settings { node_limit, ..settings }).await, None)
        };
        Self { settings: words.to_owned(), service, _jobs: jobs, tag: String::new(), ids: BTreeSet::new() }
    }

    /// Sends a request in each form, and shows the answers: one, unless they differ.
    async fn ask(&mut self, written: &str, headers: &[&str]) -> String {
        if let Some(command) = written.strip_prefix("$ ") {
            return printed(command);
        }
        let headers: Vec<String> = headers.iter().map(|header| header.replace("ETAG", &self.tag)).collect();
        let sent = Sent::read(written, &headers.iter().map(String::as_str).collect::<Vec<_>>());
        let answer = sent.answer(&self.service, false).await;
        let mut text = shown(&answer);
        if !written.starts_with('/') {
            const LONGEST: usize = 400;
            if let Some((end, _)) = text.char_indices().nth(LONGEST) {
                text.replace_range(end.., "...");
            }
            let heads = self.heads(&sent, &answer);
            return if heads.is_empty() { text } else { format!("{text}\n  {}", heads.join("; ")) };
        }
        if sent.target.contains("/batch") {
            let chunked = shown(&sent.answer(&self.service, true).await);
            if chunked != text {
                text += &format!("\n  chunked: {chunked}");
            }
            if let Some(printed) = sent.printed().filter(|printed| *printed != one_line(answer.text())) {
                text += &format!("\n  command: {}", visible(&printed));
            }
        }
        text
    }

    /// The headers of an answer, without those that every answer has.
    fn heads(&mut self, sent: &Sent, answer: &Answer) -> Vec<String> {
        let mut names: BTreeSet<&str> = answer.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.extend(USUAL.map(|(name, _)| name));
        let mut heads = Vec::new();
        for name in names.into_iter().filter(|name| !HIDDEN.contains(name)) {
            let value = answer.header(name);
            let shown = match (name, value.as_deref()) {
                (name, value) if USUAL.contains(&(name, value.unwrap_or_default())) => continue,
                ("x-request-id", Some(id)) => {
                    let own = sent.headers.iter().find(|(name, _)| name == "x-request-id");
                    if own.is_some_and(|(_, own)| own == id.as_bytes()) {
                        "as sent"
                    } else {
                        let is_shown = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_graphic());
                        assert!(is_shown && self.ids.insert(id.to_owned()), "the id {id} in {answer}");
                        if own.is_none() {
                            continue;
                        }
                        "another"
                    }
                }
                ("etag", Some(tag)) => {
                    tag.clone_into(&mut self.tag);
                    "a tag"
                }
                ("server-timing", Some(timing)) => {
                    let mut times =
                        timing.split("dur=").skip(1).map(|rest| rest.split(", ").next().unwrap_or_default());
                    assert!(times.all(|time| time.parse::<f64>().is_ok_and(|time| time >= 0.0)), "{timing}");
                    &timing.replace(|c: char| c.is_ascii_digit() || c == '.', "")
                }
                (_, value) => &visible(value.unwrap_or("none")),
            };
            heads.push(format!("{name}: {shown}"));
        }
        heads
    }
}

/// Sends the requests of a file, and compares their answers with those of the file.
async fn check(name: &str) {
    let path = format!("{}/tests/cases/requests/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let mut asked = Asked::start("").await;
    let (mut written, mut differences, mut sentence) = (String::new(), String::new(), "");
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(written, "{line}").expect("a string");
        let wanted = line.strip_prefix("service ").or(line.strip_prefix("== ").map(|_| ""));
        if let Some(wanted) = wanted.filter(|wanted| *wanted != asked.settings) {
            asked = Asked::start(wanted).await;
        }
        if wanted.is_some() || line.is_empty() {
            sentence = if line.starts_with("== ") { line } else { sentence };
            continue;
        }
        let headers: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| line.starts_with("> "))).collect();
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            writeln!(expected, "{line}").expect("a string");
        }
        written.extend(headers.iter().map(|header| format!("{header}\n")));
        let found = format!("  {}\n", asked.ask(line, &headers).await);
        written += &found;
        if found != expected {
            write!(differences, "{sentence}\n{line}\nexpected\n{expected}found\n{found}").expect("a string");
        }
    }
    finish(&path, &written, &differences);
}

macro_rules! files {
    ($($name:ident)*) => {
        $(#[tokio::test]
        async fn $name() {
            check(stringify!($name)).await;
        })*
    };
}

files! { batches bodies clients commands forms heads json messages notations pictures settings texts }
