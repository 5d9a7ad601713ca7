//! The words for the board and the settings of a room, and for its players.

use std::{collections::BTreeSet, fmt};

use tengen_session::{
    form::Players,
    settings::{self, Setting, Unreadable},
};
use tengen_shared::{
    game::{Access, Name, Passphrase, PerSeat, SeatPlan, Settings},
    rules::{Bot, Level, RuleSet, Variant},
};

use super::{
    complaint::{Complaint, Usage},
    words::quoted,
};

/// The board and settings that a line chooses. The others stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub board: Option<Variant>,
    /// The settings that were chosen.
    pub chosen: BTreeSet<Setting>,
    /// The values of the chosen settings. The other settings have the values of a new room.
    pub values: Settings,
    /// The passphrase, if the chosen access needs one.
    pub passphrase: Option<Passphrase>,
}

impl Default for Options {
    fn default() -> Self {
        let values = settings::usual(Variant::TICTACTOE);
        Self { board: None, chosen: BTreeSet::new(), values, passphrase: None }
    }
}

/// A room to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    pub against: Against,
    /// Whether the user begins the first game; `None` for the default.
    pub first: Option<bool>,
    /// The board, the settings and the passphrase.
    pub options: Options,
}

/// The opponent in a new room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The first person who joins.
    Open,
    Ai(Bot),
    /// An AI in each seat.
    Two(Bot, Bot),
    /// A second person at this keyboard.
    Here(Name),
}

/// The words of a line that are not parsed yet.
struct Words<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    usage: Usage,
}

impl<'a> Words<'a> {
    fn new(words: Vec<&'a str>, usage: Usage) -> Self {
        Self { words: words.into_iter().peekable(), usage }
    }

    fn value(&mut self, of: &str) -> Result<&'a str, Complaint> {
        self.words.next().ok_or_else(|| Complaint::Incomplete(self.usage, of.to_owned()))
    }

    /// Takes the next word if it is a level or an engine. Otherwise returns the default, a medium AI.
    fn bot(&mut self) -> Bot {
        let next = self.words.peek().and_then(|word| word.parse().ok());
        if next.is_some() {
            self.words.next();
        }
        next.unwrap_or(Bot::Level(Level::Medium))
    }
}

impl Options {
    /// Parses options.
    ///
    /// # Errors
    /// Returns the first error in the words.
    pub(super) fn read(words: Vec<&str>, usage: Usage) -> Result<Self, Complaint> {
        let mut left = Words::new(words, usage);
        let mut options = Self::default();
        while let Some(word) = left.words.next() {
            options.take(word, &mut left)?;
        }
        Ok(options)
    }

    fn take(&mut self, typed: &str, left: &mut Words<'_>) -> Result<(), Complaint> {
        let word = typed.to_ascii_lowercase();
        if let Some(rules) = rules_named(&word) {
            let example = || Complaint::Incomplete(left.usage, format!("15x15k5 {word}"));
            self.board = Some(with_rules(self.board.ok_or_else(example)?, rules, left.usage)?);
            return Ok(());
        }
        match word.as_str() {
            // The kinds of access have words of their own, because one of them needs a passphrase.
            "listed" | "unlisted" => {
                self.passphrase = None;
                self.choose(Setting::Access, &word, left.usage)
            }
            "passphrase" => {
                let secret = left.value(&word)?.parse::<Passphrase>();
                self.passphrase =
                    Some(secret.map_err(|error| Complaint::Bad(left.usage, error.to_string()))?);
                self.choose(Setting::Access, &word, left.usage)
            }
            _ => match with_a_word().find(|setting| setting.word() == word) {
                Some(setting) => self.choose(setting, left.value(&word)?, left.usage),
                None => {
                    let board =
                        typed.parse().map_err(|_| Complaint::NoOption(left.usage, typed.to_owned()))?;
                    self.board = Some(board);
                    Ok(())
                }
            },
        }
    }

    fn choose(&mut self, setting: Setting, value: &str, usage: Usage) -> Result<(), Complaint> {
        let typed = || value.to_owned();
        setting.read(&mut self.values, value).map_err(|why| match why {
            Unreadable::NoChoice(choices) => Complaint::NoChoice { usage, typed: typed(), choices },
            Unreadable::NoNumber => Complaint::NoNumber(usage, typed()),
            Unreadable::NoClock => Complaint::NoClock(usage, typed()),
            Unreadable::NotAllowed(why) => Complaint::Bad(usage, why),
        })?;
        self.chosen.insert(setting);
        Ok(())
    }

