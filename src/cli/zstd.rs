//! Decompression of zstd.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Decompresses all frames of `source` in sequence, as `zstd -d` does, and verifies their checksums.
pub struct ZstdDecoder<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> ZstdDecoder<R> {
    /// A decoder at the start of a stream.
    pub fn new(source: R) -> Self {
        Self { source, decoder: FrameDecoder::new(), in_frame: false }
    }

    fn start_frame(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.source) {
            Ok(()) => self.in_frame = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
            }
            Err(error) => return Err(invalid(error)),
        }
        Ok(())
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(invalid("the checksum does not match"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if !self.in_frame {
                if self.source.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.start_frame()?;
            } else if self.decoder.is_finished() {
                self.end_frame()?;
            } else {
                let blocks = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, blocks).map_err(invalid)?;
            }
        }
    }
}

fn invalid(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("invalid zstd: {error}"))
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn decompress(compressed: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        ZstdDecoder::new(compressed).read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn frames_are_read_one_after_the_other_and_skippable_ones_are_skipped() {
        let long = b"53..7....6..195....98\n".repeat(20_000);
        let skippable = [&0x184D_2A50_u32.to_le_bytes()[..], &3_u32.to_le_bytes(), b"abc"].concat();
        let frame = |text: &[u8]| compress_to_vec(text, CompressionLevel::Fastest);
        let stream = [frame(&long), skippable, frame(b""), frame(b"end")].concat();
        assert!(decompress(&stream).expect("valid") == [&long[..], b"end"].concat());
    }

    #[test]
    fn a_damaged_or_truncated_stream_is_an_error() {
        let mut frame = compress_to_vec(&b"53..7....6..195....98\n".repeat(2_000)[..], CompressionLevel::Fastest);
        assert!(decompress(&frame[..frame.len() - 1]).is_err());
        *frame.last_mut().expect("bytes") ^= 1;
        assert!(decompress(&frame).is_err(), "the checksum differs");
    }
}
