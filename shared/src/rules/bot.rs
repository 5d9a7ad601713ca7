//! Who plays in an AI seat: a level, or a brain by name.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    former::{FormerBrain, FormerName},
    level::Level,
};

/// An algorithm that picks a move, by the name under which it can be seated. Which of them can play a variant
/// is the engine's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BrainName {
    /// Articles 000 and 002: open lines, minimax with alpha-beta, 1 to 9 layers; tic-tac-toe.
    Alphabeta,
    /// Article 001: minimax to a depth of 1 to 9; tic-tac-toe.
    Levels,
    /// Article 003: line scores without a look ahead; five in a row.
    Greedy,
    /// Article 004, 1 to 4 plies deep; five in a row.
    DomainArticle,
    /// Perfect play, on boards small enough.
    Solver,
    /// The engine proper, 1 to 60 plies deep: principal variation search with threat search, for every board.
    Pvs,
}

/// Who plays in an AI seat; the text `hard`, `greedy` or `alphabeta:3` in every codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Bot {
    /// A named strength.
    Level(Level),
    /// An algorithm.
    Brain(NamedBrain),
    /// An algorithm of an earlier version, in whose place a level plays.
    Former(FormerBrain),
}

/// An algorithm and how deep it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamedBrain {
    name: BrainName,
    depth: Option<u8>,
}

/// Text that names nobody who could play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseBotError {
    /// Neither a level nor a brain.
    #[error("there is no level or brain {0:?}: choose one of {everybody}", everybody = everybody())]
    Unknown(String),
    /// The brain does not look that deep.
    #[error("{brain} looks {} to {} deep: write {brain}:{}", range.start(), range.end(), asked.clamp(range.start(), range.end()))]
    Depth {
        /// The brain.
        brain: &'static str,
        /// How deep it was asked to look.
        asked: u8,
        /// What it can do.
        range: RangeInclusive<u8>,
    },
    /// The brain has no depth to be chosen.
    #[error("{0} has no depth to choose: write {0} alone")]
    NoDepth(BrainName),
}

impl BrainName {
    /// Every brain, in the order of the articles.
    pub const ALL: [Self; 6] =
        [Self::Alphabeta, Self::Levels, Self::Greedy, Self::DomainArticle, Self::Solver, Self::Pvs];

    /// The name as people type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alphabeta => "alphabeta",
            Self::Levels => "levels",
            Self::Greedy => "greedy",
            Self::DomainArticle => "domain-article",
            Self::Solver => "solver",
            Self::Pvs => "pvs",
        }
    }

    /// The depths that can be asked for; none if the brain has no such choice.
    #[must_use]
    pub const fn depths(self) -> Option<RangeInclusive<u8>> {
        match self {
            Self::Alphabeta | Self::Levels => Some(1..=9),
            Self::DomainArticle => Some(1..=4),
            Self::Pvs => Some(1..=60),
            Self::Greedy | Self::Solver => None,
        }
    }
}

impl NamedBrain {
    /// A brain that looks `depth` plies or layers deep; none leaves it to the brain.
    ///
    /// # Errors
    /// If the brain does not look that deep, or has no depth to choose.
    pub fn new(name: BrainName, depth: Option<u8>) -> Result<Self, ParseBotError> {
        match (depth, name.depths()) {
            (Some(_), None) => Err(ParseBotError::NoDepth(name)),
            (Some(asked), Some(range)) if !range.contains(&asked) => {
                Err(ParseBotError::Depth { brain: name.name(), asked, range })
            }
            _ => Ok(Self { name, depth }),
        }
    }

    /// Which algorithm it is.
    #[must_use]
    pub const fn name(self) -> BrainName {
        self.name
    }

    /// How deep it shall look; none leaves it to the brain.
    #[must_use]
    pub const fn depth(self) -> Option<u8> {
        self.depth
    }
}

impl Bot {
    /// Whether its early verdicts are told in rooms with the usual settings: those of the articles' brains, and of the
    /// levels up to `hard`, whoever plays them.
    #[must_use]
    pub const fn is_classic(self) -> bool {
        match self {
            Self::Level(level) => matches!(level, Level::Easy | Level::Medium | Level::Hard),
            Self::Brain(brain) => !matches!(brain.name, BrainName::Solver | BrainName::Pvs),
            Self::Former(_) => true,
        }
    }

    /// The level that plays, if it is one; that of a former brain is the one in its place.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(level),
            Self::Brain(_) => None,
            Self::Former(former) => Some(former.level()),
        }
    }
}

/// Who can play a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotChoices {
    /// The levels, weakest first; never empty.
    pub levels: &'static [Level],
    /// The brains that know this board.
    pub brains: &'static [BrainName],
    /// Former brains that knew it: they may be asked for, but are not among those listed.
    pub former: &'static [FormerName],
}

