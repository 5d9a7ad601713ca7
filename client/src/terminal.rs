//! The terminal: taken over for the program's time, and given back whatever happens.

use std::io::{self, IsTerminal, Stdout};

use crossterm::{
    cursor::Show,
    event::{DisableMouseCapture, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{Terminal, backend::CrosstermBackend};
use thiserror::Error;

/// The terminal cannot be used.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// Input or output is a file or a pipe.
    #[error(
        "tengen needs a terminal: run it in one, with neither input nor output redirected, or add --line for plain lines"
    )]
    NotATerminal,
    /// The terminal refuses.
    #[error("the terminal cannot be used: {0}")]
    Io(#[from] io::Error),
}

/// The terminal while it is ours. Dropping it gives it back.
#[derive(Debug)]
pub struct Guard {
    /// For drawing.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Guard {
    /// Takes the terminal over, and sees to it that even a panic gives it back first.
    ///
    /// # Errors
    /// If there is no terminal, or it refuses.
    pub fn enter() -> Result<Self, TerminalError> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(TerminalError::NotATerminal);
        }
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        enable_raw_mode()?;
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())))
            .and_then(|mut terminal| terminal.hide_cursor().map(|()| terminal));
        match entered {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error.into())
            }
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. What fails here cannot be helped any more.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
}
