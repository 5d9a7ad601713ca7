//! What the user can do in a room right now, and why not what is usual but cannot be.

mod in_game;

use tengen_shared::game::{Game, HintRule, Occupant, Phase, Seat};

use super::standing::Standing;
use crate::action::{Action, Deed};
use tengen_session::{terms, text::Lang};

/// Whether something can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Can {
    /// It can; what the menu says of it.
    Now(String),
    /// It cannot, though it is usual; and why.
    Not(String),
    /// There is nothing to do it to; what is said to whoever tries.
    Never(String),
}

/// A line of the menu of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuLine {
    /// Something that can be done.
    Deed {
        /// What.
        action: Action,
        /// Its key.
        key: String,
        /// In words.
        label: String,
    },
    /// Why something usual cannot be done.
    Reason(String),
}

impl MenuLine {
    /// Whether both do the same, in whatever words.
    #[must_use]
    pub fn is_same_deed(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Deed { action, .. }, Self::Deed { action: same, .. }) => action == same,
            (Self::Deed { .. } | Self::Reason(_), _) => self == other,
        }
    }
}

impl std::fmt::Display for MenuLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Deed { key, label, .. } => write!(f, "{key:<6}{label}"),
            Self::Reason(reason) => write!(f, "{:<6}{reason}", "-"),
        }
    }
}

/// The deeds in the order of the menu.
const DEEDS: [Action; 24] = [
    Action::Yes,
    Action::No,
    Action::Do(Deed::Withdraw),
    Action::Do(Deed::Claim),
    Action::Select,
    Action::GoOn,
    Action::Sit,
    Action::Do(Deed::TakeBack),
    Action::Do(Deed::Draw),
    Action::Do(Deed::Pause),
    Action::Do(Deed::GiveTime),
    Action::Hint,
    Action::Explain,
    Action::AddAi,
    Action::Do(Deed::Settings),
    Action::Do(Deed::Swap),
    Action::Do(Deed::Kick),
    Action::Do(Deed::Abort),
    Action::Do(Deed::Restart),
    Action::Resign,
    Action::Stand,
    Action::Chat,
    Action::History,
    Action::Back,
];