impl BotChoices {
    /// Whether `bot` may be asked for.
    #[must_use]
    pub fn contains(&self, bot: Bot) -> bool {
        match bot {
            Bot::Level(level) => self.levels.contains(&level),
            Bot::Brain(brain) => self.brains.contains(&brain.name),
            Bot::Former(former) => self.former.contains(&former.name),
        }
    }

    /// Those to be listed, the levels first.
    pub fn iter(&self) -> impl Iterator<Item = Bot> {
        self.levels.iter().copied().map(Bot::from).chain(self.brains.iter().copied().map(Bot::from))
    }
}

impl fmt::Display for BotChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(|bot| bot.to_string()).collect::<Vec<_>>().join(", "))
    }
}

impl From<Level> for Bot {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl From<BrainName> for Bot {
    fn from(name: BrainName) -> Self {
        Self::Brain(NamedBrain { name, depth: None })
    }
}

impl fmt::Display for BrainName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Brain(NamedBrain { name, depth: None }) => name.fmt(f),
            Self::Brain(NamedBrain { name, depth: Some(depth) }) => write!(f, "{name}:{depth}"),
            Self::Former(former) => former.fmt(f),
        }
    }
}

impl FromStr for Bot {
    type Err = ParseBotError;

    /// Reads a level, a brain, or a brain with its depth behind a colon.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        if let Ok(level) = text.parse() {
            return Ok(Self::Level(level));
        }
        let unknown = || ParseBotError::Unknown(text.chars().take(24).collect());
        let (name, depth) = match text.split_once(':') {
            Some((name, depth)) => (name, Some(depth)),
            None => (text.as_str(), None),
        };
        // What is no number is no depth of any brain.
        let depth = depth.map(|depth| depth.parse().unwrap_or(0));
        if let Some(name) = FormerName::ALL.into_iter().find(|brain| brain.name() == name) {
            let too_deep = || ParseBotError::Depth {
                brain: name.name(),
                asked: depth.unwrap_or(0),
                range: FormerName::DEPTHS,
            };
            return FormerBrain::new(name, depth).map(Self::Former).ok_or_else(too_deep);
        }
        let name = BrainName::ALL.into_iter().find(|brain| brain.name() == name).ok_or_else(unknown)?;
        Ok(Self::Brain(NamedBrain::new(name, depth)?))
    }
}

impl TryFrom<String> for Bot {
    type Error = ParseBotError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Bot> for String {
    fn from(bot: Bot) -> Self {
        bot.to_string()
    }
}

fn everybody() -> String {
    let levels = Level::ALL.iter().map(|level| level.name());
    levels.chain(BrainName::ALL.iter().map(|brain| brain.name())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_read_back_from_its_text() {
        let levels = Level::ALL.into_iter().map(Bot::Level);
        let plain = BrainName::ALL.into_iter().map(Bot::from);
        let deep = BrainName::ALL.into_iter().flat_map(|name| {
            let depths = name.depths().into_iter().flatten();
            depths.map(move |depth| Bot::Brain(NamedBrain::new(name, Some(depth)).unwrap()))
        });
        let former = FormerName::ALL.into_iter().flat_map(|name| {
            let depths = FormerName::DEPTHS.map(Some).chain([None]);
            depths.map(move |depth| Bot::Former(FormerBrain::new(name, depth).unwrap()))
        });
        for bot in levels.chain(plain).chain(deep).chain(former) {
            assert_eq!(bot.to_string().parse(), Ok(bot));
            assert_eq!(format!(" {} ", bot.to_string().to_uppercase()).parse(), Ok(bot));
        }
    }

    #[test]
    fn a_refusal_lists_what_is_possible() {
        let error = |text: &str| text.parse::<Bot>().unwrap_err().to_string();
        assert_eq!(
            error("genius"),
            "there is no level or brain \"genius\": choose one of easy, medium, hard, expert, master, alphabeta, \
             levels, greedy, domain-article, solver, pvs"
        );
        assert_eq!(error("alphabeta:12"), "alphabeta looks 1 to 9 deep: write alphabeta:9");
        assert_eq!(error("levels:x"), "levels looks 1 to 9 deep: write levels:1");
        assert_eq!(error("greedy:2"), "greedy has no depth to choose: write greedy alone");
        assert_eq!(error("lines:13"), "lines looks 1 to 12 deep: write lines:12");
        assert!(error(&"x".repeat(5000)).len() < 250);
    }

    #[test]
    fn a_level_plays_in_place_of_a_former_brain() {
        let level = |text: &str| text.parse::<Bot>().unwrap().level().unwrap().name();
        let levels =
            ["lines:1", "lines:2", "lines:4", "lines", "domain:1", "domain:3", "domain:12", "domain"]
                .map(level);
        assert_eq!(levels, ["easy", "medium", "hard", "hard", "medium", "medium", "hard", "hard"]);
    }
}
