//! A room in words: who sits where, whose turn it is, and how the game ended.

use tengen_shared::{
    game::{ClockState, Game, GameEnd, Occupant, Phase, Seat, SeatState},
    rules::Stone,
};

use super::Viewer;
use crate::{
    ending::Ending,
    evaluation::{self, Detail, EvaluatedGame},
    text::Lang,
};

/// The mood of a text about the game, which determines its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Good,
    Plain,
}

/// Returns the name of the occupant, with the stand-in if there is one; `None` for an empty seat.
#[must_use]
pub fn seat_label(state: &SeatState, lang: Lang) -> Option<String> {
    let occupant = state.occupant.as_ref().map(Occupant::label)?;
    Some(match state.stand_in {
        Some(bot) => lang.stand_in_name(&bot.to_string(), &occupant),
        None => occupant,
    })
}

impl Viewer<'_> {
    /// Returns the name of the occupant of `seat`, or a text that says there is none.
    #[must_use]
    pub fn seat_name(&self, seat: Seat, lang: Lang) -> String {
        seat_label(&self.room.seats()[seat], lang).unwrap_or_else(|| lang.nobody_yet().to_owned())
    }

    /// Returns the name of the player who had `seat` in the present or last game; empty if unknown.
    #[must_use]
    pub fn player_name(&self, seat: Seat, lang: Lang) -> String {
        self.view.player(seat).and_then(|state| seat_label(state, lang)).unwrap_or_default()
    }

    /// Returns whose turn it is, or how the game ended, and what is to be said about the clocks. `waited` is how long the
    /// user has waited, in seconds, once that is worth saying.
    #[must_use]
    pub fn status(&self, waited: Option<u64>, lang: Lang) -> (String, Mood) {
        let (text, mood) = self.turn_or_end(waited, lang);
        (format!("{text}{}", self.clocks(lang)), mood)
    }

    /// Returns whose turn it is, or how the game ended, see [`Viewer::status`].
    #[must_use]
    pub fn turn_or_end(&self, waited: Option<u64>, lang: Lang) -> (String, Mood) {
        let (room, mine) = (self.room, self.mine());
        match room.phase() {
            Phase::Waiting if room.seats().first_empty().is_some() => {
                (lang.waiting_for_second().to_owned(), Mood::Plain)
            }
            Phase::Waiting => (lang.not_begun().to_owned(), Mood::Plain),
            Phase::Turn(_) | Phase::Choice(_)
                if let Some(text) = self.opening_state(|seat| self.seat_name(seat, lang), lang) =>
            {
                (text, if self.is_my_turn() { Mood::Good } else { Mood::Plain })
            }
            Phase::Turn(seat) | Phase::Choice(seat) if mine == [seat] => {
                (lang.your_turn().to_owned(), Mood::Good)
            }
            Phase::Turn(seat) | Phase::Choice(seat) if mine.contains(&seat) => {
                (lang.to_move(&self.seat_name(seat, lang)), Mood::Good)
            }
            Phase::Turn(seat) | Phase::Choice(seat) => (self.others_turn(seat, waited, lang), Mood::Plain),
            Phase::Over => match room.game().and_then(Game::end) {
                Some(end) => {
                    let is_won = end.winner.is_some_and(|winner| mine.contains(&winner));
                    (self.result(end, lang), if is_won { Mood::Good } else { Mood::Plain })
                }
                None => (String::new(), Mood::Plain),
            },
        }
    }

    /// Returns how the last game ended. It does not say whether the game counts, see [`Viewer::is_uncounted`].
    #[must_use]
    pub fn result(&self, end: &GameEnd, lang: Lang) -> String {
        let mine = |seat: &Seat| {
            let player = self.view.player(*seat);
            player.is_some_and(|state| state.occupant.as_ref().and_then(Occupant::player) == self.me)
        };
        let you = match Seat::BOTH.map(|seat| Some(seat).filter(|seat| self.me.is_some() && mine(seat))) {
            [Some(seat), None] | [None, Some(seat)] => Some(seat),
            [Some(_), Some(_)] | [None, None] => None,
        };
        Ending::of_room(self.room, end).read_by(you).text(|seat| self.player_name(seat, lang), lang)
    }

    /// Whether the last game does not count, because it was aborted, or an AI stood in for a player.
    #[must_use]
    pub fn is_uncounted(&self) -> bool {
        let end = self.room.game().and_then(Game::end);
        end.is_some_and(|end| Ending::of_room(self.room, end).is_uncounted())
    }

    /// Returns what is known about a running game: the requested hint, a proven win, or the AI's last evaluation; `None` if
    /// nothing is.
    #[must_use]
    pub fn thoughts(&self, detail: Detail, lang: Lang) -> Option<String> {
        let game = self.room.game().filter(|_| self.room.is_playing())?;
        if let Some(hint) = game.hint() {
            return Some(lang.hint_is(&hint.point.to_string(), &evaluation::outlook(hint.outlook, lang)));
        }
        if game.wants_hint() && self.is_my_turn() {
            return Some(lang.looking_for_hint().to_owned());
        }
        if let Some(foreseen) = game.foreseen().filter(|foreseen| foreseen.ply > game.ply()) {
            let wins = evaluation::wins_in(foreseen.ply - game.ply(), lang);
            return Some(lang.thought_of(&self.seat_name(foreseen.winner, lang), &wins));
        }
        let thought = game.thoughts().last()?;
        let seat = game.seat_of(Stone::of_ply(thought.ply.into()));
        let who = seat.map(|seat| self.seat_name(seat, lang)).unwrap_or_default();
        let text = EvaluatedGame::of_room(self.room)?.text(thought, detail, lang)?;
        Some(lang.thought_of(&who, &text))
    }

    /// Whether the user can only ask to restart paused clocks.
    #[must_use]
    pub fn asks_to_restart_clocks(&self) -> bool {
        self.room.seats().two_people() && !self.is_my_turn()
    }

    fn others_turn(&self, seat: Seat, waited: Option<u64>, lang: Lang) -> String {
        let who = self.seat_name(seat, lang);
        let is_ai = self.room.ai_to_move().is_some();
        let queued = self.view.thinking.is_some_and(|thinking| thinking.seat == seat && thinking.queued);
        match (is_ai, queued) {
            (true, true) => lang.waits_to_think(&who),
            (true, false) => {
                let waited = waited.map(|seconds| lang.waited(seconds)).unwrap_or_default();
                format!("{}{waited}", lang.is_thinking(&who))
            }
            (false, _) if self.is_away(seat) => lang.to_move_but_away(&who),
            (false, _) => lang.to_move(&who),
        }
    }

    /// Returns what is to be said about the clocks, if they do not simply run.
    fn clocks(&self, lang: Lang) -> String {
        match self.room.clock().map(|clock| clock.state) {
            Some(ClockState::Paused {}) => lang.clocks_paused().to_owned(),
            Some(ClockState::Held {}) => lang.clocks_held().to_owned(),
            Some(ClockState::Runs { .. } | ClockState::Stopped {}) | None => {
                let left = self.countdown();
                left.map_or_else(String::new, |left| {
                    lang.clocks_count_down(left.as_secs() + u64::from(left.subsec_nanos() > 0))
                })
            }
        }
    }
}
