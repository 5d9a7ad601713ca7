//! The screen that shows how an AI thinks about a position.

use tengen_session::study::Outline;
use tengen_shared::{
    game::{Room, Seat, Thinking},
    rules::{Bot, BrainName, Level, Point, Position},
};

use crate::screen::room::RoomScreen;

/// How an AI thinks about a position of a room's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkingScreen {
    /// The room as it was left, to go back to.
    pub room: RoomScreen,
    /// The number of the game.
    pub game: u32,
    /// Who plays the black stones of that game.
    pub black: Option<Seat>,
    /// The position.
    pub position: Position,
    /// Whose thinking it is.
    pub bot: Bot,
    /// What this AI said in the game of the move that it made here, if it did and that may be known.
    pub played: Option<(Point, Thinking)>,
    /// What is known of it.
    pub answer: Answer,
}

/// What `bot` made of a position in the game of `room`: its move, and what it thought.
#[must_use]
pub fn played(room: &Room, position: &Position, bot: Bot) -> Option<(Point, Thinking)> {
    let game = room.game()?;
    let seat = game.seat_of(position.to_move())?;
    let ply = u16::try_from(position.moves().len() + 1).ok()?;
    let thought = game.thoughts().iter().find(|thought| thought.ply == ply)?;
    let point = *game.position().moves().get(position.moves().len())?;
    (room.seats().bot(seat) == Some(bot)).then_some((point, thought.thinking))
}

/// What is known of the thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The server has not answered yet.
    Awaited,
    /// It cannot be shown, and why.
    Refused(String),
    /// This is it.
    Shown(Outline),
}

impl ThinkingScreen {
    /// The number of stones in the position.
    #[must_use]
    pub fn ply(&self) -> u16 {
        u16::try_from(self.position.moves().len()).unwrap_or(u16::MAX)
    }

    /// The tree, if it is there.
    #[must_use]
    pub const fn outline(&self) -> Option<&Outline> {
        match &self.answer {
            Answer::Shown(outline) => Some(outline),
            Answer::Awaited | Answer::Refused(_) => None,
        }
    }

    /// The position after the moves that lead to the node under the cursor, as far as they can be played.
    #[must_use]
    pub fn looked_at(&self) -> Position {
        let mut position = self.position.clone();
        let path = self.outline().map(Outline::path).unwrap_or_default();
        for point in path {
            if position.play(point).is_err() {
                break;
            }
        }
        position
    }
}

/// Whose thinking is shown first: that of the AI that moved here, else of the other AI, else the strongest of
/// `known` that has any to show.
#[must_use]
pub fn first_bot(room: &Room, to_move: Option<Seat>, known: &[Bot]) -> Bot {
    let seats = to_move.into_iter().chain(Seat::BOTH);
    let seated = seats.filter_map(|seat| room.seats().bot(seat)).next();
    let strongest = known.iter().rev().find(|bot| matches!(bot, Bot::Level(_)) && has_tree(**bot)).copied();
    seated.or(strongest).unwrap_or(Bot::Level(Level::Hard))
}

/// All whose thinking can be asked for: those who sit in the room, then those of `known` that have any to show.
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

/// Whether the thinking is a tree of values and cuts. The server has the last word; these are not offered.
fn has_tree(bot: Bot) -> bool {
    match bot {
        Bot::Level(level) => level != Level::Master,
        Bot::Brain(brain) => brain.name() != BrainName::Solver,
        Bot::Former(_) => true,
    }
}
