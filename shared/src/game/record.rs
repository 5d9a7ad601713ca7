//! A finished game as it is kept, listed and replayed.

use serde::{Deserialize, Serialize};

use super::{
    PerSeat,
    clock::ClockRule,
    end::GameEnd,
    id::{Millis, PlayerId, RoomCode},
    room::Room,
    seat::{Occupant, Seat},
    settings::ThoughtRule,
    thought::{HintMark, Thought},
    turn::Turn,
};
use crate::rules::{Bot, Point, Position, Variant};

/// A finished game with everything that is kept of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The room.
    pub room: RoomCode,
    /// The game's number in the room, from 1.
    pub number: u32,
    /// What was played.
    pub variant: Variant,
    /// By which clock.
    pub clock: ClockRule,
    /// Who sat in seats one and two.
    pub seats: PerSeat<Occupant>,
    /// Who played for them at the end, if they were gone.
    pub stand_ins: PerSeat<Option<Bot>>,
    /// Whether a computer stood in at any time, so that nobody scored.
    pub stood_in: bool,
    /// The seat with the black stones.
    pub black: Seat,
    /// When it began.
    pub begun: Millis,
    /// When it ended.
    pub ended: Millis,
    /// The stones in order; legal from the empty board.
    pub moves: Vec<Point>,
    /// Who made each, and what time it took.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub end: GameEnd,
    /// What the AI seats thought, unless the room keeps it secret.
    pub thoughts: Vec<Thought>,
    /// The hints that were asked for.
    pub hints: Vec<HintMark>,
}

impl GameRecord {
    /// The people who played.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let PerSeat([one, two]) = &self.seats;
        let second = two.player().filter(|player| one.player() != Some(*player));
        one.player().into_iter().chain(second)
    }

    /// The name of whoever sat in `seat`.
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        self.seats[seat].label()
    }

    /// The position after `ply` stones, or the last one; `None` if the moves are not legal.
    #[must_use]
    pub fn position(&self, ply: usize) -> Option<Position> {
        let mut position = Position::new(self.variant);
        for point in self.moves.iter().take(ply) {
            position.play(*point).ok()?;
        }
        Some(position)
    }
}

impl Room {
    /// The last game, if it is over and counts.
    #[must_use]
    pub fn finished_game(&self) -> Option<GameRecord> {
        let game = self.game.as_ref()?;
        let end = game.end().filter(|end| end.reason.counts())?;
        let [one, two] = Seat::BOTH.map(|seat| &self.seats[seat]);
        let thoughts = match self.settings.thoughts {
            ThoughtRule::Never => Vec::new(),
            ThoughtRule::Live | ThoughtRule::AfterGame => game.thoughts().to_vec(),
        };
        Some(GameRecord {
            room: self.code.clone(),
            number: game.number(),
            variant: game.position().variant(),
            clock: game.clock().map_or(ClockRule::None, |clock| clock.rule),
            seats: PerSeat([one.occupant.clone()?, two.occupant.clone()?]),
            stand_ins: PerSeat([one.stand_in, two.stand_in]),
            stood_in: game.had_stand_in(),
            black: game.black()?,
            begun: game.begun(),
            ended: self.time,
            moves: game.position().moves().to_vec(),
            turns: game.turns().to_vec(),
            end: end.clone(),
            thoughts,
            hints: game.hints().to_vec(),
        })
    }
}
