//! The choice of an AI: a level, or an engine by name.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Scale, Variant,
    former::{FormerEngine, FormerEngineName},
    level::Level,
};

/// An algorithm that picks a move, under the name by which users seat it. The `engine` crate decides which variants
/// each one can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EngineName {
    /// Articles 000 and 002: open lines, minimax with alpha-beta, 1 to 9 layers deep; for tic-tac-toe.
    Alphabeta,
    /// Article 001: minimax to a depth of 1 to 9; for tic-tac-toe.
    Levels,
    /// Article 003: line scores without search; for five in a row.
    Greedy,
    /// Article 004: a search of 1 to 4 plies; for five in a row.
    DomainArticle,
    /// Perfect play, on boards that are small enough to solve.
    Solver,
    /// The main engine: principal variation search with threat search, 1 to 60 plies deep, for every board.
    Pvs,
}

/// The AI of a seat: a level or an engine. Every codec writes it as text, such as `hard`, `greedy` or
/// `alphabeta:3`.
///
/// ```
/// use tengen_shared::rules::Bot;
///
/// let bot = "alphabeta:3".parse::<Bot>()?;
/// assert_eq!(bot.depth(), Some(3));
/// assert_eq!(bot.with_depth(5).unwrap().to_string(), "alphabeta:5");
/// assert_eq!(bot.without_depth().to_string(), "alphabeta");
/// # Ok::<(), tengen_shared::rules::ParseBotError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Bot {
    /// A named strength.
    Level(Level),
    /// An algorithm, with an optional depth.
    Engine(NamedEngine),
    /// An algorithm of an earlier version. A level plays instead of it.
    Former(FormerEngine),
}

/// An algorithm and its search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamedEngine {
    name: EngineName,
    depth: Option<u8>,
}

/// The reason why text is not a valid choice of an AI.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseBotError {
    /// The name is neither a level nor an engine.
    #[error("there is no level or engine {0:?}: choose one of {everybody}", everybody = everybody())]
    Unknown(String),
    /// The depth is out of the engine's range.
    #[error("{engine} searches to depth {} to {}: write {engine}:{}", range.start(), range.end(), asked.clamp(range.start(), range.end()))]
    Depth {
        /// The name of the engine.
        engine: &'static str,
        /// The requested depth; 0 if the text was not a number from 0 to 255.
        asked: u8,
        /// The depths that the engine can search.
        range: RangeInclusive<u8>,
    },
    /// The engine has no choice of depth.
    #[error("{0} has no depth: write {0} alone")]
    NoDepth(EngineName),
}

impl EngineName {
    /// Returns the scale of the engine's evaluations. The only estimate of the solver is 0, for a draw, so any scale
    /// fits it.
    #[must_use]
    pub const fn scale(self) -> Scale {
        match self {
            Self::Alphabeta | Self::Levels => Scale::Lines,
            Self::Greedy | Self::DomainArticle => Scale::Unknown,
            Self::Solver | Self::Pvs => Scale::Logistic,
        }
    }

    /// Every engine: those of the articles in the order of their first article, then the others.
    pub const ALL: [Self; 6] =
        [Self::Alphabeta, Self::Levels, Self::Greedy, Self::DomainArticle, Self::Solver, Self::Pvs];

    /// Returns the name as users type it.
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

    /// Returns the depths that can be chosen; `None` if the engine has no choice of depth.
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

impl NamedEngine {
    /// Creates an engine that searches `depth` plies or layers; `None` is the engine's default depth.
    ///
    /// # Errors
    /// Returns an error if `depth` is out of range, or if the engine has no choice of depth.
    pub fn new(name: EngineName, depth: Option<u8>) -> Result<Self, ParseBotError> {
        match (depth, name.depths()) {
            (Some(_), None) => Err(ParseBotError::NoDepth(name)),
            (Some(asked), Some(range)) if !range.contains(&asked) => {
                Err(ParseBotError::Depth { engine: name.name(), asked, range })
            }
            _ => Ok(Self { name, depth }),
        }
    }

    /// Returns the algorithm without its depth.
    #[must_use]
    pub const fn name(self) -> EngineName {
        self.name
    }

    /// Returns the chosen search depth; `None` is the engine's default depth.
    #[must_use]
    pub const fn depth(self) -> Option<u8> {
        self.depth
    }
}

impl Bot {
    /// Whether rooms with the default settings announce a win that this AI has proven. They do for the engines of
    /// the articles and for the levels up to `hard`, whichever engine plays those levels.
    #[must_use]
    pub const fn is_classic(self) -> bool {
        match self {
            Self::Level(level) => matches!(level, Level::Easy | Level::Medium | Level::Hard),
            Self::Engine(engine) => !matches!(engine.name, EngineName::Solver | EngineName::Pvs),
            Self::Former(_) => true,
        }
    }

    /// Returns the scale of the AI's evaluations on boards of this variant. A level has different engines on different
    /// boards.
    #[must_use]
    pub fn scale(self, variant: Variant) -> Scale {
        match self {
            Self::Engine(engine) => engine.name.scale(),
            Self::Level(Level::Expert | Level::Master) => Scale::Logistic,
            Self::Level(_) | Self::Former(_) if variant.is_3x3() => Scale::Lines,
            Self::Level(_) | Self::Former(_) => Scale::Logistic,
        }
    }

