//! Who the user plays against, and the settings that this leaves on a form.

use tengen_shared::{
    game::{Room, Seat},
    rules::{Opening, RuleSet, Variant},
};

use crate::{settings::Setting, text::Lang};

/// The occupant of the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// An AI plays for the other seat.
    Ai,
    /// The first person who joins the room.
    Open,
    /// A second person at the same device.
    Here,
    /// An AI, with another AI in the user's seat. The user watches.
    TwoAis,
}

impl Opponent {
    /// Every opponent, in the order in which a form offers them.
    pub const ALL: [Self; 4] = [Self::Ai, Self::Open, Self::Here, Self::TwoAis];

    /// Returns the opponent in `room`; `Open` stands for every person.
    #[must_use]
    pub fn in_room(room: &Room) -> Self {
        match Seat::BOTH.map(|seat| room.seats().bot(seat).is_some()) {
            [false, false] => Self::Open,
            [true, true] => Self::TwoAis,
            [true, false] | [false, true] => Self::Ai,
        }
    }

    /// Returns the number of seats that have an AI.
    #[must_use]
    pub const fn ais(self) -> usize {
        match self {
            Self::Open | Self::Here => 0,
            Self::Ai => 1,
            Self::TwoAis => 2,
        }
    }

    /// Names both sides, such as "you and the AI".
    #[must_use]
    pub const fn title(self, lang: Lang) -> &'static str {
        match self {
            Self::Ai => lang.form_ai(),
            Self::Open => lang.form_whoever(),
            Self::Here => lang.form_friend_here(),
            Self::TwoAis => lang.form_two_ais(),
        }
    }

    /// Names the side that is not the user.
    #[must_use]
    pub const fn other(self, lang: Lang) -> &'static str {
        match self {
            Self::Ai | Self::TwoAis => lang.form_the_ai(),
            Self::Open | Self::Here => lang.form_other(),
        }
    }

    /// Returns whether `setting` makes a difference against this opponent on this board. `variant` is `None` while no
    /// game can be played on the board.
    #[must_use]
    pub fn needs(self, setting: Setting, variant: Option<Variant>) -> bool {
        match setting {
            Setting::Opening => variant.is_some_and(Opening::any_fits),
            Setting::Fouls => variant.is_some_and(|variant| variant.runs() == RuleSet::Renju),
            Setting::ThinkTime => self.ais() > 0,
            Setting::AiGames => self == Self::TwoAis,
            Setting::Hints => self != Self::TwoAis,
            Setting::Evaluation
            | Setting::Clock
            | Setting::Access
            | Setting::Spectators
            | Setting::FirstMove => true,
        }
    }
}
