//! The input of a subcommand that reads lines: a file, a shard of one, or standard input; decompressed if necessary.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use super::exit;
use super::shard::Shard;
use crate::operations::lines::{is_document, lacks_first_line};
use crate::operations::reading::encoding::Utf16;
use crate::operations::reading::grid;
use crate::sudoku::notation::{Fault, FaultKind};

const BUFFER: usize = 64 * 1024;
const GZIP: &[u8] = &[0x1F, 0x8B];

/// The source of the lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input.
    StandardInput,
    /// This file.
    File(PathBuf),
    /// A grid, or another document, instead of the name of a file.
    Text(String),
}

/// An open input.
pub struct Input {
    /// The lines, decompressed.
    pub reader: Box<dyn BufRead>,
    /// The length in bytes, if known.
    pub length: Option<u64>,
    /// Whether the first line is the first line of the file.
    pub is_start: bool,
    /// The start of the file with its first line that is no comment, regardless of the shard.
    pub start: Vec<u8>,
}

impl Source {
    /// The given file, or the grid given in its place; standard input for `-`.
    pub fn new(path: &Path) -> Self {
        if path == Path::new("-") {
            return Self::StandardInput;
        }
        let is_grid = |text: &&str| is_document(text.as_bytes()) || grid::of_text(text).is_ok();
        match path.to_str().filter(is_grid) {
            Some(text) if !path.exists() => Self::Text(text.to_owned()),
            _ => Self::File(path.to_owned()),
        }
    }

    /// Opens the input, or a shard of it.
    ///
    /// # Errors
    /// The input cannot be read, or a shard was requested but the input is not an uncompressed regular file.
    pub fn open(&self, shard: Option<Shard>) -> io::Result<Input> {
        match (self, shard) {
            (Self::StandardInput, None) => {
                announce_terminal("one grid per line");
                Input::new(io::stdin(), None)
            }
            (Self::Text(text), None) => Input::new(Cursor::new(text.clone().into_bytes()), None),
            (Self::File(path), None) => {
                let file = File::open(path).map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => io::Error::new(error.kind(), neither(path)),
                    _ => error,
                })?;
                let metadata = file.metadata()?;
                Input::new(file, metadata.is_file().then_some(metadata.len()))
            }
            // Opening a pipe without a writer would wait for one.
            (Self::File(path), Some(shard)) if fs::metadata(path)?.is_file() => Input::shard(File::open(path)?, shard),
            (_, Some(_)) => Err(unsuitable("only a regular file can be read in shards; save the input to one first")),
        }
    }
}

/// Why an argument is no input. If it has only the characters of a grid, the reason is how many there are.
fn neither(path: &Path) -> String {
    let faults = path.to_str().and_then(|text| grid::of_text(text).err());
    let count = faults.filter(|faults| matches!(faults.faults(), [Fault { kind: FaultKind::Length { .. }, .. }]));
    let count = count.map(|faults| format!(": {}", faults.faults()[0].kind)).unwrap_or_default();
    format!("there is no such file, and this is not a grid{count}")
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Input {
    fn new(raw: impl Read + 'static, length: Option<u64>) -> io::Result<Self> {
        let mut raw = BufReader::with_capacity(BUFFER, raw);
        if raw.fill_buf()?.starts_with(GZIP) {
            return Self::whole(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw)), None);
        }
        Self::whole(raw, length)
    }

    fn whole(mut reader: impl BufRead + 'static, length: Option<u64>) -> io::Result<Self> {
        let mut start = Vec::new();
        // The comments before the first line may arrive one by one through a pipe.
        let mut decoder = Utf16::default();
        while start.len() < 2 || lacks_first_line(&decoder.clone().decode(&start)) {
            let piece = reader.fill_buf()?;
            let read = piece.len();
            if read == 0 {
                break;
            }
            start.extend_from_slice(piece);
            reader.consume(read);
        }
        let mut reader: Box<dyn BufRead> = Box::new(reader);
        if let Cow::Owned(decoded) = decoder.decode(&start) {
            start = decoded;
            reader = Box::new(BufReader::with_capacity(BUFFER, Decoded { reader, decoder, rest: Cursor::default() }));
        }
        let reader = Box::new(Cursor::new(start.clone()).chain(reader));
        Ok(Self { reader, length, is_start: true, start })
    }

    fn shard(mut file: File, shard: Shard) -> io::Result<Self> {
        let mut start = Vec::new();
        file.by_ref().take(BUFFER as u64).read_to_end(&mut start)?;
        if start.starts_with(GZIP) {
            return Err(unsuitable("a compressed file cannot be read in shards; decompress it first"));
        }
        let length = file.metadata()?.len();
        let range = shard.lines(&mut BufReader::with_capacity(BUFFER, &file), length)?;
        file.seek(SeekFrom::Start(range.start))?;
        let length = range.end - range.start;
        Ok(Self {
            reader: Box::new(BufReader::with_capacity(BUFFER, file.take(length))),
            length: Some(length),
            is_start: range.start == 0,
            start,
        })
    }
}

/// The rest of a text in UTF-16, in UTF-8.
struct Decoded {
    reader: Box<dyn BufRead>,
    decoder: Utf16,
    rest: Cursor<Vec<u8>>,
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.rest.read(buffer)?;
            let piece = if read == 0 { self.reader.fill_buf()? } else { &[] };
            if piece.is_empty() {
                return Ok(read);
            }
            let length = piece.len();
            self.rest = Cursor::new(self.decoder.decode(piece).into_owned());
            self.reader.consume(length);
        }
    }
}

/// If standard input is a terminal, tells its user what the command waits for.
pub fn announce_terminal(what: &str) {
    const END: &str = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
    if io::stdin().is_terminal() {
        exit::tell(format_args!("reading {what} from the terminal; {END} ends it"));
    }
}

fn unsuitable(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}
