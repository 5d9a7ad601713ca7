//! Reads the manager's lines in a thread of its own, so that a command can stop a search.

use std::{
    io::{BufRead, Read as _},
    sync::mpsc::SyncSender,
};

use crate::event::Event;

/// The longest line that is accepted, in bytes. The protocol needs far less.
const LONGEST: u64 = 4096;

/// Sends an event for every line, and one for the end of the input.
pub(crate) fn read(mut from: impl BufRead, events: &SyncSender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let event = match from.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Event::Closed,
            Ok(_) if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') => {
                skip(&mut from);
                Event::TooLong
            }
            // Managers end lines with CR and LF, or with LF alone.
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).trim().to_owned()),
        };
        let closed = matches!(event, Event::Closed);
        if events.send(event).is_err() || closed {
            return;
        }
    }
}

/// Skips the rest of a line.
fn skip(from: &mut impl BufRead) {
    loop {
        let (used, done) = match from.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(bytes) => match bytes.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        from.consume(used);
        if done {
            return;
        }
    }
}