    /// Returns `old` with the chosen board and settings.
    #[must_use]
    pub fn on(&self, old: Settings) -> Settings {
        let mut settings = Settings { variant: self.board.unwrap_or(old.variant), ..old };
        self.chosen.iter().for_each(|setting| setting.copy(&self.values, &mut settings));
        settings
    }
}

/// Returns the settings that the user types as a word and a value.
fn with_a_word() -> impl Iterator<Item = Setting> {
    Setting::ALL.iter().copied().filter(|setting| *setting != Setting::Access)
}

/// Returns the rule set that a word after the board names.
fn rules_named(word: &str) -> Option<RuleSet> {
    RuleSet::ALL.into_iter().find(|rules| rules.suffix() == word && !word.is_empty())
}

fn with_rules(board: Variant, rules: RuleSet, usage: Usage) -> Result<Variant, Complaint> {
    Variant::new(board.width(), board.height(), board.win_length(), rules)
        .map_err(|error| Complaint::Bad(usage, error.to_string()))
}

impl NewRoom {
    /// Parses the description of a room.
    ///
    /// # Errors
    /// Returns the first error in the words.
    pub(super) fn read(words: Vec<&str>, usage: Usage) -> Result<Self, Complaint> {
        let mut left = Words::new(words, usage);
        let mut room = Self { against: Against::Open, first: None, options: Options::default() };
        while let Some(word) = left.words.next() {
            match word.to_ascii_lowercase().as_str() {
                "ai" => room.against = Against::Ai(left.bot()),
                "ais" => room.against = Against::Two(left.bot(), left.bot()),
                "friend" => room.against = Against::Open,
                "here" => {
                    let name = Name::choose(left.value("here")?);
                    let name = name.map_err(|error| Complaint::Bad(left.usage, error.to_string()))?;
                    room.against = Against::Here(name);
                }
                "first" => room.first = Some(true),
                "second" => room.first = Some(false),
                _ => room.options.take(word, &mut left)?,
            }
        }
        Ok(room)
    }

    /// Returns the settings, the plan of the seats and the passphrase for the server.
    #[must_use]
    pub fn plan(&self) -> (Settings, PerSeat<SeatPlan>, Option<Passphrase>) {
        let settings = self.options.on(settings::usual(Variant::TICTACTOE));
        let players = match &self.against {
            Against::Open => Players::Other(SeatPlan::Open {}),
            Against::Ai(bot) => Players::Ai(*bot),
            Against::Two(one, two) => Players::TwoAis(*one, *two),
            Against::Here(name) => Players::Other(SeatPlan::Guest { name: name.clone() }),
        };
        (settings, players.seats(self.first), self.options.passphrase.clone())
    }
}

impl fmt::Display for NewRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.against {
            Against::Open => f.write_str("friend")?,
            Against::Ai(bot) => write!(f, "ai {bot}")?,
            Against::Two(one, two) => write!(f, "ais {one} {two}")?,
            Against::Here(name) => write!(f, "here {}", quoted(name.as_str()))?,
        }
        match self.first {
            None => {}
            Some(true) => f.write_str(" first")?,
            Some(false) => f.write_str(" second")?,
        }
        write!(f, " {}", self.options)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board.map(|board| quoted(&board.to_string()));
        let settings = self.chosen.iter().map(|setting| match (setting, &self.passphrase) {
            (Setting::Access, Some(secret)) => format!("passphrase {}", quoted(secret.expose())),
            (Setting::Access, None) => setting.typed(&self.values),
            _ => format!("{} {}", setting.word(), setting.typed(&self.values)),
        });
        f.write_str(&board.into_iter().chain(settings).collect::<Vec<_>>().join(" "))
    }
}

/// Returns the options that would create a room with these settings. The passphrase is missing, because the
/// client does not know it.
#[must_use]
pub(super) fn in_words(settings: &Settings) -> String {
    // Without its passphrase, the word `passphrase` would take the next word for it.
    let is_typed = |setting: &Setting| *setting != Setting::Access || settings.access != Access::Passphrase;
    let chosen = Setting::ALL.iter().copied().filter(is_typed).collect();
    Options { board: Some(settings.variant), chosen, values: *settings, passphrase: None }.to_string()
}
