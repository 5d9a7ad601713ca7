//! The terminal: taken over for the program's time, and given back whatever happens.

use std::{
    io::{self, IsTerminal, Stdout, Write},
    mem::ManuallyDrop,
};

use crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{Terminal, backend::CrosstermBackend};
use thiserror::Error;

use crate::{
    net::lan::LISTENER,
    settings::{Call, Mouse},
};

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
    /// For drawing. It is never dropped: it would complain on a terminal that is gone, and with that panic.
    pub terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    mouse: Mouse,
    /// Whether tmux stands between this program and the terminal.
    in_tmux: bool,
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
            // What strangers send to everybody must not take the screen along; somebody else listens then.
            if std::thread::current().name() == Some(LISTENER) {
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
    /// Hears the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// If the terminal was closed.
    pub fn hear(&mut self, mouse: Mouse) -> io::Result<()> {
        if self.mouse == mouse {
            return Ok(());
        }
        self.mouse = mouse;
        match mouse {
            Mouse::On => execute!(io::stdout(), EnableMouseCapture),
            Mouse::Off => execute!(io::stdout(), DisableMouseCapture),
        }
    }

    /// Calls for attention.
    ///
    /// # Errors
    /// If the terminal was closed.
    pub fn call(&mut self, call: Call, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(call_bytes(call, text, self.in_tmux).as_bytes())?;
        out.flush()
    }
}

/// What calls for attention: a bell, the notice of OSC 9, or both. The notice has to be handed through tmux, which does
/// that if its option `allow-passthrough` is on; it hears the bell itself.
fn call_bytes(call: Call, text: &str, in_tmux: bool) -> String {
    // A digit and a semicolon would make some terminals take it for another command of OSC 9.
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

/// Gives the terminal back. What fails here cannot be helped any more.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
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
