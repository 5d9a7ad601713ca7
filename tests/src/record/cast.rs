//! An asciicast, version 2: a header, followed by the terminal's output with times.

use serde_json::json;

/// A recording with its own clock. It does not show how long the programs took, but the time that each step gives
/// viewers.
pub(super) struct Cast {
    cols: u16,
    rows: u16,
    /// Milliseconds since the beginning.
    now: u64,
    events: Vec<(u64, &'static str, String)>,
    /// The first bytes of an incomplete character.
    tail: Vec<u8>,
}

impl Cast {
    pub(super) const fn new(cols: u16, rows: u16) -> Self {
        Self { cols, rows, now: 0, events: Vec::new(), tail: Vec::new() }
    }

    /// Lets time pass for the viewer.
    pub(super) const fn pass(&mut self, ms: u64) {
        self.now += ms;
    }

    /// Adds output of the terminal at the current time.
    pub(super) fn output(&mut self, bytes: &[u8]) {
        self.tail.extend(bytes);
        let whole = match std::str::from_utf8(&self.tail) {
            Ok(_) => self.tail.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            // The bytes are not a character; show them as invalid.
            Err(_) => self.tail.len(),
        };
        let rest = self.tail.split_off(whole);
        let text = String::from_utf8_lossy(&self.tail).into_owned();
        self.tail = rest;
        if !text.is_empty() {
            self.events.push((self.now, "o", text));
        }
    }

    /// Adds a marker that players of casts can jump to.
    pub(super) fn mark(&mut self, name: &str) {
        self.events.push((self.now, "m", name.to_owned()));
    }

    /// Returns the contents of the file.
    pub(super) fn text(&self, title: &str) -> String {
        let header = json!({
            "version": 2,
            "width": self.cols,
            "height": self.rows,
            "title": title,
            "env": { "TERM": "xterm-256color" },
        });
        let events = self.events.iter().map(|(ms, kind, text)| {
            let seconds = f64::from(u32::try_from(*ms).unwrap_or(u32::MAX)) / 1000.0;
            json!([seconds, kind, text]).to_string()
        });
        std::iter::once(header.to_string())
            .chain(events)
            .fold(String::new(), |file, line| file + &line + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_two_pieces_is_one_character() {
        let mut cast = Cast::new(80, 24);
        let bytes = "●中".as_bytes();
        cast.output(&bytes[..4]);
        cast.pass(250);
        cast.output(&bytes[4..]);
        assert_eq!(cast.events, [(0, "o", "●".to_owned()), (250, "o", "中".to_owned())]);
        let text = cast.text("t");
        assert!(text.ends_with("[0.0,\"o\",\"●\"]\n[0.25,\"o\",\"中\"]\n"), "{text}");
    }

    #[test]
    fn what_is_no_character_is_not_waited_for() {
        let mut cast = Cast::new(80, 24);
        cast.output(b"a\xffb");
        assert_eq!(cast.events, [(0, "o", "a\u{fffd}b".to_owned())]);
    }
}
