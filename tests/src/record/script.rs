//! A script: who starts what, presses which keys and waits for what to be seen.

use serde::Deserialize;

/// A script, as it is written in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The title of the cast.
    pub title: String,
    /// The terminal that is recorded.
    pub record: String,
    /// Columns of all terminals.
    #[serde(default = "cols")]
    pub cols: u16,
    /// Rows of all terminals.
    #[serde(default = "rows")]
    pub rows: u16,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// One step. In all texts but a capture's name, `{addr}` is the server's address, and `{word}` what was read before.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Starts the client in a terminal; each terminal is a player with files of their own.
    Start {
        /// The terminal's name.
        term: String,
        /// The client's arguments.
        #[serde(default)]
        args: Vec<String>,
    },
    /// Waits until the terminal shows all of these; `A .. B` is a line that holds A and behind it B.
    Wait {
        /// The terminal's name.
        term: String,
        /// The texts.
        texts: Vec<String>,
        /// Seconds that a viewer is given to read.
        #[serde(default = "pause")]
        pause: f64,
    },
    /// Presses keys: letters, and `<enter>`, `<esc>`, `<tab>`, `<backspace>`, `<up>`, `<down>`, `<left>`, `<right>`.
    Keys {
        /// The terminal's name.
        term: String,
        /// The keys.
        keys: String,
    },
    /// Types into a line that shows what is typed, letter by letter.
    Type {
        /// The terminal's name.
        term: String,
        /// The text.
        text: String,
    },
    /// Reads a word from the screen.
    Read {
        /// The terminal's name.
        term: String,
        /// The name under which it is used.
        name: String,
        /// What stands before it.
        after: String,
        /// What stands behind it.
        until: String,
    },
    /// A viewer sees nothing new for so long.
    Pause {
        /// Seconds.
        seconds: f64,
    },
    /// Keeps what the terminal shows as a text, once it has come to rest.
    Capture {
        /// The terminal's name.
        term: String,
        /// The file's name without its ending.
        name: String,
    },
    /// Waits for the end of the program.
    End {
        /// The terminal's name.
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

/// The keys one by one, as a terminal sends them.
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
