//! A bare terminal program: a board and a cursor, drawn again after each key, and nothing else.

use std::io::{self, BufWriter, Write as _};

use anyhow::Context as _;
use crossterm::{
    cursor::{Hide, MoveTo, Show},
    event::{Event, KeyCode, read},
    execute, queue,
    style::Print,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// The number of points on each side.
const SIDE: u16 = 15;

/// Runs until the user presses `q` or the terminal closes.
///
/// # Errors
/// Returns an error if there is no terminal.
pub(crate) fn run() -> anyhow::Result<()> {
    enable_raw_mode().context("this needs a terminal")?;
    execute!(io::stdout(), EnterAlternateScreen, Hide)?;
    let done = play();
    // Restore the terminal in any case. A failure here has no remedy.
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    done
}

fn play() -> anyhow::Result<()> {
    let mut cursor = (SIDE / 2, SIDE / 2);
    loop {
        draw(cursor)?;
        let Event::Key(key) = read()? else { continue };
        let (x, y) = cursor;
        cursor = match key.code {
            KeyCode::Left => (x.saturating_sub(1), y),
            KeyCode::Right => ((x + 1).min(SIDE - 1), y),
            KeyCode::Up => (x, y.saturating_sub(1)),
            KeyCode::Down => (x, (y + 1).min(SIDE - 1)),
            KeyCode::Char('q') => return Ok(()),
            _ => cursor,
        };
    }
}

fn draw(cursor: (u16, u16)) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(16 * 1024, io::stdout().lock());
    for y in 0..SIDE {
        queue!(out, MoveTo(0, y))?;
        for x in 0..SIDE {
            queue!(out, Print(if (x, y) == cursor { "[ ]" } else { " . " }))?;
        }
    }
    out.flush()
}
