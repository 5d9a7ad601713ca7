//! The rule sets, and the runs that win by them.

use serde::{Deserialize, Serialize};

use super::stone::Stone;

/// The rules of a game besides the size of the board. In JSON and in the binary form, a variant calls it `runs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleSet {
    /// A run of the win length or longer wins.
    #[serde(rename = "at_least")]
    Freestyle,
    /// Only a run of exactly the win length wins.
    #[serde(rename = "exactly")]
    Standard,
    /// A run of exactly five wins, unless the opponent's stones close both of its ends. The edge of the board closes no
    /// end. Gomocup's rule 9.
    Caro,
    /// Like [`Self::Caro`], but a run of six or more wins too. Gomocup's rule 8.
    LongCaro,
    /// Black wins with exactly five, and may not make an overline, a double four or a double three. White wins with five
    /// or more. The rules of the Renju International Federation, <http://www.renju.net/study/rifrules.php>.
    Renju,
}

/// An unbroken run of stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of stones.
    pub length: usize,
    /// The number of ends with a stone of the other colour, 0 to 2.
    pub closed_ends: u8,
}

impl Run {
    /// Returns a run of `length` stones without a closed end.
    #[must_use]
    pub const fn open(length: usize) -> Self {
        Self { length, closed_ends: 0 }
    }
}

impl RuleSet {
    /// Returns the only win length of this rule set; `None` if any length can be played.
    #[must_use]
    pub const fn fixed_length(self) -> Option<u8> {
        match self {
            Self::Freestyle | Self::Standard => None,
            Self::Caro | Self::LongCaro | Self::Renju => Some(5),
        }
    }

    /// Every rule set, in the order in which menus offer them.
    pub const ALL: [Self; 5] = [Self::Freestyle, Self::Standard, Self::Caro, Self::LongCaro, Self::Renju];

    /// Returns the word after the numbers of a variant, as in `15x15k5 caro`; empty for freestyle.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Freestyle => "",
            Self::Standard => "exact",
            Self::Caro => "caro",
            Self::LongCaro => "longcaro",
            Self::Renju => "renju",
        }
    }

    /// Returns whether a run of `stone` wins where `win_length` in a row is needed.
    #[must_use]
    pub const fn wins(self, win_length: usize, stone: Stone, run: Run) -> bool {
        let Run { length, closed_ends } = run;
        match (self, stone) {
            (Self::Freestyle, _) | (Self::Renju, Stone::White) => length >= win_length,
            (Self::Standard, _) | (Self::Renju, Stone::Black) => length == win_length,
            (Self::Caro, _) => length == win_length && closed_ends < 2,
            (Self::LongCaro, _) => length > win_length || (length == win_length && closed_ends < 2),
        }
    }
}
