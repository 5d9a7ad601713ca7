//! The menu of a room: which actions are possible, and why others are not.

use tengen_session::{
    room::{ActionAvailability, Obstacle, RoomAction},
    text::Lang,
};
use tengen_shared::{
    game::{Game, Reject},
    rules::Choice,
};

use super::room_standing::Standing;
use crate::action::Action;

/// How the menu of a room shows an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuState {
    /// The action is possible and has this label.
    Offered(String),
    /// The action is not possible, and the menu gives this reason because users look for it.
    Missing(String),
    /// The action is not in the menu. This is the reason if the user tries it all the same.
    Hidden(String),
}

/// A row of the menu of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuLine {
    /// An action that is possible.
    Deed {
        /// The action to take.
        action: Action,
        /// The name of the key for the action.
        key: String,
        /// The name of the action.
        label: String,
    },
    /// The reason why an expected action is not possible.
    Reason(String),
}

impl MenuLine {
    /// Whether both rows have the same action, even under different labels.
    #[must_use]
    pub fn is_same_action(&self, other: &Self) -> bool {
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
            Self::Reason(reason) => write!(f, "{:<6}({reason})", ""),
        }
    }
}

/// The actions in the order of the menu.
const ROOM_ACTIONS: [Action; 29] = [
    Action::Yes,
    Action::No,
    Action::Do(RoomAction::Choose(Choice::Black)),
    Action::Do(RoomAction::Choose(Choice::White)),
    Action::Do(RoomAction::Choose(Choice::PlaceTwo)),
    Action::Do(RoomAction::Withdraw),
    Action::Do(RoomAction::Claim),
    Action::Select,
    Action::Do(RoomAction::GoOn),
    Action::Do(RoomAction::Sit),
    Action::Do(RoomAction::TakeBack),
    Action::Do(RoomAction::Draw),
    Action::Do(RoomAction::Pause),
    Action::Do(RoomAction::GiveTime),
    Action::Do(RoomAction::Hint),
    Action::Explain,
    Action::Do(RoomAction::AddAi),
    Action::Do(RoomAction::Settings),
    Action::Do(RoomAction::Swap),
    Action::Do(RoomAction::Kick),
    Action::Do(RoomAction::Recognize),
    Action::Do(RoomAction::Abort),
    Action::Do(RoomAction::Restart),
    Action::Do(RoomAction::Resign),
    Action::Do(RoomAction::Stand),
    Action::Invite,
    Action::Chat,
    Action::History,
    Action::Back,
];

impl Standing<'_> {
    /// Returns the rows of the menu: first the possible actions, then the reasons for missing ones.
    #[must_use]
    pub fn menu(&self) -> Vec<MenuLine> {
        let (mut lines, mut reasons) = (Vec::new(), Vec::new());
        for action in ROOM_ACTIONS {
            match self.can(action) {
                MenuState::Offered(label) => {
                    lines.push(MenuLine::Deed { action, key: self.key(action), label });
                }
                MenuState::Missing(reason) => reasons.push(MenuLine::Reason(reason)),
                MenuState::Hidden(_) => {}
            }
        }
        lines.append(&mut reasons);
        lines
    }

    /// Returns the reason why the user cannot play: they are a spectator, or a stand-in has their seat.
    #[must_use]
    pub fn why_watching(&self) -> String {
        let key = self.key(Action::Do(RoomAction::Sit));
        match (self.stood_in(), self.room.seats().first_empty()) {
            (Some(_), _) => self.lang.stood_in_then(&key),
            (None, Some(_)) => self.lang.watching_sit(&key),
            (None, None) => self.lang.watching_full().to_owned(),
        }
    }

    /// Returns how the menu shows an action: as possible now, or with the reason why not.
    #[must_use]
    pub fn can(&self, action: Action) -> MenuState {
        let lang = self.lang;
        let room_action = match action {
            Action::Do(room_action) => room_action,
            Action::Yes => RoomAction::Accept,
            Action::No => RoomAction::Decline,
            Action::Select => RoomAction::Ready,
            Action::Back => return MenuState::Offered(lang.leave_room().to_owned()),
            Action::Invite => return self.can_invite(),
            Action::Chat => return MenuState::Offered(lang.talk().to_owned()),
            Action::History => return MenuState::Offered(lang.games_here().to_owned()),
            Action::Explain => return self.can_explain(),
            _ => return MenuState::Hidden(lang.no_game().to_owned()),
        };
        let availability = self.availability(room_action);
        let missed = match &availability {
            ActionAvailability::Yes(command) | ActionAvailability::Unknown(command, _) => {
                return match self.obstacle(room_action, &availability) {
                    Some(obstacle) => MenuState::Hidden(self.why(&obstacle)),
                    None => {
                        MenuState::Offered(self.label(room_action, command, lang, |seat| self.name(seat)))
                    }
                };
            }
            ActionAvailability::No(_)
                if room_action == RoomAction::Settings && self.sits() && self.room.is_playing() =>
            {
                return MenuState::Missing(lang.settings_between().to_owned());
            }
            ActionAvailability::Already | ActionAvailability::No(Reject::OfferedAlready)
                if matches!(room_action, RoomAction::TakeBack | RoomAction::Draw | RoomAction::Pause) =>
            {
                return MenuState::Missing(Obstacle::Already(room_action).text(lang));
            }
            ActionAvailability::No(reject) => why_missed(room_action, reject, lang).filter(|_| self.sits()),
            ActionAvailability::Already | ActionAvailability::NoTarget => None,
        };
        match missed {
            Some(why) => MenuState::Missing(why.to_owned()),
            None => {
                let why = self.obstacle(room_action, &availability).map(|obstacle| self.why(&obstacle));
                MenuState::Hidden(why.unwrap_or_default())
            }
        }
    }

    /// Returns the reason in words, with the key that helps.
    #[must_use]
    pub fn why(&self, obstacle: &Obstacle) -> String {
        match obstacle {
            Obstacle::NoSeat | Obstacle::StoodIn => self.why_watching(),
            Obstacle::Refused(Reject::RoomFull) => self.lang.watching_full().to_owned(),
            other => other.text(self.lang),
        }
    }

    fn can_invite(&self) -> MenuState {
        match self.address {
            Some(_) => MenuState::Offered(self.lang.invite_friend().to_owned()),
            None => MenuState::Hidden(self.lang.invitation_alone().to_owned()),
        }
    }

    fn can_explain(&self) -> MenuState {
        let last = self.room.game().map_or(0, Game::ply);
        let asked = self.me.map(|me| self.room.position_to_explain(me, last.saturating_sub(1)));
        // A finished game without moves has nothing to analyse.
        let has_moves = self.room.is_playing() || last > 0;
        match asked.filter(|_| self.room.game().is_some() && has_moves) {
            Some(Ok(_)) => MenuState::Offered(self.lang.analysis().to_owned()),
            Some(Err(_)) => MenuState::Hidden(self.lang.no_analysis().to_owned()),
            None => MenuState::Hidden(self.lang.nothing_to_analyse().to_owned()),
        }
    }
}

/// Returns the reason to list if users look for `room_action` in the menu when the room refuses it with `reject`.
const fn why_missed(room_action: RoomAction, reject: &Reject, lang: Lang) -> Option<&'static str> {
    match (room_action, reject) {
        (RoomAction::TakeBack, Reject::NothingToTakeBack) => Some(lang.no_move_yet()),
        (RoomAction::Pause, Reject::NoPauseLeft) => Some(lang.no_pause_left()),
        (RoomAction::Draw, Reject::NoDrawWithAi) => Some(lang.no_draw_with_ai()),
        _ => None,
    }
}
