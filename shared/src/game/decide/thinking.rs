//! Decisions about evaluations: those of an AI's moves, hints, and explanations.

use super::{Context, Decision};
use crate::{
    game::{
        Audience, Event, Foreseen, Game, Hint, HintMark, HintRule, PlayerId, Reject, Room, Seat, Seq,
        Thinking, Thought, ThoughtRule, VerdictRule,
    },
    rules::{Choice, Outlook, Point, Position, Value},
};

/// The reason for refusing hints when the settings turn them off.
const HINTS_OFF: &str = "its maker has turned them off";

impl Room {
    pub(super) fn ai_move(
        &self,
        seat: Seat,
        point: Point,
        at: Seq,
        thinking: Option<Thinking>,
        context: &Context,
    ) -> Decision {
        self.check_at(at)?;
        if self.ai_to_move().is_none_or(|(to_move, _)| to_move != seat) {
            return Err(Reject::NotYourTurn);
        }
        self.place(seat, point, thinking, context)
    }

    pub(super) fn ai_choice(&self, seat: Seat, choice: Choice, at: Seq, context: &Context) -> Decision {
        self.check_at(at)?;
        if self.ai_to_move().is_none_or(|(chooser, _)| chooser != seat) {
            return Err(Reject::NotYourTurn);
        }
        self.choose(seat, choice, context)
    }

    pub(super) fn note(&self, thought: Thought) -> Event {
        Event::ThoughtNoted { audience: self.thoughts_audience(), thought }
    }

    /// Returns the early verdict of article 001: the AI of `seat` has proven a win. `None` if the settings do not
    /// allow it, or if a win at least as quick was announced before.
    pub(super) fn foresee(&self, seat: Seat, thought: Thought) -> Option<Event> {
        let told = match self.settings.verdicts {
            VerdictRule::Classic => self.seats.bot(seat)?.is_classic(),
            VerdictRule::Always => true,
            VerdictRule::Never => false,
        };
        // Only the AI's own win: a proven loss holds only if its opponent plays perfectly.
        let (winner, plies) = match thought.thinking.value {
            Value::Win(plies) => (seat, plies),
            Value::Loss(_) | Value::Estimate(_) => return None,
        };
        // The value counts from the position before the stone, and the number of that stone is `thought.ply`.
        let ply = thought.ply.saturating_add(plies).saturating_sub(1);
        let known = self.game.as_ref().and_then(Game::foreseen);
        let new = known.is_none_or(|Foreseen { winner: who, ply: when }| who != winner || when > ply);
        (told && new).then_some(Event::WinForeseen { winner, ply })
    }

    pub(super) fn ask_hint(&self, player: PlayerId, seat: Seat, at: Seq) -> Decision {
        self.check_seat(player, seat)?;
        let game = self.current_game()?;
        self.check_at(at)?;
        if self.turn() != Some(seat) {
            return Err(Reject::NotYourTurn);
        }
        if game.step().is_some() {
            return Err(Reject::NoHints("the opening is not over"));
        }
        match self.settings.hints {
            HintRule::Always => {}
            HintRule::AgainstAi if self.seats.bot(seat.other()).is_some() => {}
            HintRule::AgainstAi => {
                return Err(Reject::NoHints("the setting Hints allows them only against the AI"));
            }
            HintRule::Never => return Err(Reject::NoHints(HINTS_OFF)),
        }
        let asked = game.hint_asked();
        let mark = HintMark { seat, ply: game.ply() };
        Ok((!asked).then_some(Event::HintAsked { mark }).into_iter().collect())
    }

    pub(super) fn hint_found(&self, seat: Seat, at: Seq, point: Point, outlook: Outlook) -> Decision {
        self.check_at(at)?;
        let game = self.current_game()?;
        if self.hint_wanted() != Some(seat) {
            return Err(Reject::NotYourTurn);
        }
        game.position().check(point)?;
        Ok(vec![Event::HintGiven { seat, hint: Hint { ply: game.ply(), point, outlook } }])
    }

    /// Returns the event that reveals, after `game`, what some people could not see during it; `None` if nothing
    /// was hidden.
    pub(super) fn disclosure(&self, game: &Game, last: Option<Thought>) -> Option<Event> {
        let mut thoughts: Vec<Thought> = game.thoughts().iter().copied().chain(last).collect();
        let hidden = !thoughts.is_empty() && self.thoughts_audience() != Audience::All {};
        if !hidden && game.hints().is_empty() {
            return None;
        }
        if self.settings.thoughts == ThoughtRule::Never {
            thoughts.clear();
        }
        Some(Event::Disclosed { thoughts, hints: game.hints().to_vec() })
    }

    /// Returns the position after `ply` stones of the current or last game, for `player` to see an engine's search
    /// of it.
    ///
    /// # Errors
    /// Returns a refusal if there is no such position. During a game it also refuses if somebody else is playing,
    /// if the room hides the AI's evaluations, or if the room gives no hints.
    pub fn position_to_explain(&self, player: PlayerId, ply: u16) -> Result<Position, Reject> {
        let game = self.game.as_ref().ok_or(Reject::NoGame)?;
        let of_others = |seat: &Seat| self.seats.player(*seat).is_some_and(|who| who != player);
        if self.is_playing() && Seat::BOTH.iter().any(of_others) {
            return Err(Reject::NotYet("another person is still playing"));
        }
        // The search would show how the AI at the board evaluates the position.
        let has_ai = Seat::BOTH.iter().any(|seat| self.seats.bot(*seat).is_some());
        if self.is_playing() && has_ai && self.settings.thoughts != ThoughtRule::Live {
            return Err(Reject::NotYet("this room hides it until then"));
        }
        // An explanation of the current position would be a hint.
        if self.is_playing() && self.seats.any_person() && self.settings.hints == HintRule::Never {
            return Err(Reject::NoHints(HINTS_OFF));
        }
        if ply > game.ply() {
            return Err(Reject::NoSuchPly { asked: ply, last: game.ply() });
        }
        let mut position = game.position().clone();
        while position.moves().len() > usize::from(ply) {
            position.undo();
        }
        Ok(position)
    }
}
