//! Openings: rules for the first stones of a game, and for who plays which colour.
//!
//! An opening is a list of steps. Each step is an act of one of the two sides: a stone in an area, or a choice. The stones
//! of an opening alternate in colour, like all stones, whoever places them.
//!
//! Sources: the rules of pro, long pro, swap and swap2 in <https://en.wikipedia.org/wiki/Gomoku#Specific_variations>.

use serde::{Deserialize, Serialize};

use super::{point::Point, stone::Stone, variant::Variant};

/// The opening rule of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Every stone can be anywhere.
    #[default]
    None,
    /// Black's first stone is in the centre, and the second one outside the central 5x5 points.
    Pro,
    /// Like [`Self::Pro`], with the central 7x7 points.
    LongPro,
    /// The first side places three stones, and the second side chooses a colour.
    Swap,
    /// Like [`Self::Swap`], but the second side may place two more stones instead and let the first side choose.
    Swap2,
}

/// A side in an opening, before anybody has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// The side that begins the game.
    First,
    Second,
}

/// Where a stone of an opening may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    Anywhere,
    /// The centre of the board: h8 on 15x15. On an even side, the higher of the two middle lines counts.
    Centre,
    /// At least this many lines away from the centre, in one direction at least.
    FromCentre(u8),
}

/// One act of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A stone. Its colour is that of the side to move.
    Stone { by: Party, area: Area },
    /// A choice of a colour, which ends the opening.
    Choice {
        by: Party,
        /// Whether the side may place two more stones instead, and go on to the next step.
        more: bool,
    },
}

/// How far an opening has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of stones on the board.
    pub stones: usize,
    /// How often somebody has chosen.
    pub choices: usize,
}

/// What a side may choose in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Black,
    White,
    /// Place two more stones, and let the other side choose.
    PlaceTwo,
}

impl Choice {
    /// Every choice, in the order in which menus offer them.
    pub const ALL: [Self; 3] = [Self::Black, Self::White, Self::PlaceTwo];

    /// Returns the chosen colour.
    #[must_use]
    pub const fn colour(self) -> Option<Stone> {
        match self {
            Self::Black => Some(Stone::Black),
            Self::White => Some(Stone::White),
            Self::PlaceTwo => None,
        }
    }
}

/// A stone of the first side, anywhere.
const FIRST: Step = Step::Stone { by: Party::First, area: Area::Anywhere };
/// A stone of the second side, anywhere.
const SECOND: Step = Step::Stone { by: Party::Second, area: Area::Anywhere };
const CENTRE: Step = Step::Stone { by: Party::First, area: Area::Centre };

const PRO: &[Step] = &[CENTRE, SECOND, Step::Stone { by: Party::First, area: Area::FromCentre(3) }];
const LONG_PRO: &[Step] = &[CENTRE, SECOND, Step::Stone { by: Party::First, area: Area::FromCentre(4) }];
const SWAP: &[Step] = &[FIRST, FIRST, FIRST, Step::Choice { by: Party::Second, more: false }];
const SWAP2: &[Step] = &[
    FIRST,
    FIRST,
    FIRST,
    Step::Choice { by: Party::Second, more: true },
    SECOND,
    SECOND,
    Step::Choice { by: Party::First, more: false },
];

impl Opening {
    /// Every opening, in the order in which menus offer them.
    pub const ALL: [Self; 5] = [Self::None, Self::Pro, Self::LongPro, Self::Swap, Self::Swap2];

    /// The shortest side of a board, and the shortest win length, for an opening. On smaller boards, the opening alone
    /// could decide the game.
    pub const LEAST: (u8, u8) = (9, 5);

    /// Returns the steps in order.
    #[must_use]
    pub const fn steps(self) -> &'static [Step] {
        match self {
            Self::None => &[],
            Self::Pro => PRO,
            Self::LongPro => LONG_PRO,
            Self::Swap => SWAP,
            Self::Swap2 => SWAP2,
        }
    }

    /// Whether the colours are chosen during the opening. Otherwise the first side has Black.
    #[must_use]
    pub fn has_choice(self) -> bool {
        self.steps().iter().any(|step| matches!(step, Step::Choice { .. }))
    }

    /// Returns the next step if every choice so far was [`Choice::PlaceTwo`]; `None` once the opening is over. A choice of a
    /// colour ends the opening before that.
    #[must_use]
    pub fn step(self, done: Progress) -> Option<Step> {
        let Progress { mut stones, mut choices } = done;
        for step in self.steps() {
            let left = match step {
                Step::Stone { .. } => &mut stones,
                Step::Choice { .. } => &mut choices,
            };
            if *left == 0 {
                return Some(*step);
            }
            *left -= 1;
        }
        None
    }

    /// Whether this opening can be played on a board.
    #[must_use]
    pub fn fits(self, variant: Variant) -> bool {
        self == Self::None || Self::any_fits(variant)
    }

    /// Whether openings other than [`Self::None`] can be played on a board.
    #[must_use]
    pub fn any_fits(variant: Variant) -> bool {
        let (side, win_length) = Self::LEAST;
        variant.width().min(variant.height()) >= side && variant.win_length() >= win_length
    }
}

impl Area {
    /// Whether `point` lies in this area of the board.
    #[must_use]
    pub const fn contains(self, variant: Variant, point: Point) -> bool {
        let centre = variant.centre();
        let cols = point.col().abs_diff(centre.col());
        let rows = point.row().abs_diff(centre.row());
        match self {
            Self::Anywhere => true,
            Self::Centre => cols == 0 && rows == 0,
            Self::FromCentre(least) => cols >= least || rows >= least,
        }
    }
}

impl Step {
    /// Returns the side that acts.
    #[must_use]
    pub const fn by(self) -> Party {
        match self {
            Self::Stone { by, .. } | Self::Choice { by, .. } => by,
        }
    }

    /// Returns the choices that the side that acts may make, in the order in which menus offer them.
    pub fn choices(self) -> impl Iterator<Item = Choice> {
        Choice::ALL.into_iter().filter(move |choice| self.allows(*choice))
    }

    /// Whether the side that acts may make `choice`.
    #[must_use]
    pub const fn allows(self, choice: Choice) -> bool {
        match (self, choice) {
            (Self::Stone { .. }, _) | (Self::Choice { more: false, .. }, Choice::PlaceTwo) => false,
            (Self::Choice { .. }, _) => true,
        }
    }
}
