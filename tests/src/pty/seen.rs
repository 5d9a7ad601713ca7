//! What a program has written to its terminal, and what the terminal shows of it.

use std::{num::NonZeroU16, time::Instant};

use portable_pty::ExitStatus;
use vt100::{Parser, Screen};

use super::Answers;

/// What came in one read.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// When it was read.
    pub at: Instant,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What has been seen of a program.
pub struct Seen {
    parser: Parser<Answers>,
    pub(super) closed: bool,
    pub(super) exit: Option<Result<ExitStatus, String>>,
    /// All that was written, as it came.
    pub chunks: Vec<Chunk>,
}

impl Seen {
    /// An empty terminal; none if it would have no cells.
    pub(super) fn new(cols: u16, rows: u16) -> Option<Self> {
        let (cols, rows) = (NonZeroU16::new(cols)?, NonZeroU16::new(rows)?);
        let parser = Parser::new_with_callbacks(rows, cols, 0, Answers::default());
        Some(Self { parser, closed: false, exit: None, chunks: Vec::new() })
    }

    /// Takes bytes in; gives what the terminal answers to the questions in them.
    pub(super) fn take(&mut self, at: Instant, bytes: &[u8]) -> Vec<u8> {
        self.chunks.push(Chunk { at, bytes: bytes.to_vec() });
        self.parser.process(bytes);
        self.parser.callbacks_mut().take()
    }

    /// Whether the terminal can have that size, which it then has.
    pub(super) fn resize(&mut self, cols: u16, rows: u16) -> bool {
        let (Some(cols), Some(rows)) = (NonZeroU16::new(cols), NonZeroU16::new(rows)) else { return false };
        self.parser.set_size(rows, cols);
        true
    }

    /// Whether the program has ended and all that it wrote has been read.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.closed && self.exit.is_some()
    }

    /// How the program has ended.
    #[must_use]
    pub fn exit(&self) -> Option<&ExitStatus> {
        self.exit.as_ref().and_then(|exit| exit.as_ref().ok())
    }

    /// The terminal with its cells and modes.
    #[must_use]
    pub fn terminal(&self) -> &Screen {
        self.parser.screen()
    }

    /// The text on the screen, without what is blank at the ends.
    #[must_use]
    pub fn screen(&self) -> String {
        self.terminal().contents()
    }

    /// Everything that was written, in one piece.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.chunks.iter().flat_map(|chunk| chunk.bytes.iter().copied()).collect()
    }
}
