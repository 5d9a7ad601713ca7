//! A finished game, as the history stores, lists and replays it.

use serde::{Deserialize, Serialize};

use super::{
    PerSeat,
    clock::ClockRule,
    end::GameEnd,
    id::{Millis, PlayerId, RoomCode},
    match_game::ChoiceMade,
    room::Room,
    seat::{Occupant, Seat},
    settings::ThoughtRule,
    thought::{HintMark, Thought},
    turn::Turn,
};
use crate::rules::{Bot, FoulRule, Opening, Point, Position, Variant};

/// A finished game with everything that the history stores of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The code of the room.
    pub room: RoomCode,
    /// The number of the game in the room, from 1.
    pub number: u32,
    /// The rules of the game.
    pub variant: Variant,
    /// The time control of the game.
    pub clock: ClockRule,
    /// The occupants of seats one and two.
    pub seats: PerSeat<Occupant>,
    /// The stand-ins at the end of the game; `None` if the occupant played.
    pub stand_ins: PerSeat<Option<Bot>>,
    /// Whether a stand-in played at any time. If so, the scoreboard ignored the game.
    pub stood_in: bool,
    /// The seat that played Black. If the game ended before the colours were chosen, the seat that began.
    pub black: Seat,
    /// When the game began.
    pub begun: Millis,
    /// When the game ended.
    pub ended: Millis,
    /// The moves in order; legal from the empty board.
    pub moves: Vec<Point>,
    /// The seat, the time used and the time left for each move.
    pub turns: Vec<Turn>,
    /// The result and its reason.
    pub end: GameEnd,
    /// The AI's evaluations of its moves; empty if the settings keep them secret.
    pub thoughts: Vec<Thought>,
    /// The requests for hints.
    pub hints: Vec<HintMark>,
    #[serde(default)]
    pub opening: Opening,
    /// The choices in the opening, in order.
    #[serde(default)]
    pub choices: Vec<ChoiceMade>,
    /// What a forbidden stone led to.
    #[serde(default)]
    pub fouls: FoulRule,
}

impl GameRecord {
    /// Returns the players: one for each different person, without AIs. A guest counts as its host.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let PerSeat([one, two]) = &self.seats;
        let second = two.player().filter(|player| one.player() != Some(*player));
        one.player().into_iter().chain(second)
    }

    /// Returns the name to show for the occupant of `seat`.
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        self.seats[seat].label()
    }

    /// Returns the position after `ply` moves, or the final position if there are fewer; `None` if the moves are
    /// not legal.
    #[must_use]
    pub fn position(&self, ply: usize) -> Option<Position> {
        let mut position = Position::with_fouls(self.variant, self.fouls);
        for point in self.moves.iter().take(ply) {
            position.play(*point).ok()?;
        }
        Some(position)
    }
}

impl Room {
    /// Returns the record of the last game; `None` unless it has ended and counts.
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
            black: game.black().or(game.first())?,
            begun: game.begun(),
            ended: self.time,
            moves: game.position().moves().to_vec(),
            turns: game.turns().to_vec(),
            end: end.clone(),
            thoughts,
            hints: game.hints().to_vec(),
            opening: game.opening(),
            choices: game.choices().to_vec(),
            fouls: game.position().fouls(),
        })
    }
}
