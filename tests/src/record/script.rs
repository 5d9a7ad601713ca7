//! A script: starts programs, presses keys and waits for text on the screens.

use serde::Deserialize;

/// A script in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The title of the cast.
    pub title: String,
    /// The terminal to record.
    pub record: String,
    /// The number of columns of all terminals.
    #[serde(default = "cols")]
    pub cols: u16,
    /// The number of rows of all terminals.
    #[serde(default = "rows")]
    pub rows: u16,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// One step. In all texts except a capture's name, `{addr}` is the server's address, and `{word}` is a word that
/// was read before.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Starts the client in a terminal. Each terminal is a player with their own files.
    Start {
        /// The name of the terminal.
        term: String,
        /// The arguments of the client.
        #[serde(default)]
        args: Vec<String>,
    },
    /// Waits until the terminal shows all of these texts. `A .. B` is a line that has A, and B after it.
    Wait {
        /// The name of the terminal.
        term: String,
        /// The texts.
        texts: Vec<String>,
        /// The time for viewers to read, in seconds.
        #[serde(default = "pause")]
        pause: f64,
    },
    /// Presses keys: letters, and `<enter>`, `<esc>`, `<tab>`, `<backspace>`, `<up>`, `<down>`, `<left>`,
    /// `<right>`.
    Keys {
        /// The name of the terminal.
        term: String,
        /// The keys.
        keys: String,
    },
    /// Types letter by letter into a line that shows its text.
    Type {
        /// The name of the terminal.
        term: String,
        /// The text.
        text: String,
    },
    /// Reads a word from the screen.
    Read {
        /// The name of the terminal.
        term: String,
        /// The name for the word in later steps.
        name: String,
        /// The text before the word.
        after: String,
        /// The text after the word.
        until: String,
    },
    /// Lets time pass for the viewer without output.
    Pause {
        /// The time in seconds.
        seconds: f64,
    },
    /// Saves the screen as text, once the terminal has settled.
    Capture {
        /// The name of the terminal.
        term: String,
        /// The file name without its extension.
        name: String,
    },
    /// Waits for the end of the program.
    End {
        /// The name of the terminal.
        term: String,
    },
}

const fn cols() -> u16 {
    80
}

const fn rows() -> u16 {
    24
}

const fn pause() -> f64 {
    1.0
}

/// Returns the keys one by one, as a terminal sends them.
pub(super) fn keys(text: &str) -> Result<Vec<String>, String> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        if letter != '<' {
            keys.push(letter.to_string());
            rest = after;
            continue;
        }
        let (name, after) = after.split_once('>').ok_or_else(|| format!("{text:?} has a < without its >"))?;
        keys.push(named(name).ok_or_else(|| format!("there is no key <{name}>"))?.to_owned());
        rest = after;
    }
    Ok(keys)
}

fn named(name: &str) -> Option<&'static str> {
    Some(match name {
        "enter" => "\r",
        "esc" => "\x1b",
        "tab" => "\t",
        "backspace" => "\x7f",
        "up" => "\x1b[A",
        "down" => "\x1b[B",
        "right" => "\x1b[C",
        "left" => "\x1b[D",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_letters_and_names() {
        assert_eq!(keys("a<enter>中<up>").unwrap(), ["a", "\r", "中", "\x1b[A"]);
        assert!(keys("<nosuch>").is_err() && keys("a<b").is_err());
    }
}
