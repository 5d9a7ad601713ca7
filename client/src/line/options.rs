//! The words that choose how a room is: its board, its clock, who enters.

use std::{collections::BTreeSet, fmt};

use tengen_session::{
    form::Players,
    settings::{self, Setting, Unreadable},
};
use tengen_shared::{
    game::{Access, Name, Passphrase, PerSeat, SeatPlan, Settings},
    rules::{Bot, Level, Variant},
};

use super::{
    complaint::{Complaint, Usage},
    words::quoted,
};

/// What is chosen of a room's settings; the rest stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The board.
    pub board: Option<Variant>,
    /// The settings that were chosen.
    pub chosen: BTreeSet<Setting>,
    /// Their values; the others have those of a new room.
    pub values: Settings,
    /// The passphrase, if the access that was chosen wants one.
    pub passphrase: Option<Passphrase>,
}

impl Default for Options {
    fn default() -> Self {
        let values = settings::usual(Variant::TICTACTOE);
        Self { board: None, chosen: BTreeSet::new(), values, passphrase: None }
    }
}

/// A room that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// Who sits in the other seat.
    pub against: Against,
    /// Whether the user begins the first game; as usual if not said.
    pub first: Option<bool>,
    /// Everything else.
    pub options: Options,
}

/// Who sits in the other seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// Whoever joins.
    Open,
    /// The computer.
    Ai(Bot),
    /// The computer in both seats.
    Two(Bot, Bot),
    /// A second person at this keyboard.
    Here(Name),
}

/// The words that are left of a line of options.
struct Left<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    usage: Usage,
}

impl<'a> Left<'a> {
    fn new(words: Vec<&'a str>, usage: Usage) -> Self {
        Self { words: words.into_iter().peekable(), usage }
    }

    fn value(&mut self, of: &str) -> Result<&'a str, Complaint> {
        self.words.next().ok_or_else(|| Complaint::Incomplete(self.usage, of.to_owned()))
    }

    /// The level or engine that comes next, if one does.
    fn bot(&mut self) -> Bot {
        let next = self.words.peek().and_then(|word| word.parse().ok());
        if next.is_some() {
            self.words.next();
        }
        next.unwrap_or(Bot::Level(Level::Medium))
    }
}

impl Options {
    /// Reads the options in `words`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn read(words: Vec<&str>, usage: Usage) -> Result<Self, Complaint> {
        let mut left = Left::new(words, usage);
        let mut options = Self::default();
        while let Some(word) = left.words.next() {
            options.take(word, &mut left)?;
        }
        Ok(options)
    }

    fn take(&mut self, typed: &str, left: &mut Left<'_>) -> Result<(), Complaint> {
        let word = typed.to_ascii_lowercase();
        match word.as_str() {
            // How a room is entered has words of its own, since one of them needs a passphrase.
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
            "exact" => {
                let board =
                    self.board.ok_or_else(|| Complaint::Incomplete(left.usage, "7x7k4 exact".to_owned()))?;
                self.board = Some(exact(board, left.usage)?);
                Ok(())
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

    /// The settings with what was chosen.
    #[must_use]
    pub fn on(&self, old: Settings) -> Settings {
        let mut settings = Settings { variant: self.board.unwrap_or(old.variant), ..old };
        self.chosen.iter().for_each(|setting| setting.copy(&self.values, &mut settings));
        settings
    }
}

/// The settings that are typed as a word with a value.
fn with_a_word() -> impl Iterator<Item = Setting> {
    Setting::ALL.iter().copied().filter(|setting| *setting != Setting::Access)
}

fn exact(board: Variant, usage: Usage) -> Result<Variant, Complaint> {
    let runs = tengen_shared::rules::Runs::Exactly;
    Variant::new(board.width(), board.height(), board.win_length(), runs)
        .map_err(|error| Complaint::Bad(usage, error.to_string()))
}

impl NewRoom {
    /// Reads what kind of room `words` ask for.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn read(words: Vec<&str>, usage: Usage) -> Result<Self, Complaint> {
        let mut left = Left::new(words, usage);
        let mut room = Self { against: Against::Open, first: None, options: Options::default() };
        while let Some(word) = left.words.next() {
            match word.to_ascii_lowercase().as_str() {
                "ai" => room.against = Against::Ai(left.bot()),
                "ais" => room.against = Against::Two(left.bot(), left.bot()),
                "friend" => room.against = Against::Open,
                "here" => {
                    let name = left.value("here")?.parse::<Name>();
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

    /// What to ask the server for.
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

/// The options that stand for `settings`, so that a room can be described in the words that make it. Its passphrase is
/// known to nobody.
#[must_use]
pub(super) fn in_words(settings: &Settings) -> String {
    // Without it, the word for it would take the next one for the passphrase.
    let is_typed = |setting: &Setting| *setting != Setting::Access || settings.access != Access::Passphrase;
    let chosen = Setting::ALL.iter().copied().filter(is_typed).collect();
    Options { board: Some(settings.variant), chosen, values: *settings, passphrase: None }.to_string()
}
