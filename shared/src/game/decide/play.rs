//! Decisions about moves, and about the end of a game.

use super::{Context, Decision};
use crate::{
    game::{EndReason, Event, Game, GameEnd, Reject, Room, Seat, Thinking, Thought},
    rules::{Outcome, Point},
};

impl Room {
    /// Returns the events of a move: the stone, the AI's evaluation, the clocks, and the end of the game if the
    /// move ends it.
    pub(super) fn place(
        &self,
        seat: Seat,
        point: Point,
        thinking: Option<Thinking>,
        context: &Context,
    ) -> Decision {
        let game = self.current_game()?;
        if self.turn() != Some(seat) {
            return Err(Reject::NotYourTurn);
        }
        let clock = self.clock_after_move(seat, context)?;
        let mut after = game.position().clone();
        let outcome = after.play(point)?;
        let thought = thinking.map(|thinking| Thought { ply: game.ply().saturating_add(1), thinking });
        let mut events = vec![Event::StonePlaced { seat, point }];
        events.extend(thought.map(|thought| self.note(thought)));
        events.extend(clock.map(|clock| Event::ClockSet { clock }));
        if let Some(outcome) = outcome {
            let (winner, reason) = match outcome {
                Outcome::Win(stone) => (game.seat_of(stone), EndReason::Line),
                Outcome::Draw => (None, EndReason::BoardFull),
            };
            let end = GameEnd { winner, reason, line: after.winning_line() };
            events.extend(self.over(game, end, thought));
        } else {
            events.extend(thought.and_then(|thought| self.foresee(seat, thought)));
        }
        Ok(events)
    }

    /// Returns the end of `game` and the event that reveals what was hidden during it.
    pub(super) fn over(&self, game: &Game, end: GameEnd, last: Option<Thought>) -> Vec<Event> {
        let mut events = vec![Event::GameOver { end }];
        events.extend(self.disclosure(game, last));
        events
    }

    pub(super) fn current_game(&self) -> Result<&Game, Reject> {
        if self.is_playing() { self.game.as_ref().ok_or(Reject::NoGame) } else { Err(Reject::NoGame) }
    }
}
