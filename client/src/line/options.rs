//! The words that choose how a room is: its board, its clock, who enters.

use std::fmt;

use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, FirstMove, HintRule, Name, Passphrase, PerSeat, SeatPlan, Settings,
        SpectatorRule, ThinkTime, ThoughtRule, VerdictRule,
    },
    rules::{Bot, Level, Variant},
};

use super::{clock, command::Topic, complaint::Complaint, words::quoted};

/// What is chosen of a room's settings; the rest stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The board.
    pub board: Option<Variant>,
    /// How time is measured.
    pub clock: Option<ClockRule>,
    /// How the room is found and entered.
    pub entry: Option<Entry>,
    /// Who may watch.
    pub spectators: Option<SpectatorRule>,
    /// When a hint can be had.
    pub hints: Option<HintRule>,
    /// When the AI's thoughts are shown.
    pub thoughts: Option<ThoughtRule>,
    /// When a proven win is foretold.
    pub verdicts: Option<VerdictRule>,
    /// How long an AI's move takes at least.
    pub think: Option<ThinkTime>,
    /// Who begins the later games.
    pub begins: Option<FirstMove>,
    /// After how many games two AIs pause.
    pub games: Option<AiGames>,
}

/// How a room is found and entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It is on the list.
    Listed,
    /// It is on no list.
    Unlisted,
    /// It is on the list and has a secret.
    Passphrase(Passphrase),
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

/// A rule's values with the words for them.
type Choices<T> = &'static [(&'static str, T)];

const SPECTATORS: Choices<SpectatorRule> = &[
    ("allowed", SpectatorRule::Allowed),
    ("consent", SpectatorRule::ByConsent),
    ("never", SpectatorRule::Never),
];
const HINTS: Choices<HintRule> =
    &[("ai", HintRule::AgainstAi), ("always", HintRule::Always), ("never", HintRule::Never)];
const THOUGHTS: Choices<ThoughtRule> =
    &[("live", ThoughtRule::Live), ("after", ThoughtRule::AfterGame), ("never", ThoughtRule::Never)];
const VERDICTS: Choices<VerdictRule> =
    &[("classic", VerdictRule::Classic), ("always", VerdictRule::Always), ("never", VerdictRule::Never)];
const BEGINS: Choices<FirstMove> = &[
    ("alternate", FirstMove::Alternate),
    ("loser", FirstMove::LoserFirst),
    ("winner", FirstMove::WinnerFirst),
    ("fixed", FirstMove::Fixed),
];

/// The words that are left of a line of options.
struct Left<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    topic: Topic,
}

impl<'a> Left<'a> {
    fn new(words: Vec<&'a str>, topic: Topic) -> Self {
        Self { words: words.into_iter().peekable(), topic }
    }

    fn value(&mut self, of: &str) -> Result<&'a str, Complaint> {
        self.words.next().ok_or_else(|| Complaint::Incomplete(self.topic, of.to_owned()))
    }

    fn choice<T: Copy>(&mut self, of: &str, choices: Choices<T>) -> Result<T, Complaint> {
        let word = self.value(of)?;
        let chosen = choices.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        chosen.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            Complaint::NoChoice { topic: self.topic, typed: word.to_owned(), choices: known.join(", ") }
        })
    }

    fn number<T: TryFrom<N>, N: std::str::FromStr>(&mut self, of: &str) -> Result<T, Complaint>
    where
        T::Error: fmt::Display,
    {
        let word = self.value(of)?;
        let number: N = word.parse().map_err(|_| Complaint::NoNumber(self.topic, word.to_owned()))?;
        T::try_from(number).map_err(|error| Complaint::Bad(self.topic, error.to_string()))
    }

    /// The level or brain that comes next, if one does.
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
    pub(super) fn read(words: Vec<&str>) -> Result<Self, Complaint> {
        let mut left = Left::new(words, Topic::Settings);
        let mut options = Self::default();
        while let Some(word) = left.words.next() {
            options.take(word, &mut left)?;
        }
        Ok(options)
    }

    fn take(&mut self, word: &str, left: &mut Left<'_>) -> Result<(), Complaint> {
        match word.to_ascii_lowercase().as_str() {
            "clock" => self.clock = Some(clock::read(left.value("clock")?, left.topic)?),
            "listed" => self.entry = Some(Entry::Listed),
            "unlisted" => self.entry = Some(Entry::Unlisted),
            "passphrase" => {
                let secret = left.value("passphrase")?.parse::<Passphrase>();
                let secret = secret.map_err(|error| Complaint::Bad(left.topic, error.to_string()))?;
                self.entry = Some(Entry::Passphrase(secret));
            }
            "spectators" => self.spectators = Some(left.choice("spectators", SPECTATORS)?),
            "hints" => self.hints = Some(left.choice("hints", HINTS)?),
            "thoughts" => self.thoughts = Some(left.choice("thoughts", THOUGHTS)?),
            "verdicts" => self.verdicts = Some(left.choice("verdicts", VERDICTS)?),
            "begins" => self.begins = Some(left.choice("begins", BEGINS)?),
            "think" => self.think = Some(left.number::<ThinkTime, u16>("think")?),
            "games" => self.games = Some(left.number::<AiGames, u8>("games")?),
            "exact" => {
                let board = self.board.ok_or_else(|| Complaint::Unknown("exact".to_owned()))?;
                self.board = Some(exact(board, left.topic)?);
            }
            _ => match word.parse::<Variant>() {
                Ok(board) => self.board = Some(board),
                Err(_) => return Err(Complaint::NoOption(left.topic, word.to_owned())),
            },
        }
        Ok(())
    }

    /// The settings with what was chosen.
    #[must_use]
    pub fn on(&self, old: Settings) -> Settings {
        Settings {
            variant: self.board.unwrap_or(old.variant),
            clock: self.clock.unwrap_or(old.clock),
            access: match &self.entry {
                None => old.access,
                Some(Entry::Listed) => Access::Listed,
                Some(Entry::Unlisted) => Access::Unlisted,
                Some(Entry::Passphrase(_)) => Access::Passphrase,
            },
            spectators: self.spectators.unwrap_or(old.spectators),
            hints: self.hints.unwrap_or(old.hints),
            thoughts: self.thoughts.unwrap_or(old.thoughts),
            verdicts: self.verdicts.unwrap_or(old.verdicts),
            think_time: self.think.unwrap_or(old.think_time),
            first_move: self.begins.unwrap_or(old.first_move),
            ai_games: self.games.unwrap_or(old.ai_games),
        }
    }

    /// The secret that was chosen.
    #[must_use]
    pub fn passphrase(&self) -> Option<Passphrase> {
        match &self.entry {
            Some(Entry::Passphrase(secret)) => Some(secret.clone()),
            Some(Entry::Listed | Entry::Unlisted) | None => None,
        }
    }
}

