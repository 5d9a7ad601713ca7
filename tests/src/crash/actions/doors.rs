//! Coming, going, talking, and looking at what is past.

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{Command, Reply, Room},
    protocol::{Cmd, GamesOf, Request},
};

use super::{Action, Door, View, view::pick};

impl Action {
    /// What can be done about a room that is not followed.
    pub(super) fn outside(self, view: &View<'_>) -> Option<Cmd> {
        match (self, view.door) {
            (_, Door::Closed) => None,
            (Self::Join, Door::Open | Door::MustAsk) if !view.barred => {
                Some(Cmd::Room(Command::Join { passphrase: None }))
            }
            (Self::Watch, Door::Open) => Some(Cmd::Request(Request::Watch { passphrase: None })),
            (Self::AskToWatch, Door::MustAsk) => Some(Cmd::Room(Command::AskToWatch {})),
            _ => None,
        }
    }

    pub(super) fn at_the_doors(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        let free = view.own().is_empty() && room.seats().first_empty().is_some() && !view.barred;
        match self {
            Self::Join => {
                (free || view.may_return()).then_some(Cmd::Room(Command::Join { passphrase: None }))
            }
            Self::Watch => {
                rng.random_ratio(1, 20).then_some(Cmd::Request(Request::Watch { passphrase: None }))
            }
            // There is no need to.
            Self::AskToWatch => rng.random_ratio(1, 60).then_some(Cmd::Room(Command::AskToWatch {})),
            Self::Leave => Some(Cmd::Room(Command::Leave {})),
            Self::Say => {
                let text =
                    pick(rng, &["hello", "well played", "\u{1b}[31mred\u{1b}[0m", "one more?", "brb"])?;
                Some(Cmd::Room(Command::Say {
                    text: format!("{text} {}", rng.random_range(0..1_000)).parse().ok()?,
                }))
            }
            Self::Admit => {
                let (seat, player) = view.asked()?;
                let reply = if rng.random_ratio(3, 4) { Reply::Accept } else { Reply::Decline };
                Some(Cmd::Room(Command::Admit { seat, player, reply }))
            }
            Self::ListChat => {
                let before = room.chat().first().map_or_else(|| room.seq().next(), |said| said.seq);
                Some(Cmd::Request(Request::ListChat { before }))
            }
            Self::ListGames => Some(Cmd::Request(Request::ListGames { of: GamesOf::Room {}, before: None })),
            _ => Some(Cmd::Request(Request::Snapshot {})),
        }
    }
}