impl Standing<'_> {
    /// The lines of the room's menu: first what can be done, then why the rest cannot.
    #[must_use]
    pub fn menu(&self) -> Vec<MenuLine> {
        let (mut lines, mut reasons) = (Vec::new(), Vec::new());
        for action in DEEDS {
            match self.can(action) {
                Can::Now(label) => lines.push(MenuLine::Deed { action, key: self.key(action), label }),
                Can::Not(reason) => reasons.push(MenuLine::Reason(reason)),
                Can::Never(_) => {}
            }
        }
        lines.append(&mut reasons);
        lines
    }

    /// Why the user cannot play now, though perhaps they have a seat.
    #[must_use]
    pub fn why_watching(&self) -> String {
        match (self.stood_in(), self.room.is_playing()) {
            (Some(_), true) => self.lang.stood_in().to_owned(),
            (Some(_), false) => self.lang.stood_in_then(&self.key(Action::Sit)),
            (None, _) => self.lang.watching_sit(&self.key(Action::Sit)),
        }
    }

    /// Whether the user can do this now.
    #[must_use]
    pub fn can(&self, action: Action) -> Can {
        let say = self.lang;
        match action {
            Action::Yes | Action::No => self.can_answer(action == Action::Yes),
            Action::Back => now(say.leave_room()),
            Action::Chat => now(say.talk()),
            Action::History => now(say.games_here()),
            Action::Sit => self.can_sit(),
            Action::Explain if self.room.game().is_some() => self.can_explain(),
            Action::GoOn if self.room.is_paused() && self.is_host() => now(say.ais_go_on()),
            Action::AddAi => self.can_add_ai(),
            Action::Select => self.can_be_ready(),
            Action::Stand if self.room.is_playing() && self.sits() => never(say.game_on()),
            Action::Stand if self.sits() => now(say.stand_up()),
            Action::Do(Deed::Settings | Deed::Swap | Deed::Kick) => self.can_change(action),
            _ if !self.sits() => never(self.why_watching()),
            Action::Do(Deed::Withdraw) => self.can_withdraw(),
            _ if !self.room.is_playing() => never(say.no_game()),
            Action::Resign => now(say.resign()),
            Action::Hint => self.can_ask_hint(),
            Action::Do(deed) => self.can_in_game(deed),
            _ => never(say.no_game()),
        }
    }

    fn can_answer(&self, yes: bool) -> Can {
        if let Some((seat, _)) = self.offered() {
            let who = self.name(seat.other());
            return now(if yes { self.lang.say_yes(&who) } else { self.lang.say_no(&who) });
        }
        match self.asker() {
            Some((_, asker)) if yes => now(self.lang.let_watch(asker.name.as_str())),
            Some((_, asker)) => now(self.lang.not_let_watch(asker.name.as_str())),
            None => never(self.lang.nobody_asked()),
        }
    }

    fn can_sit(&self) -> Can {
        if self.stood_in().is_some() {
            return match self.room.is_playing() {
                true => never(self.lang.stood_in()),
                false => now(self.lang.seat_back()),
            };
        }
        match (self.sits(), self.room.seats().first_empty()) {
            (true, _) => never(self.lang.has_seat()),
            (false, Some(_)) => now(self.lang.take_seat()),
            (false, None) => never(self.lang.seats_taken()),
        }
    }

    fn can_explain(&self) -> Can {
        let asked = self.me.map(|me| {
            let last = self.room.game().map_or(0, Game::ply);
            self.room.position_to_explain(me, last.saturating_sub(1))
        });
        match asked {
            Some(Ok(_)) => now(self.lang.show_thinking()),
            Some(Err(_)) | None => never(self.lang.no_thinking()),
        }
    }

    fn can_add_ai(&self) -> Can {
        let seats = self.room.seats();
        let manages = self.sits() || (!seats.any_person() && Some(self.room.host()) == self.me);
        let is_ai = |seat: &Seat| matches!(seats[*seat].occupant, Some(Occupant::Ai { .. }));
        if !manages {
            never(self.lang.watching_sit(&self.key(Action::Sit)))
        } else if self.room.is_playing() {
            never(self.lang.game_on())
        } else if seats.first_empty().is_some() {
            now(self.lang.ai_takes_seat())
        } else if Seat::BOTH.iter().any(is_ai) {
            now(self.lang.other_ai())
        } else {
            never(self.lang.both_taken_by_people())
        }
    }

    fn can_be_ready(&self) -> Can {
        let waits = self.mine().iter().any(|seat| !self.room.seats()[*seat].ready);
        let over = self.room.phase() == Phase::Over || self.room.seats().first_empty().is_none();
        if waits && over && !self.room.is_playing() {
            now(self.lang.be_ready())
        } else {
            never(self.lang.no_game())
        }
    }

    /// What concerns the room between games: the host does it, the other player asks for it.
    fn can_change(&self, action: Action) -> Can {
        let alone = !self.room.seats().two_people();
        if self.room.is_playing() {
            return match (action, self.sits() || self.is_host()) {
                (Action::Do(Deed::Settings), true) => Can::Not(self.lang.settings_between().to_owned()),
                _ => never(self.lang.game_on()),
            };
        }
        let can = match (self.is_host(), self.sits() && !alone) {
            (true, _) => |_: Lang, deed: &str| now(deed),
            (false, true) => |lang: Lang, deed: &str| now(lang.ask_to(deed)),
            (false, false) => return never(self.lang.host_only()),
        };
        let say = self.lang;
        match action {
            Action::Do(Deed::Settings) => can(say, say.change_settings()),
            Action::Do(Deed::Swap) if self.room.seats().first_empty().is_none() => can(say, say.swap_seats()),
            Action::Do(Deed::Swap) => never(say.nobody_to_swap()),
            _ if !self.is_host() => never(say.host_only_this()),
            _ => match self.kicked() {
                Some(seat) => now(say.send_away(&self.name(seat))),
                None => never(say.nobody_to_send()),
            },
        }
    }

    /// The seat of the player whom the host could send away.
    #[must_use]
    pub fn kicked(&self) -> Option<Seat> {
        let seats = self.room.seats();
        Seat::BOTH.into_iter().find(|seat| seats.owner(*seat).is_some_and(|owner| Some(owner) != self.me))
    }

    fn can_withdraw(&self) -> Can {
        match self.offers() {
            Some((_, made)) => now(self.lang.withdraw(&terms::offer_in_short(&made.offer, self.lang))),
            None => never(self.lang.nothing_to_withdraw()),
        }
    }

    fn can_ask_hint(&self) -> Can {
        let against_ai = self.seat().is_some_and(|seat| self.room.seats().bot(seat.other()).is_some());
        let allowed = match self.room.settings().hints {
            HintRule::Always => true,
            HintRule::AgainstAi => against_ai,
            HintRule::Never => false,
        };
        let my_turn = self.room.turn().is_some_and(|turn| self.mine().contains(&turn));
        if allowed && my_turn { now(self.lang.ask_hint()) } else { never(self.lang.no_hint()) }
    }
}

fn never(why: impl Into<String>) -> Can {
    Can::Never(why.into())
}

fn now(label: impl Into<String>) -> Can {
    Can::Now(label.into())
}
