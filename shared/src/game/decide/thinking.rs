//! Decisions about what brains think: an AI's moves and their values, hints, and what may be explained.

use super::{Context, Decision};
use crate::{
    game::{
        Audience, Event, Foreseen, Game, Hint, HintMark, HintRule, PlayerId, Reject, Room, Seat, Seq,
        Thinking, Thought, ThoughtRule, VerdictRule,
    },
    rules::{Outlook, Point, Position, Value},
};

/// Why there are no hints where the setting says so.
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

    pub(super) fn note(&self, thought: Thought) -> Event {
        Event::ThoughtNoted { audience: self.thoughts_audience(), thought }
    }

    /// The early verdict of article 001: that a side wins by force, if the AI of `seat` has proven it and
    /// nobody was told of a win as quick.
    pub(super) fn foresee(&self, seat: Seat, thought: Thought) -> Option<Event> {
        let told = match self.settings.verdicts {
            VerdictRule::Classic => self.seats.bot(seat)?.is_classic(),
            VerdictRule::Always => true,
            VerdictRule::Never => false,
        };
        // Only the AI's own win: that it loses holds against best play, which is up to its opponent.
        let (winner, plies) = match thought.thinking.value {
            Value::Win(plies) => (seat, plies),
            Value::Loss(_) | Value::Estimate(_) => return None,
        };
        // The value counts from the position before the stone, whose number is that of the stone itself.
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
        match self.settings.hints {
            HintRule::Always => {}
            HintRule::AgainstAi if self.seats.bot(seat.other()).is_some() => {}
            HintRule::AgainstAi => return Err(Reject::NoHints("they are for games against the computer")),
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

    /// What is told after `game` because not everybody could see it before.
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

    /// The position after `ply` stones of the present or last game, for `player` to be shown what a brain
    /// thinks of it.
    ///
    /// # Errors
    /// There is no such position; or the game is on, and somebody else is playing it, or the room shows no thoughts
    /// of its AI in a game, or gives no hints.
    pub fn position_to_explain(&self, player: PlayerId, ply: u16) -> Result<Position, Reject> {
        let game = self.game.as_ref().ok_or(Reject::NoGame)?;
        let of_others = |seat: &Seat| self.seats.player(*seat).is_some_and(|who| who != player);
        if self.is_playing() && Seat::BOTH.iter().any(of_others) {
            return Err(Reject::NotYet("somebody else is still playing it"));
        }
        // It would tell what the AI at the board thinks.
        let has_ai = Seat::BOTH.iter().any(|seat| self.seats.bot(*seat).is_some());
        if self.is_playing() && has_ai && self.settings.thoughts != ThoughtRule::Live {
            return Err(Reject::NotYet("its maker has chosen that the AI's thoughts stay hidden until then"));
        }
        // An explanation of the present position would be a hint.
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
