//! What a terminal does besides showing text: it answers queries, and it notes when a frame is drawn.

use vt100::{Callbacks, Screen};

#[derive(Debug, Default)]
pub(super) struct TerminalState {
    bytes: Vec<u8>,
    /// Whether the program has begun a synchronized update (mode 2026) and not ended it.
    drawing: bool,
}

impl TerminalState {
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    pub(super) const fn is_drawing(&self) -> bool {
        self.drawing
    }
}

impl Callbacks for TerminalState {
    fn unhandled_csi(
        &mut self,
        screen: &mut Screen,
        first: Option<u8>,
        _: Option<u8>,
        params: &[&[u16]],
        last: char,
    ) {
        match (first, last, params.first().and_then(|param| param.first()).copied()) {
            // Device attributes: a terminal with colours.
            (None, 'c', None | Some(0)) => self.bytes.extend(b"\x1b[?62;22c"),
            (None, 'n', Some(5)) => self.bytes.extend(b"\x1b[0n"),
            (None, 'n', Some(6)) => {
                let (row, col) = screen.cursor_position();
                self.bytes.extend(format!("\x1b[{};{}R", row + 1, col + 1).bytes());
            }
            (Some(b'?'), 'h', Some(2026)) => self.drawing = true,
            (Some(b'?'), 'l', Some(2026)) => self.drawing = false,
            _ => {}
        }
    }

    fn unhandled_osc(&mut self, _: &mut Screen, params: &[&[u8]]) {
        match params {
            [b"10", b"?"] => self.bytes.extend(b"\x1b]10;rgb:cccc/cccc/cccc\x1b\\"),
            [b"11", b"?"] => self.bytes.extend(b"\x1b]11;rgb:1010/1010/1010\x1b\\"),
            _ => {}
        }
    }
}