fn exact(board: Variant, topic: Topic) -> Result<Variant, Complaint> {
    let runs = tengen_shared::rules::Runs::Exactly;
    Variant::new(board.width(), board.height(), board.win_length(), runs)
        .map_err(|error| Complaint::Bad(topic, error.to_string()))
}

impl NewRoom {
    /// Reads what kind of room `words` ask for.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn read(words: Vec<&str>) -> Result<Self, Complaint> {
        let mut left = Left::new(words, Topic::New);
        let mut room = Self { against: Against::Open, first: None, options: Options::default() };
        while let Some(word) = left.words.next() {
            match word.to_ascii_lowercase().as_str() {
                "ai" => room.against = Against::Ai(left.bot()),
                "ais" => room.against = Against::Two(left.bot(), left.bot()),
                "friend" => room.against = Against::Open,
                "here" => {
                    let name = left.value("here")?.parse::<Name>();
                    let name = name.map_err(|error| Complaint::Bad(left.topic, error.to_string()))?;
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
        let settings = self.options.on(Settings::new(Variant::TICTACTOE));
        let other = match &self.against {
            Against::Open => SeatPlan::Open {},
            Against::Ai(bot) | Against::Two(_, bot) => SeatPlan::Ai { bot: *bot },
            Against::Here(name) => SeatPlan::Guest { name: name.clone() },
        };
        // As on the form: an AI begins unless it is said otherwise, a person does not.
        let first = self.first.unwrap_or(!matches!(self.against, Against::Ai(_)));
        let seats = match (&self.against, first) {
            (Against::Two(one, _), _) => [SeatPlan::Ai { bot: *one }, other],
            (_, true) => [SeatPlan::Me {}, other],
            (_, false) => [other, SeatPlan::Me {}],
        };
        (settings, PerSeat(seats), self.options.passphrase())
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
        let mut words: Vec<String> = Vec::new();
        words.extend(self.board.map(|board| quoted(&board.to_string())));
        words.extend(self.clock.map(|rule| format!("clock {}", clock::word(rule))));
        words.extend(self.entry.as_ref().map(|entry| match entry {
            Entry::Listed => "listed".to_owned(),
            Entry::Unlisted => "unlisted".to_owned(),
            Entry::Passphrase(secret) => format!("passphrase {}", quoted(secret.expose())),
        }));
        words.extend(self.spectators.map(|rule| format!("spectators {}", word(SPECTATORS, rule))));
        words.extend(self.hints.map(|rule| format!("hints {}", word(HINTS, rule))));
        words.extend(self.thoughts.map(|rule| format!("thoughts {}", word(THOUGHTS, rule))));
        words.extend(self.verdicts.map(|rule| format!("verdicts {}", word(VERDICTS, rule))));
        words.extend(self.begins.map(|rule| format!("begins {}", word(BEGINS, rule))));
        words.extend(self.think.map(|think| format!("think {}", think.ms())));
        words.extend(self.games.map(|games| format!("games {}", games.games())));
        f.write_str(&words.join(" "))
    }
}

fn word<T: Copy + PartialEq>(choices: Choices<T>, value: T) -> &'static str {
    choices.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

/// The options that stand for `settings`, so that a room can be described in the words that make it.
#[must_use]
pub(super) fn in_words(settings: &Settings) -> String {
    let access = match settings.access {
        Access::Listed => "listed",
        Access::Unlisted => "unlisted",
        // The secret itself is known to nobody.
        Access::Passphrase => "passphrase",
    };
    let options = Options {
        board: Some(settings.variant),
        clock: Some(settings.clock),
        entry: None,
        spectators: Some(settings.spectators),
        hints: Some(settings.hints),
        thoughts: Some(settings.thoughts),
        verdicts: Some(settings.verdicts),
        think: Some(settings.think_time),
        begins: Some(settings.first_move),
        games: Some(settings.ai_games),
    };
    format!("{options} {access}")
}
