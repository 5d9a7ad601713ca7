//! The user's last choices, in a file of their own. Losing it does no harm.

use std::io;

use tengen_shared::rules::{Bot, Variant};
use toml_edit::{Document, DocumentMut, value};

use super::{Home, files};
use crate::intent::{MenuItem, Starter};

/// The user's last choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The last entry on the start screen.
    pub item: Option<MenuItem>,
    /// The last game against the AI.
    pub ai: Option<LastAi>,
    /// Whether the user has played. If so, the screen hides the help for the first game.
    pub has_played: bool,
}

/// The settings of a game against the AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastAi {
    /// The board.
    pub variant: Variant,
    /// The level or engine.
    pub bot: Bot,
    /// The side that began.
    pub starter: Starter,
}

const HEAD: &str = include_str!("state-head.toml");

impl State {
    /// Parses `text`. Ignores invalid parts.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let Ok(document) = Document::parse(text) else { return Self::default() };
        let get = |table: &str, key: &str| document.get(table)?.get(key)?.as_str();
        let item = document.get("menu").and_then(|item| item.as_str()).and_then(MenuItem::named);
        let ai = || {
            let starter = match get("ai", "begins")? {
                "me" => Starter::Me,
                "ai" => Starter::Opponent,
                _ => return None,
            };
            let (variant, bot) = (get("ai", "board")?.parse().ok()?, get("ai", "level")?.parse().ok()?);
            Some(LastAi { variant, bot, starter })
        };
        let has_played = document.get("played").and_then(toml_edit::Item::as_bool).unwrap_or(false);
        Self { item, ai: ai(), has_played }
    }

    /// Returns the content of the file.
    #[must_use]
    pub fn write(self) -> String {
        let mut document = DocumentMut::new();
        if let Some(item) = self.item {
            document["menu"] = value(item.name());
        }
        if self.has_played {
            document["played"] = value(true);
        }
        if let Some(LastAi { variant, bot, starter }) = self.ai {
            document["ai"] = toml_edit::table();
            document["ai"]["board"] = value(variant.to_string());
            document["ai"]["level"] = value(bot.to_string());
            document["ai"]["begins"] = value(match starter {
                Starter::Me => "me",
                Starter::Opponent => "ai",
            });
        }
        format!("{HEAD}{document}")
    }
}

impl Home {
    /// Returns the last choices. Returns the default if the file is missing or damaged.
    #[must_use]
    pub fn state(&self) -> State {
        let text = files::read_small(&self.data.join("state.toml")).ok().flatten();
        text.map_or_else(State::default, |text| State::read(&text))
    }

    /// Stores the last choices.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn keep_state(&self, state: State) -> io::Result<()> {
        files::write_atomically(&self.data.join("state.toml"), &state.write())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_shared::rules::Level;

    use super::*;

    #[test]
    fn the_last_choices_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        assert_eq!(home.state(), State::default());
        for (_, variant) in Variant::NAMED {
            for starter in [Starter::Me, Starter::Opponent] {
                let ai = Some(LastAi { variant, bot: Bot::Level(Level::Hard), starter });
                let state = State { item: Some(MenuItem::PlayAi), ai, has_played: true };
                home.keep_state(state).unwrap();
                assert_eq!(home.state(), state);
            }
        }
    }

    #[test]
    fn what_is_good_in_a_damaged_file_holds() {
        let text = "menu = \"find\"\n[ai]\nboard = \"gomoku15\"\nlevel = \"godlike\"\nbegins = \"me\"\n";
        assert_eq!(State::read(text), State { item: Some(MenuItem::Find), ..State::default() });
        assert_eq!(State::read("menu = 3\nai = \"x\""), State::default());
        assert_eq!(State::read("\u{0}\u{1b}["), State::default());
    }

    proptest! {
        #[test]
        fn no_text_is_too_bad(text in ".{0,200}") {
            let state = State::read(&text);
            prop_assert_eq!(State::read(&state.write()), state);
        }
    }
}
