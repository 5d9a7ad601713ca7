//! Takes over the terminal while the client runs, and restores it however the client ends.

use std::{
    io::{self, IsTerminal, Stdout, Write},
    mem::ManuallyDrop,
};

use crossterm::{
    SynchronizedUpdate,
    cursor::Show,
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    terminal::{
        EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    },
};
use ratatui::{Frame, Terminal, backend::CrosstermBackend, layout::Size};
use thiserror::Error;

use crate::{
    net::lan::MDNS_THREAD,
    settings::{Call, Mouse},
};

/// The reason why the client cannot use the terminal.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// Standard input or output is a file or a pipe.
    #[error("input or output is not a terminal: run without redirection, or add --line")]
    NotATerminal,
    #[error("the terminal cannot be used: {0}")]
    Io(#[from] io::Error),
}

/// The terminal while the client uses it. Dropping the guard restores the terminal.
#[derive(Debug)]
pub struct Guard {
    /// Never dropped: ratatui prints an error if the terminal is closed, and printing would panic.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    mouse: Mouse,
    /// Whether the client runs in tmux.
    in_tmux: bool,
}

impl Guard {
    /// Takes over the terminal. A panic restores it before its message is printed.
    ///
    /// # Errors
    /// Returns an error if standard input or output is not a terminal, or if setting up the terminal fails.
    pub fn enter() -> Result<Self, TerminalError> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(TerminalError::NotATerminal);
        }
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // A malformed announcement from the network ends only the thread that listens; another takes
            // over.
            if std::thread::current().name() == Some(MDNS_THREAD) {
                return;
            }
            restore();
            before(panic);
        }));
        enable_raw_mode()?;
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())))
            .and_then(|mut terminal| terminal.hide_cursor().map(|()| terminal));
        match entered {
            Ok(terminal) => {
                let in_tmux = std::env::var_os("TMUX").is_some_and(|value| !value.is_empty());
                Ok(Self { terminal: ManuallyDrop::new(terminal), mouse: Mouse::On, in_tmux })
            }
            Err(error) => {
                restore();
                Err(error.into())
            }
        }
    }
}

impl Guard {
    /// Draws a frame. Terminals that know synchronized updates show it all at once.
    ///
    /// # Errors
    /// Returns an error if the terminal was closed.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        io::stdout().sync_update(|_| self.terminal.draw(render).map(|_| ()))?
    }

    /// Returns the size of the terminal in cells.
    ///
    /// # Errors
    /// Returns an error if the terminal was closed.
    pub fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    /// Turns the mouse on or off. When it is off, the terminal itself can select text with it.
    ///
    /// # Errors
    /// Returns an error if the terminal was closed.
    pub fn set_mouse(&mut self, mouse: Mouse) -> io::Result<()> {
        if self.mouse == mouse {
            return Ok(());
        }
        self.mouse = mouse;
        match mouse {
            Mouse::On => execute!(io::stdout(), EnableMouseCapture),
            Mouse::Off => execute!(io::stdout(), DisableMouseCapture),
        }
    }

    /// Rings the bell or shows a desktop notification with `text`.
    ///
    /// # Errors
    /// Returns an error if the terminal was closed.
    pub fn call(&mut self, call: Call, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(call_bytes(call, text, self.in_tmux).as_bytes())?;
        out.flush()
    }
}

/// Returns the control sequences for a bell, a desktop notification (OSC 9), or both. tmux forwards a
/// notification only in this wrapper, and only if its option `allow-passthrough` is on. It handles the bell
/// itself.
fn call_bytes(call: Call, text: &str, in_tmux: bool) -> String {
    // Some terminals read a text that begins with a digit and a semicolon as another OSC 9 command.
    let text: String = text.chars().filter(|c| !tengen_shared::game::is_disturbing(*c)).take(200).collect();
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    let notice = match in_tmux {
        true => format!("\x1bPtmux;\x1b\x1b]9;{text}\x07\x1b\\"),
        false => format!("\x1b]9;{text}\x07"),
    };
    match call {
        Call::Off => String::new(),
        Call::Bell => "\x07".to_owned(),
        Call::Desktop => notice,
        Call::Both => format!("{notice}\x07"),
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal as far as possible. Ignores errors, because the program is about to end.
fn restore() {
    let _ = disable_raw_mode();
    // A panic while a frame is drawn leaves its update open.
    let _ = execute!(
        io::stdout(),
        EndSynchronizedUpdate,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_a_bell_a_notice_or_both() {
        assert_eq!(call_bytes(Call::Off, "x", false), "");
        assert_eq!(call_bytes(Call::Bell, "x", true), "\x07");
        assert_eq!(call_bytes(Call::Desktop, "Bob has moved", false), "\x1b]9;Bob has moved\x07");
        assert_eq!(call_bytes(Call::Both, "x", false), "\x1b]9;x\x07\x07");
        assert_eq!(call_bytes(Call::Desktop, "x", true), "\x1bPtmux;\x1b\x1b]9;x\x07\x1b\\");
    }

    #[test]
    fn no_name_can_speak_to_the_terminal() {
        let evil = "4;1;100 \x1b]0;owned\x07 \u{9c}\u{9d}天元";
        assert_eq!(
            call_bytes(Call::Desktop, evil, false),
            "\x1b]9;1;100 ]0;owned 天元\x07".replace("1;100", "")
        );
    }
}
