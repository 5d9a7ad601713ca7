//! The output of a program to its terminal, and the resulting screen.

use std::{num::NonZeroU16, time::Instant};

use portable_pty::ExitStatus;
use vt100::{Parser, Screen};

use super::TerminalState;

/// The output of one read.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// When it was read.
    pub at: Instant,
    /// The bytes that were read.
    pub bytes: Vec<u8>,
}

/// The output and the state of a program.
pub struct Seen {
    parser: Parser<TerminalState>,
    pub(super) closed: bool,
    pub(super) exit: Option<Result<ExitStatus, String>>,
    /// All output in the order of the reads.
    pub chunks: Vec<Chunk>,
}

impl Seen {
    /// Creates an empty terminal; `None` if it would have no cells.
    pub(super) fn new(cols: u16, rows: u16) -> Option<Self> {
        let (cols, rows) = (NonZeroU16::new(cols)?, NonZeroU16::new(rows)?);
        let parser = Parser::new_with_callbacks(rows, cols, 0, TerminalState::default());
        Some(Self { parser, closed: false, exit: None, chunks: Vec::new() })
    }

    /// Processes bytes, and returns the terminal's answers to the queries in them.
    pub(super) fn take(&mut self, at: Instant, bytes: &[u8]) -> Vec<u8> {
        self.chunks.push(Chunk { at, bytes: bytes.to_vec() });
        self.parser.process(bytes);
        self.parser.callbacks_mut().take()
    }

    /// Changes the size; returns whether the terminal can have it.
    pub(super) fn resize(&mut self, cols: u16, rows: u16) -> bool {
        let (Some(cols), Some(rows)) = (NonZeroU16::new(cols), NonZeroU16::new(rows)) else { return false };
        self.parser.set_size(rows, cols);
        true
    }

    /// Whether the program has ended and all of its output has been read.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.closed && self.exit.is_some()
    }

    /// Whether the program is in the middle of a frame: the screen may be half old and half new.
    pub(super) fn is_drawing(&self) -> bool {
        self.parser.callbacks().is_drawing() && !self.is_over()
    }

    /// Returns the exit status; `None` while the program runs.
    #[must_use]
    pub fn exit(&self) -> Option<&ExitStatus> {
        self.exit.as_ref().and_then(|exit| exit.as_ref().ok())
    }

    /// Returns the terminal with its cells and modes.
    #[must_use]
    pub fn terminal(&self) -> &Screen {
        self.parser.screen()
    }

    /// Returns the text on the screen, without trailing blanks.
    #[must_use]
    pub fn screen(&self) -> String {
        self.terminal().contents()
    }

    /// Returns all output in one piece.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.chunks.iter().flat_map(|chunk| chunk.bytes.iter().copied()).collect()
    }
}
