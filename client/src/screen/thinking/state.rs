//! The state of the screen with an AI's search tree, or with the parts of a value in it.

use tengen_session::{
    evaluation::{Detail, EvaluatedGame},
    study::Outline,
    text::Lang,
};
use tengen_shared::{
    game::{PerSeat, Room, Seat, Thinking, Thought},
    protocol::{Cmd, Request},
    rules::{
        Bot, EngineName, Level, Point, Position,
        search::{Cuts, Part, Parts},
    },
};

use crate::{
    keymap::Context,
    screen::{
        about::{About, Wait},
        room::RoomScreen,
    },
};

/// The screen with the search tree of an AI for a position of a room's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkingScreen {
    /// The room screen to go back to.
    pub room: RoomScreen,
    /// The number of the game in the room.
    pub game: u32,
    /// The seat that plays Black in that game.
    pub black: Option<Seat>,
    /// The position at the root of the tree.
    pub position: Position,
    /// The AI whose tree is shown.
    pub bot: Bot,
    /// Whether its search may make cuts.
    pub cuts: Cuts,
    /// Whether no AI plays in the room.
    pub without_ai: bool,
    /// The move that this AI made here in the game, with its evaluation, if the user may see that.
    pub played: Option<(Point, Thinking)>,
    /// The search tree, once it is loaded.
    pub answer: Answer<Outline>,
    /// The static value that is shown in its parts instead of the tree.
    pub apart: Option<Apart>,
}

/// A static value, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The moves from the root of the tree to the evaluated position.
    pub path: Vec<Point>,
    pub answer: Answer<Parts>,
    /// The index of the part under the cursor.
    pub cursor: usize,
}

impl Apart {
    pub(crate) const fn new(path: Vec<Point>) -> Self {
        Self { path, answer: Answer::Awaited, cursor: 0 }
    }

    /// Returns the parts; empty until they are loaded.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        match &self.answer {
            Answer::Shown(parts) => &parts.parts,
            Answer::Awaited | Answer::Refused(_) => &[],
        }
    }
}

/// Returns the move that `bot` made in this position of the game, with its evaluation; `None` if it did not move here,
/// or the evaluation is not known.
#[must_use]
pub fn played(room: &Room, position: &Position, bot: Bot) -> Option<(Point, Thinking)> {
    let game = room.game()?;
    let seat = game.seat_of(position.to_move())?;
    let ply = u16::try_from(position.moves().len() + 1).ok()?;
    let thought = game.thoughts().iter().find(|thought| thought.ply == ply)?;
    let point = *game.position().moves().get(position.moves().len())?;
    (room.seats().bot(seat) == Some(bot)).then_some((point, thought.thinking))
}

/// The state of loading something that the server computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// The server has not answered yet.
    Awaited,
    /// The server refuses, for this reason.
    Refused(String),
    /// It is loaded.
    Shown(T),
}

impl ThinkingScreen {
    /// Returns the number of stones in the position.
    #[must_use]
    pub fn ply(&self) -> u16 {
        u16::try_from(self.position.moves().len()).unwrap_or(u16::MAX)
    }

    /// Returns the words ", without cuts", or nothing.
    #[must_use]
    pub const fn cuts_label(&self, lang: Lang) -> &'static str {
        match self.cuts {
            Cuts::On => "",
            Cuts::Off => lang.without_cuts(),
        }
    }

    /// Returns the move that this AI made here in the game, with its evaluation, and another move if the search prefers
    /// that; or else that no AI played.
    #[must_use]
    pub fn played_text(&self, detail: Detail, lang: Lang) -> Option<String> {
        if self.without_ai {
            return Some(lang.no_ai_played(&self.bot.to_string()));
        }
        let (point, thinking) = self.played?;
        let moves: Vec<Point> = self.position.moves().iter().copied().chain([point]).collect();
        let bots = PerSeat([Some(self.bot); 2]);
        let game = EvaluatedGame::new(&moves, self.position.variant(), self.black, bots);
        let thought = Thought { ply: self.ply() + 1, thinking };
        let text = game.text(&thought, detail, lang)?;
        let preferred = self.outline().and_then(Outline::best_move).filter(|best| *best != point);
        let preferred = preferred.map(|best| lang.search_prefers(&best.to_string())).unwrap_or_default();
        Some(format!("{}{preferred}", lang.ai_played(&point.to_string(), &text)))
    }

    /// Returns the request for what the screen shows.
    #[must_use]
    pub fn request(&self) -> Cmd {
        let (ply, bot) = (self.ply(), self.bot);
        Cmd::Request(match &self.apart {
            Some(apart) => Request::TakeApart { ply, bot, path: apart.path.clone() },
            None => Request::Explain { ply, bot, cuts: self.cuts },
        })
    }

    /// Whether the server has not sent yet what the screen shows.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        match &self.apart {
            Some(apart) => apart.answer == Answer::Awaited,
            None => self.answer == Answer::Awaited,
        }
    }

    /// The tree; `None` until it is loaded.
    #[must_use]
    pub const fn outline(&self) -> Option<&Outline> {
        match &self.answer {
            Answer::Shown(outline) => Some(outline),
            Answer::Awaited | Answer::Refused(_) => None,
        }
    }

    /// Returns the position at the node under the cursor or that is taken apart, or the last legal one on the way there.
    #[must_use]
    pub fn looked_at(&self) -> Position {
        let mut position = self.position.clone();
        let path = match &self.apart {
            Some(apart) => apart.path.clone(),
            None => self.outline().map(Outline::path).unwrap_or_default(),
        };
        for point in path {
            if position.play(point).is_err() {
                break;
            }
        }
        position
    }
}

/// Returns the AI to show first: the one that moves in this position, else the other one in the room, else the
/// strongest level among `known` that has a tree.
#[must_use]
pub fn first_bot(room: &Room, to_move: Option<Seat>, known: &[Bot]) -> Bot {
    let seats = to_move.into_iter().chain(Seat::BOTH);
    let seated = seats.filter_map(|seat| room.seats().bot(seat)).next();
    let strongest = known.iter().rev().find(|bot| matches!(bot, Bot::Level(_)) && has_tree(**bot)).copied();
    seated.or(strongest).unwrap_or(Bot::Level(Level::Hard))
}

/// Returns all AIs to choose from: those in the room, then those among `known` that have a tree.
#[must_use]
pub fn bots_to_show(room: &Room, known: &[Bot]) -> Vec<Bot> {
    let seated = Seat::BOTH.into_iter().filter_map(|seat| room.seats().bot(seat));
    let mut bots: Vec<Bot> = Vec::new();
    for bot in seated.chain(known.iter().copied().filter(|bot| has_tree(*bot))) {
        if !bots.contains(&bot) {
            bots.push(bot);
        }
    }
    bots
}

/// Whether the search of this AI can be shown as a tree of values and cuts. The server has the final decision.
fn has_tree(bot: Bot) -> bool {
    match bot {
        Bot::Level(level) => level != Level::Master,
        Bot::Engine(engine) => engine.name() != EngineName::Solver,
        Bot::Former(_) => true,
    }
}

impl About for ThinkingScreen {
    fn context(&self) -> Context {
        if self.apart.is_some() { Context::Parts } else { Context::SearchTree }
    }

    fn title(&self, lang: Lang) -> String {
        lang.analysis_title(self.room.code.as_str(), self.game)
    }

    fn wait(&self) -> Option<Wait> {
        self.is_awaited().then(|| Wait::Thoughts(self.ply()))
    }
}
