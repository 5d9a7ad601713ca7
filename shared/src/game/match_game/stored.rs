//! A game as codecs and the journal write it, and the checks on the way back.

use serde::{Deserialize, Serialize};

use super::{ChoiceMade, Game, Notes};
use crate::{
    game::{Clock, GameEnd, Millis, Pauses, Seat, Turn},
    rules::{FoulRule, Opening, Point, Position, Variant},
};

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredGame {
    number: u32,
    variant: Variant,
    black: Option<Seat>,
    moves: Vec<Point>,
    end: Option<GameEnd>,
    #[serde(default)]
    notes: Notes,
    #[serde(default)]
    clock: Option<Clock>,
    #[serde(default)]
    pauses: Pauses,
    #[serde(default)]
    turns: Vec<Turn>,
    #[serde(default)]
    begun: Millis,
    #[serde(default)]
    turn_began: Millis,
    #[serde(default)]
    stood_in: bool,
    #[serde(default)]
    opening: Opening,
    /// The seat that begins. In older layouts it is Black.
    #[serde(default)]
    first: Option<Seat>,
    #[serde(default)]
    choices: Vec<ChoiceMade>,
    #[serde(default)]
    fouls: FoulRule,
}

impl TryFrom<StoredGame> for Game {
    type Error = String;

    fn try_from(raw: StoredGame) -> Result<Self, Self::Error> {
        if raw.number == 0 {
            return Err("games are numbered from 1".to_owned());
        }
        let position = Position::with_fouls(raw.variant, raw.fouls);
        let mut game = Self::new(raw.number, raw.opening, position, raw.begun);
        game.first = raw.first.or(raw.black);
        let mut choices = raw.choices.into_iter().peekable();
        for point in raw.moves.into_iter().map(Some).chain([None]) {
            while let Some(made) = choices.next_if(|made| made.ply == game.ply()) {
                game.choose(made.turn.seat, made.choice, raw.begun)?;
                game.choices.last_mut().ok_or("no choice")?.turn = made.turn;
            }
            let Some(point) = point else { break };
            let seat = game.seat_to_act().ok_or("the sides are not set")?;
            game.place(seat, point, raw.begun)
                .map_err(|error| format!("a game cannot be replayed: {error}"))?;
        }
        if choices.next().is_some() || game.black() != raw.black {
            return Err("the choices do not belong to the moves".to_owned());
        }
        // A game in an older layout has no turns.
        if !raw.turns.is_empty() {
            if !raw.turns.iter().map(|turn| turn.seat).eq(game.turns.iter().map(|turn| turn.seat)) {
                return Err("the turns do not belong to the moves".to_owned());
            }
            game.turns = raw.turns;
        }
        (game.turn_began, game.stood_in) = (raw.turn_began, raw.stood_in);
        if let Some(end) = raw.end {
            game.finish(end)?;
        }
        let Notes { thoughts, hints, hint, .. } = &raw.notes;
        let in_game = |ply: u16| ply <= game.ply();
        let fits = thoughts.is_sorted_by(|a, b| a.ply < b.ply)
            && thoughts.last().is_none_or(|thought| in_game(thought.ply))
            && hints.is_sorted_by(|a, b| a.ply < b.ply)
            && hints.last().is_none_or(|mark| in_game(mark.ply))
            && hint.is_none_or(|hint| hint.ply == game.ply() && game.end.is_none());
        if !fits {
            return Err("the notes do not belong to the game".to_owned());
        }
        game.notes = raw.notes;
        (game.clock, game.pauses) = (raw.clock, raw.pauses);
        Ok(game)
    }
}

impl From<Game> for StoredGame {
    fn from(game: Game) -> Self {
        Self {
            number: game.number,
            variant: game.position.variant(),
            black: game.black(),
            fouls: game.position.fouls(),
            moves: game.position.moves().to_vec(),
            end: game.end,
            notes: game.notes,
            clock: game.clock,
            pauses: game.pauses,
            turns: game.turns,
            begun: game.begun,
            turn_began: game.turn_began,
            stood_in: game.stood_in,
            opening: game.opening,
            first: game.first,
            choices: game.choices,
        }
    }
}
