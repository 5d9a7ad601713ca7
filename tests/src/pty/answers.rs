//! The answers of a terminal to a program's queries.

use vt100::{Callbacks, Screen};

/// The answers to send.
#[derive(Debug, Default)]
pub(super) struct Answers(Vec<u8>);

impl Answers {
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

impl Callbacks for Answers {
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
            (None, 'c', None | Some(0)) => self.0.extend(b"\x1b[?62;22c"),
            (None, 'n', Some(5)) => self.0.extend(b"\x1b[0n"),
            (None, 'n', Some(6)) => {
                let (row, col) = screen.cursor_position();
                self.0.extend(format!("\x1b[{};{}R", row + 1, col + 1).bytes());
            }
            _ => {}
        }
    }

    fn unhandled_osc(&mut self, _: &mut Screen, params: &[&[u8]]) {
        match params {
            [b"10", b"?"] => self.0.extend(b"\x1b]10;rgb:cccc/cccc/cccc\x1b\\"),
            [b"11", b"?"] => self.0.extend(b"\x1b]11;rgb:1010/1010/1010\x1b\\"),
            _ => {}
        }
    }
}
