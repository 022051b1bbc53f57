//! A file of a data set, with what a manifest says about it.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::cli::output::Output;

/// A file that is being written. It gets its name only when it is finished.
pub struct Written {
    /// The name.
    pub name: String,
    output: BufWriter<Output>,
    sum: Sha256,
    lines: u64,
    bytes: u64,
}

impl Written {
    /// Creates a file of this name in this directory.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(directory: &Path, name: String) -> io::Result<Self> {
        let output = BufWriter::with_capacity(1 << 16, Output::open(Some(&directory.join(&name)))?);
        Ok(Self { name, output, sum: Sha256::new(), lines: 0, bytes: 0 })
    }

    /// Writes a line, or a text of several, and its line break.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn line(&mut self, line: &[u8]) -> io::Result<()> {
        for part in [line, b"\n"] {
            self.bytes(part)?;
            self.lines += memchr::memchr_iter(b'\n', part).count() as u64;
        }
        Ok(())
    }

    /// Writes bytes that are no lines.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.bytes += bytes.len() as u64;
        self.output.write_all(bytes)
    }

    /// Finishes the file; returns its name and what the manifest says about it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> io::Result<(String, Value)> {
        let Self { name, output, sum, lines, bytes } = self;
        output.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
        Ok((name, json!({"lines": lines, "bytes": bytes, "sha256": hexadecimal(&sum.finalize().into())})))
    }
}

/// The SHA-256 of these bytes.
pub fn sum_of(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// A sum in hexadecimal digits.
pub fn hexadecimal(sum: &[u8; 32]) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}
