//! What the user can do in a room right now, in words: the menu of a room.

use tengen_session::room::{Able, Deed};
use tengen_shared::game::{Game, Reject};

use super::standing::Standing;
use crate::action::Action;

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
    Action::Do(Deed::GoOn),
    Action::Do(Deed::Sit),
    Action::Do(Deed::TakeBack),
    Action::Do(Deed::Draw),
    Action::Do(Deed::Pause),
    Action::Do(Deed::GiveTime),
    Action::Do(Deed::Hint),
    Action::Explain,
    Action::Do(Deed::AddAi),
    Action::Do(Deed::Settings),
    Action::Do(Deed::Swap),
    Action::Do(Deed::Kick),
    Action::Do(Deed::Abort),
    Action::Do(Deed::Restart),
    Action::Do(Deed::Resign),
    Action::Do(Deed::Stand),
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
            (Some(_), false) => self.lang.stood_in_then(&self.key(Action::Do(Deed::Sit))),
            (None, _) => self.lang.watching_sit(&self.key(Action::Do(Deed::Sit))),
        }
    }

    /// Whether the user can do this now.
    #[must_use]
    pub fn can(&self, action: Action) -> Can {
        let lang = self.lang;
        let deed = match action {
            Action::Do(deed) => deed,
            Action::Yes => Deed::Accept,
            Action::No => Deed::Decline,
            Action::Select => Deed::Ready,
            Action::Back => return Can::Now(lang.leave_room().to_owned()),
            Action::Chat => return Can::Now(lang.talk().to_owned()),
            Action::History => return Can::Now(lang.games_here().to_owned()),
            Action::Explain => return self.can_explain(),
            _ => return Can::Never(lang.no_game().to_owned()),
        };
        match self.able(deed) {
            Able::Now(command) | Able::Perhaps(command, _) => {
                Can::Now(self.label(deed, &command, lang, |seat| self.name(seat)))
            }
            Able::Not(_) if deed == Deed::Settings && self.sits() && self.room.is_playing() => {
                Can::Not(lang.settings_between().to_owned())
            }
            Able::Already | Able::Not(Reject::OfferedAlready)
                if matches!(deed, Deed::TakeBack | Deed::Draw | Deed::Pause) =>
            {
                Can::Not(deed.already(lang).to_owned())
            }
            Able::Already => Can::Never(self.why_already(deed)),
            Able::Not(why) if deed.is_missed(&why) && self.sits() => Can::Not(self.why(&why)),
            Able::Not(why) => Can::Never(self.why(&why)),
            Able::Never => Can::Never(self.why_never(deed)),
        }
    }

    /// Why the room refuses something, with the key that helps.
    #[must_use]
    pub fn why(&self, reject: &Reject) -> String {
        match reject {
            Reject::Spectator | Reject::StoodIn => self.why_watching(),
            Reject::GameOn | Reject::NoGame if !self.sits() => self.why_watching(),
            other => self.lang.reject(other),
        }
    }

    /// What is said where all is as `deed` would have it.
    #[must_use]
    pub fn why_already(&self, deed: Deed) -> String {
        match (deed, self.stood_in()) {
            (Deed::Sit, Some(_)) => self.why_watching(),
            _ => deed.already(self.lang).to_owned(),
        }
    }

    /// What is said where there is nothing that `deed` could be done to.
    #[must_use]
    pub fn why_never(&self, deed: Deed) -> String {
        match deed {
            Deed::Ready if !self.sits() => self.why_watching(),
            _ => deed.nothing(self.lang).to_owned(),
        }
    }

    fn can_explain(&self) -> Can {
        let last = self.room.game().map_or(0, Game::ply);
        let asked = self.me.map(|me| self.room.position_to_explain(me, last.saturating_sub(1)));
        match asked.filter(|_| self.room.game().is_some()) {
            Some(Ok(_)) => Can::Now(self.lang.show_thinking().to_owned()),
            Some(Err(_)) | None => Can::Never(self.lang.no_thinking().to_owned()),
        }
    }
}
