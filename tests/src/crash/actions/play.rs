//! What is done while a game is on, and what must be refused.

use rand::rngs::SmallRng;
use tengen_shared::{
    game::{Claim, Reply, Room, Seat, Seq},
    protocol::Cmd,
    rules::Point,
};

use super::{
    super::opening::{BOTS, other_settings},
    Action, View,
    view::{pick, points, seats_where},
};

impl Action {
    /// What is done in a game, be it in one's own turn or not.
    pub(super) fn in_game(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        let (game, at) = (room.game().filter(|_| room.is_playing())?, room.at());
        let number = game.number();
        let to_move = room.turn().filter(|seat| view.mine(*seat));
        let seat = pick(rng, &view.own());
        match self {
            Self::Hint => Some(Cmd::Hint { seat: to_move?, at }),
            Self::Resign => Some(Cmd::Resign { seat: to_move?, game: number }),
            // One stone too late, now and then.
            Self::Abort if game.ply() <= 2 => Some(Cmd::Abort { seat: seat?, game: number }),
            Self::Restart if !room.seats().two_people() => Some(Cmd::Restart { seat: seat?, game: number }),
            Self::Claim => {
                let claim = pick(rng, &[Claim::Win, Claim::Draw])?;
                Some(Cmd::Claim { seat: view.deserted()?, game: number, claim })
            }
            Self::StandIn => {
                Some(Cmd::StandIn { seat: view.deserted()?, game: number, bot: pick(rng, &BOTS)? })
            }
            Self::GiveTime if room.clock().is_some() => Some(Cmd::GiveTime { seat: seat?, game: number }),
            Self::Place => {
                let free: Vec<Point> =
                    points(room).filter(|point| game.position().check(*point).is_ok()).collect();
                Some(Cmd::Place { seat: to_move?, point: pick(rng, &free)?, at })
            }
            _ => None,
        }
    }

    /// What must be refused and change nothing.
    pub(super) fn illegal(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        let (game, at) = (room.game()?, room.at());
        let seat = pick(rng, &Seat::BOTH)?;
        let others = pick(rng, &seats_where(|seat| !view.mine(seat)));
        let point = pick(rng, game.position().moves())?;
        match self {
            Self::PlaceOnStone => Some(Cmd::Place { seat, point, at }),
            Self::PlaceStale => Some(Cmd::Place { seat, point, at: Seq(at.0.checked_sub(1)?) }),
            Self::PlaceForOther => Some(Cmd::Place { seat: others?, point, at }),
            Self::ResignForOther => Some(Cmd::Resign { seat: others?, game: game.number() }),
            // The first event opens the room and is no offer.
            Self::AnswerNothing => Some(Cmd::Answer { seat, offer: Seq(1), reply: Reply::Accept }),
            Self::ChangeStale => {
                let settings = other_settings(room.settings(), rng);
                Some(Cmd::Change { settings, passphrase: None, at: Seq(0) })
            }
            _ => Some(Cmd::Ready { seat, at: Seq(0) }),
        }
    }
}
