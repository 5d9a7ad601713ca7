//! What changes the seats, the settings, or the pause of two AI seats.

use rand::rngs::SmallRng;
use tengen_shared::{
    game::{Command, Room, Seat},
    protocol::Cmd,
};

use super::{
    super::opening::{BOTS, other_settings},
    Action, View,
    view::{pick, seats_where},
};

impl Action {
    pub(super) fn between_games(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        if room.is_playing() && self != Self::Sit {
            return None;
        }
        let (seats, sits) = (room.seats(), room.seats().of_person(view.me).is_some());
        let at = room.at();
        let empty = |seat: Seat| seats[seat].occupant.is_none();
        let ai = |seat: Seat| seats.bot(seat).is_some();
        let others = |seat: Seat| seats.owner(seat).is_some_and(|owner| owner != view.me);
        let hosts = room.host() == view.me;
        let manages = !view.own().is_empty() || (seats.all_ai() && hosts);
        match self {
            Self::Ready => {
                let waits = |seat: Seat| view.mine(seat) && !seats[seat].ready;
                Some(Cmd::Room(Command::Ready { seat: pick(rng, &seats_where(waits))?, at }))
            }
            Self::Stand => Some(Cmd::Room(Command::Stand { seat: pick(rng, &view.own())? })),
            Self::SendAiAway if manages => {
                Some(Cmd::Room(Command::Stand { seat: pick(rng, &seats_where(ai))? }))
            }
            Self::SetAi if manages => {
                let seat = pick(rng, &seats_where(|seat| empty(seat) || ai(seat)))?;
                Some(Cmd::Room(Command::SetAi { seat, bot: pick(rng, &BOTS)? }))
            }
            Self::Sit if !sits && !view.barred => {
                Some(Cmd::Room(Command::Sit { seat: pick(rng, &seats_where(empty))?, guest: None }))
            }
            Self::SitGuest if sits => {
                let guest = pick(rng, &["Gil", "Guest"])?.parse().ok();
                Some(Cmd::Room(Command::Sit { seat: pick(rng, &seats_where(empty))?, guest }))
            }
            Self::GoOn if room.is_paused() && hosts => Some(Cmd::Room(Command::GoOn {})),
            Self::Change if hosts => {
                let settings = other_settings(room.settings(), rng);
                Some(Cmd::Room(Command::Change { settings, passphrase: None, at }))
            }
            Self::Swap if hosts => Some(Cmd::Room(Command::Swap { at })),
            Self::Kick if hosts => Some(Cmd::Room(Command::Kick { seat: pick(rng, &seats_where(others))? })),
            _ => None,
        }
    }
}
