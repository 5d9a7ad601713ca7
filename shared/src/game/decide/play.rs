//! Decisions about moves, and about the end of a game.

use super::{Context, Decision};
use crate::{
    game::{EndReason, Event, Game, GameEnd, Phase, Reject, Room, Seat, Thinking, Thought},
    rules::{Choice, Outcome, Point},
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
        match self.phase() {
            Phase::Turn(to_move) if to_move == seat => {}
            Phase::Choice(chooser) if chooser == seat => return Err(Reject::MustChoose),
            _ => return Err(Reject::NotYourTurn),
        }
        let next = game.seat_after(game.position().moves().len() + 1).ok_or(Reject::NoGame)?;
        let clock = self.clock_after_act(seat, next, context)?;
        let mut after = game.position().clone();
        let outcome = after.play(point)?;
        let area = game.area();
        if !area.contains(after.variant(), point) {
            return Err(Reject::OutsideArea { point, area });
        }
        let thought = thinking.map(|thinking| Thought { ply: game.ply().saturating_add(1), thinking });
        let mut events = vec![Event::StonePlaced { seat, point }];
        events.extend(thought.map(|thought| self.note(thought)));
        events.extend(clock.map(|clock| Event::ClockSet { clock }));
        if let Some(outcome) = outcome {
            let line = after.winning_line();
            let (winner, reason) = match outcome {
                Outcome::Win(stone) if line.is_empty() => (game.seat_of(stone), EndReason::Foul),
                Outcome::Win(stone) => (game.seat_of(stone), EndReason::Line),
                Outcome::Draw => (None, EndReason::BoardFull),
            };
            let end = GameEnd { winner, reason, line };
            events.extend(self.over(game, end, thought));
        } else {
            events.extend(thought.and_then(|thought| self.foresee(seat, thought)));
        }
        Ok(events)
    }

    /// Returns the events of a choice in the opening: the choice and the clocks.
    pub(super) fn choose(&self, seat: Seat, choice: Choice, context: &Context) -> Decision {
        let game = self.current_game()?;
        match (self.phase(), game.step()) {
            (Phase::Choice(chooser), Some(step)) if chooser == seat && step.allows(choice) => {}
            (Phase::Choice(chooser), _) if chooser == seat => return Err(Reject::NoSuchChoice),
            (Phase::Choice(_), _) => return Err(Reject::NotYourTurn),
            _ => return Err(Reject::NothingToChoose),
        }
        let mut after = game.clone();
        after.choose(seat, choice, self.now(context)).map_err(|_| Reject::NoSuchChoice)?;
        let next = after.seat_to_act().ok_or(Reject::NoGame)?;
        let clock = self.clock_after_act(seat, next, context)?;
        let mut events = vec![Event::OpeningChosen { seat, choice }];
        events.extend(clock.map(|clock| Event::ClockSet { clock }));
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
