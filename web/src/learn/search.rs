//! A search, step by step: minimax or alpha-beta on a position or on a tree that somebody has typed in.

pub(crate) mod update;
pub(crate) mod view;

use std::time::Duration;

use tengen_session::{
    pairs::Pairs,
    points,
    study::{Step, Walk},
    text::Lang,
};
use tengen_shared::rules::{
    Bot, EngineName, FoulRule, NamedEngine, Point, RuleSet, Variant,
    search::{Cuts, End, Parts},
};
use tengen_worker::{Setup, Task, Taught};

use super::route::{Route, value_of};
use crate::route::query_value;

/// The example of a textbook, with one cut: Russell and Norvig, *Artificial Intelligence*, figure 5.5 (fourth edition).
const EXAMPLE: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct Search {
    /// What followed the question mark in the address that led here.
    pub(super) came_by: String,
    pub source: Source,
    /// The text of a tree.
    pub typed: String,
    pub variant: Variant,
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
    /// What the value of a leaf is made of: its number in the tree, and the answer once it is there.
    pub(crate) parts: Option<(usize, Option<Result<Parts, String>>)>,
    /// The time of the next step; `None` while the search stands still.
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
    Wanted(Task),
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
            came_by: String::new(),
            parts: None,
            source: Source::Typed,
            shown: Shown::Wanted(Task::Typed { text: typed.clone(), cuts }),
            typed,
            variant: Variant::TICTACTOE,
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
    /// Creates the screen with what an address says after its question mark: a `tree`, or a `board` with `moves`, an `engine`
    /// and `cuts=off`. What it does not say, or says wrongly, is as usual.
    #[must_use]
    pub(super) fn of_query(query: &str, lang: Lang) -> Self {
        let mut search = Self::default();
        let value = |name: &str| value_of(query, name);
        if let Some(tree) = value("tree") {
            (search.source, search.typed) = (Source::Typed, tree);
        }
        if let Some(variant) = value("board").and_then(|board| board.parse().ok()) {
            (search.source, search.variant, search.bot) = (Source::Position, variant, usual(variant));
        }
        search.moves = value("moves").unwrap_or_default();
        // An engine that the form cannot show does not count.
        let is_known =
            |bot: &Bot| engine_of(*bot).is_some_and(|name| engines(search.variant).contains(&name));
        let engine = value("engine").and_then(|engine| engine.parse().ok()).filter(is_known);
        search.bot = engine.unwrap_or(search.bot);
        if value("cuts").as_deref() == Some("off") {
            search.cuts = Cuts::Off;
        }
        search.ask(lang);
        query.clone_into(&mut search.came_by);
        search
    }

    /// Returns what is in the form as an address has it after its question mark.
    fn query(&self) -> String {
        let cuts = if self.cuts == Cuts::On { "" } else { "&cuts=off" };
        match self.source {
            Source::Typed => format!("tree={}{cuts}", query_value(&self.typed)),
            Source::Position => {
                let (board, moves) = (self.variant.to_string(), query_value(&self.moves));
                format!("board={}&moves={moves}&engine={}{cuts}", query_value(&board), self.bot)
            }
        }
    }

    /// Returns the same engine at one move more, or with `false` one less; `None` if it cannot search that deep.
    pub(crate) fn deeper(&self, more: bool) -> Option<Bot> {
        let depth = self.bot.depth()?;
        self.bot.with_depth(if more { depth.checked_add(1)? } else { depth.checked_sub(1)? })
    }

    /// Returns what the engine is to do.
    pub(crate) fn task(&self) -> Option<Task> {
        match (&self.shown, &self.parts) {
            (Shown::Wanted(task), _) => Some(task.clone()),
            (Shown::Loaded(walk), Some((leaf, None))) => {
                let setup = self.setup(self.root.clone());
                Some(Task::Parts { setup, bot: self.bot, path: walk.path(*leaf) })
            }
            (Shown::Refused(_) | Shown::Loaded(_), _) => None,
        }
    }

    const fn setup(&self, moves: Vec<Point>) -> Setup {
        Setup { variant: self.variant, fouls: FoulRule::Refused, moves }
    }

    /// Returns the leaf that the search is at, if an engine has evaluated it.
    pub(crate) fn leaf(&self) -> Option<usize> {
        let Shown::Loaded(walk) = &self.shown else { return None };
        let node = walk.last().map(Step::node).filter(|_| self.source == Source::Position)?;
        matches!(walk.node(node)?.end, End::Leaf {}).then_some(node)
    }

    /// Asks for the tree of what is in the form now, and returns the address of it.
    pub(crate) fn ask(&mut self, lang: Lang) -> Route {
        self.came_by = self.query();
        (self.step_at, self.folds, self.parts) = (None, Pairs::default(), None);
        let cuts = self.cuts;
        self.shown = match (self.source, points::moves(&self.moves)) {
            (Source::Typed, _) => Shown::Wanted(Task::Typed { text: self.typed.clone(), cuts }),
            (Source::Position, Some(moves)) => {
                self.root.clone_from(&moves);
                Shown::Wanted(Task::Explain { setup: self.setup(moves), bot: self.bot, cuts })
            }
            (Source::Position, None) => Shown::Refused(lang.board_bad_moves().to_owned()),
        };
        Route::Search(self.came_by.clone())
    }

    /// The engine has answered, or failed.
    pub(super) fn answered(&mut self, answer: Result<Taught, String>, lang: Lang) {
        if let (Shown::Loaded(_), Some((_, parts @ None))) = (&self.shown, &mut self.parts) {
            *parts = Some(match answer {
                Ok(Taught::Parts(found)) => Ok(found),
                Ok(Taught::Refused(why)) | Err(why) => Err(why),
                Ok(_) => Err(lang.search_illegal().to_owned()),
            });
            return;
        }
        self.shown = match answer {
            Ok(Taught::Tree(tree)) => match Walk::new(tree) {
                Some(walk) => Shown::Loaded(Box::new(walk)),
                None => Shown::Refused(lang.search_failed().to_owned()),
            },
            Ok(Taught::Refused(why)) => Shown::Refused(lang.search_refused(&why)),
            Ok(_) => Shown::Refused(lang.search_illegal().to_owned()),
            Err(why) => Shown::Refused(why),
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
    /// Show what the value of this leaf is made of.
    TakeApart(usize),
}