    /// Returns the depths that can be chosen; `None` if there is no choice.
    #[must_use]
    pub const fn depths(self) -> Option<RangeInclusive<u8>> {
        match self {
            Self::Engine(engine) => engine.name.depths(),
            Self::Level(_) | Self::Former(_) => None,
        }
    }

    /// Returns the chosen depth; `None` for the default depth, and for levels and former engines.
    #[must_use]
    pub const fn depth(self) -> Option<u8> {
        match self {
            Self::Engine(engine) => engine.depth,
            Self::Level(_) | Self::Former(_) => None,
        }
    }

    /// Returns the same engine with this depth; `None` if the depth is out of range or the AI has no choice of it.
    #[must_use]
    pub fn with_depth(self, depth: u8) -> Option<Self> {
        match self {
            Self::Engine(engine) => NamedEngine::new(engine.name, Some(depth)).ok().map(Self::Engine),
            Self::Level(_) | Self::Former(_) => None,
        }
    }

    /// Returns the engine at its default depth, as [`BotChoices`] lists it. Levels and former engines stay unchanged.
    #[must_use]
    pub const fn without_depth(self) -> Self {
        match self {
            Self::Engine(engine) => Self::Engine(NamedEngine { name: engine.name, depth: None }),
            Self::Level(_) | Self::Former(_) => self,
        }
    }

    /// Returns the level that plays; for a former engine, the level that replaces it; `None` for a present engine.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(level),
            Self::Engine(_) => None,
            Self::Former(former) => Some(former.level()),
        }
    }
}

/// The levels and engines that can play a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotChoices {
    /// The levels, weakest first; never empty.
    pub levels: &'static [Level],
    /// The engines for this board.
    pub engines: &'static [EngineName],
    /// The former engines for this board: accepted by name, but not listed.
    pub former: &'static [FormerEngineName],
}

impl BotChoices {
    /// Whether `bot` can play this variant.
    #[must_use]
    pub fn contains(&self, bot: Bot) -> bool {
        match bot {
            Bot::Level(level) => self.levels.contains(&level),
            Bot::Engine(engine) => self.engines.contains(&engine.name),
            Bot::Former(former) => self.former.contains(&former.name),
        }
    }

    /// Returns the choices to list: the levels first, then the engines. Former engines are left out.
    pub fn iter(&self) -> impl Iterator<Item = Bot> {
        self.levels.iter().copied().map(Bot::from).chain(self.engines.iter().copied().map(Bot::from))
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

impl From<EngineName> for Bot {
    fn from(name: EngineName) -> Self {
        Self::Engine(NamedEngine { name, depth: None })
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Engine(NamedEngine { name, depth: None }) => name.fmt(f),
            Self::Engine(NamedEngine { name, depth: Some(depth) }) => write!(f, "{name}:{depth}"),
            Self::Former(former) => former.fmt(f),
        }
    }
}

impl FromStr for Bot {
    type Err = ParseBotError;

    /// Reads a level, an engine, or an engine with its depth after a colon.
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
        // Text that is not a number from 0 to 255 counts as depth 0, which no engine has.
        let depth = depth.map(|depth| depth.parse().unwrap_or(0));
        if let Some(name) = FormerEngineName::ALL.into_iter().find(|engine| engine.name() == name) {
            let too_deep = || ParseBotError::Depth {
                engine: name.name(),
                asked: depth.unwrap_or(0),
                range: FormerEngineName::DEPTHS,
            };
            return FormerEngine::new(name, depth).map(Self::Former).ok_or_else(too_deep);
        }
        let name = EngineName::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(unknown)?;
        Ok(Self::Engine(NamedEngine::new(name, depth)?))
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
    levels.chain(EngineName::ALL.iter().map(|engine| engine.name())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_read_back_from_its_text() {
        let levels = Level::ALL.into_iter().map(Bot::Level);
        let plain = EngineName::ALL.into_iter().map(Bot::from);
        let deep = EngineName::ALL.into_iter().flat_map(|name| {
            let depths = name.depths().into_iter().flatten();
            depths.map(move |depth| Bot::Engine(NamedEngine::new(name, Some(depth)).unwrap()))
        });
        let former = FormerEngineName::ALL.into_iter().flat_map(|name| {
            let depths = FormerEngineName::DEPTHS.map(Some).chain([None]);
            depths.map(move |depth| Bot::Former(FormerEngine::new(name, depth).unwrap()))
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
            "there is no level or engine \"genius\": choose one of easy, medium, hard, expert, master, alphabeta, \
             levels, greedy, domain-article, solver, pvs"
        );
        assert_eq!(error("alphabeta:12"), "alphabeta searches to depth 1 to 9: write alphabeta:9");
        assert_eq!(error("levels:x"), "levels searches to depth 1 to 9: write levels:1");
        assert_eq!(error("greedy:2"), "greedy has no depth: write greedy alone");
        assert_eq!(error("lines:13"), "lines searches to depth 1 to 12: write lines:12");
        assert!(error(&"x".repeat(5000)).len() < 250);
    }

    #[test]
    fn a_level_plays_in_place_of_a_former_engine() {
        let level = |text: &str| text.parse::<Bot>().unwrap().level().unwrap().name();
        let levels =
            ["lines:1", "lines:2", "lines:4", "lines", "domain:1", "domain:3", "domain:12", "domain"]
                .map(level);
        assert_eq!(levels, ["easy", "medium", "hard", "hard", "medium", "medium", "hard", "hard"]);
    }
}
