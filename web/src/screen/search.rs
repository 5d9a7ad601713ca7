//! A search, step by step: minimax or alpha-beta on a position or on a tree that somebody has typed in.

pub(crate) mod update;
pub(crate) mod view;

use std::time::Duration;

use tengen_session::{pairs::Pairs, points, study::Walk, text::Lang};
use tengen_shared::rules::{
    Bot, EngineName, FoulRule, NamedEngine, Point, Position, RuleSet, Variant, search::Cuts,
};
use tengen_worker::{Answer, Question, Setup};

/// The example of a textbook, with one cut: Russell and Norvig, *Artificial Intelligence*, figure 5.5 (fourth edition).
const EXAMPLE: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct Search {
    pub source: Source,
    /// The text of a tree.
    pub typed: String,
    pub variant: Variant,
    pub(crate) fouls: FoulRule,
    /// The text of the moves that lead to the position.
    pub moves: String,
    pub bot: Bot,
    pub cuts: Cuts,
    pub pace: Pace,
    pub shown: Shown,
    /// The moves that lead to the root of the tree.
    root: Vec<Point>,
    /// Whether the user wants to see what is below a node; for other nodes, a rule decides.
    pub folds: Pairs<usize, bool>,
    /// The local time of the next step; `None` while the search stands still.
    pub(crate) step_at: Option<Duration>,
}

/// Whether a tree is searched that the user has typed in, or a position by an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Typed,
    Position,
}

/// How far the tree is.
#[derive(Clone, Debug)]
pub enum Shown {
    /// The engine is asked.
    Wanted(Question),
    /// There is none, for this reason.
    Refused(String),
    Loaded(Box<Walk>),
}

/// How fast a search plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    Slow,
    Usual,
    Fast,
}

impl Pace {
    pub(crate) const ALL: [Self; 3] = [Self::Slow, Self::Usual, Self::Fast];

    const fn step(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 3_000,
            Self::Usual => 1_200,
            Self::Fast => 300,
        })
    }

    /// Returns the name by which the choice on the screen knows the speed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Usual => "usual",
            Self::Fast => "fast",
        }
    }

    pub(crate) const fn title(self, lang: Lang) -> &'static str {
        match self {
            Self::Slow => lang.search_slow(),
            Self::Usual => lang.search_usual(),
            Self::Fast => lang.search_fast(),
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        let (typed, cuts) = (EXAMPLE.to_owned(), Cuts::On);
        Self {
            source: Source::Typed,
            shown: Shown::Wanted(Question::Typed { text: typed.clone(), cuts }),
            typed,
            variant: Variant::TICTACTOE,
            fouls: FoulRule::Refused,
            moves: String::new(),
            bot: usual(Variant::TICTACTOE),
            cuts,
            pace: Pace::Usual,
            root: Vec::new(),
            folds: Pairs::default(),
            step_at: None,
        }
    }
}

impl Search {
    /// Creates the screen with a position.
    #[must_use]
    pub(crate) fn of_position(position: &Position, lang: Lang) -> Self {
        let (variant, fouls) = (position.variant(), position.fouls());
        let moves = position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let bot = usual(variant);
        let mut search = Self { source: Source::Position, variant, fouls, moves, bot, ..Self::default() };
        search.ask(lang);
        search
    }

    /// Returns the same engine at one move more, or with `false` one less; `None` if it cannot search that deep.
    pub(crate) fn deeper(&self, more: bool) -> Option<Bot> {
        let depth = self.bot.depth()?;
        self.bot.with_depth(if more { depth.checked_add(1)? } else { depth.checked_sub(1)? })
    }

    /// Returns what the engine is to do.
    pub(crate) fn question(&self) -> Option<Question> {
        match &self.shown {
            Shown::Wanted(question) => Some(question.clone()),
            Shown::Refused(_) | Shown::Loaded(_) => None,
        }
    }

    /// Asks for the tree of what is in the form now.
    pub(crate) fn ask(&mut self, lang: Lang) {
        (self.step_at, self.folds) = (None, Pairs::default());
        let cuts = self.cuts;
        self.shown = match (self.source, points::moves(&self.moves)) {
            (Source::Typed, _) => Shown::Wanted(Question::Typed { text: self.typed.clone(), cuts }),
            (Source::Position, Some(moves)) => {
                self.root.clone_from(&moves);
                let setup = Setup { variant: self.variant, fouls: self.fouls, moves };
                Shown::Wanted(Question::Explain { setup, bot: self.bot, cuts })
            }
            (Source::Position, None) => Shown::Refused(lang.board_bad_moves().to_owned()),
        };
    }

    /// The engine has failed.
    pub(crate) fn failed(&mut self, why: String) {
        self.shown = Shown::Refused(why);
    }

    /// The engine has answered.
    pub(crate) fn answered(&mut self, answer: Answer, lang: Lang) {
        self.shown = match answer {
            Answer::Tree(tree) => match Walk::new(tree) {
                Some(walk) => Shown::Loaded(Box::new(walk)),
                None => Shown::Refused(lang.search_failed().to_owned()),
            },
            Answer::Refused(why) => Shown::Refused(lang.search_refused(&why)),
            _ => Shown::Refused(lang.search_illegal().to_owned()),
        };
    }

    /// Returns the time until the next step; `None` while the search stands still.
    pub(crate) fn next_step_in(&self, now: Duration) -> Option<Duration> {
        self.step_at.map(|at| at.saturating_sub(now))
    }
}

/// Returns the engines whose searches can be shown on a board.
pub(crate) const fn engines(variant: Variant) -> &'static [EngineName] {
    match (variant.is_3x3(), variant.win_length(), variant.runs()) {
        (true, ..) => &[EngineName::Alphabeta, EngineName::Levels, EngineName::Pvs],
        (false, 5, RuleSet::Freestyle | RuleSet::Standard) => {
            &[EngineName::Pvs, EngineName::DomainArticle, EngineName::Greedy]
        }
        _ => &[EngineName::Pvs],
    }
}

/// Returns the first of these engines, at a depth whose tree one can look at.
fn usual(variant: Variant) -> Bot {
    let name = engines(variant).first().copied().unwrap_or(EngineName::Pvs);
    at_depth(name, 2)
}

/// Returns an engine at a depth, or at its only one.
pub(crate) fn at_depth(name: EngineName, depth: u8) -> Bot {
    let engine = NamedEngine::new(name, Some(depth)).or_else(|_| NamedEngine::new(name, None));
    Bot::Engine(engine.unwrap_or_else(|_| unreachable!("every engine has a usual depth")))
}

/// Returns the name of the engine that searches, if the AI is one.
pub(crate) const fn engine_of(bot: Bot) -> Option<EngineName> {
    match bot {
        Bot::Engine(engine) => Some(engine.name()),
        Bot::Level(_) | Bot::Former(_) => None,
    }
}

/// A way through the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    Start,
    Back,
    Forward,
    NextCut,
    End,
}

/// What the user does on the screen.
#[derive(Clone, Debug)]
pub enum Msg {
    Source(Source),
    Typed(String),
    Board(String),
    Moves(String),
    Engine(String),
    /// Search one move deeper, or with `false` one less.
    Depth(bool),
    Cuts,
    /// Search what is in the form.
    Show,
    Go(Go),
    /// Play, or stop playing.
    Play,
    Pace(String),
    /// Show what is below a node, or with `false` hide it.
    Unfold(usize, bool),
}
