//! Reads lines from standard input. It drops lines that are too long, and replaces invalid UTF-8.

use std::io::{BufRead, ErrorKind};

use tokio::sync::mpsc;

use super::{Line, MAX_LINE};

/// The maximum number of bytes of a line. A character has up to four.
const MAX_BYTES: usize = MAX_LINE * 4 + 4;
/// The maximum number of lines that wait between the reader and the loop.
const QUEUE: usize = 16;

/// Starts a thread that reads standard input until the input, or the program, ends.
pub(super) fn lines() -> mpsc::Receiver<Line> {
    let (lines, receiver) = mpsc::channel(QUEUE);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let line = next_line(&mut input);
            let ended = line == Line::Ended;
            if lines.blocking_send(line).is_err() || ended {
                return;
            }
        }
    });
    receiver
}

/// Reads the next line. A read error counts as the end of the input.
fn next_line(input: &mut impl BufRead) -> Line {
    let (mut kept, mut too_long, mut any) = (Vec::new(), false, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= kept.len() + part.len() > MAX_BYTES;
        if !too_long {
            kept.extend_from_slice(part);
        }
        any |= !chunk.is_empty();
        let (used, over) = match end {
            Some(end) => (end + 1, true),
            None => (chunk.len(), chunk.is_empty()),
        };
        input.consume(used);
        if over {
            return match (any, too_long) {
                (false, _) => Line::Ended,
                (true, true) => Line::TooLong,
                (true, false) => Line::Text(String::from_utf8_lossy(&kept).into_owned()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor};

    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        let mut input = BufReader::with_capacity(7, Cursor::new(bytes));
        let mut lines = Vec::new();
        while lines.last() != Some(&Line::Ended) {
            lines.push(next_line(&mut input));
        }
        lines
    }

    #[test]
    fn lines_end_with_a_newline_or_with_the_input() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(read(b""), [Line::Ended]);
        assert_eq!(read(b"\n"), [text(""), Line::Ended]);
        assert_eq!(read(b"h8\r\nready\nquit"), [text("h8\r"), text("ready"), text("quit"), Line::Ended]);
        assert_eq!(read(b"say \xff\xfe\n"), [text("say \u{fffd}\u{fffd}"), Line::Ended]);
    }

    #[test]
    fn a_line_without_an_end_is_not_kept() {
        let mut bytes = vec![b'x'; 1_000_000];
        assert_eq!(read(&bytes), [Line::TooLong, Line::Ended]);
        bytes.extend(b"\nh8\n");
        assert_eq!(read(&bytes), [Line::TooLong, Line::Text("h8".to_owned()), Line::Ended]);
    }
}
