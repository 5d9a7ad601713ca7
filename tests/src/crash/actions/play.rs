//! What is done while a game is on, and what must be refused.

use rand::rngs::SmallRng;
use tengen_shared::{
    game::{Claim, Command, Reply, Room, Seat, Seq},
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
            Self::Hint => Some(Cmd::Room(Command::Hint { seat: to_move?, at })),
            Self::Resign => Some(Cmd::Room(Command::Resign { seat: to_move?, game: number })),
            // One stone too late, now and then.
            Self::Abort if game.ply() <= 2 => Some(Cmd::Room(Command::Abort { seat: seat?, game: number })),
            Self::Restart if !room.seats().two_people() => {
                Some(Cmd::Room(Command::Restart { seat: seat?, game: number }))
            }
            Self::Claim => {
                let claim = pick(rng, &[Claim::Win, Claim::Draw])?;
                Some(Cmd::Room(Command::Claim { seat: view.deserted()?, game: number, claim }))
            }
            Self::StandIn => Some(Cmd::Room(Command::StandIn {
                seat: view.deserted()?,
                game: number,
                bot: pick(rng, &BOTS)?,
            })),
            Self::GiveTime if room.clock().is_some() => {
                Some(Cmd::Room(Command::GiveTime { seat: seat?, game: number }))
            }
            Self::Place => {
                let free: Vec<Point> =
                    points(room).filter(|point| game.position().check(*point).is_ok()).collect();
                Some(Cmd::Room(Command::Place { seat: to_move?, point: pick(rng, &free)?, at }))
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
            Self::PlaceOnStone => Some(Cmd::Room(Command::Place { seat, point, at })),
            Self::PlaceStale => {
                Some(Cmd::Room(Command::Place { seat, point, at: Seq(at.0.checked_sub(1)?) }))
            }
            Self::PlaceForOther => Some(Cmd::Room(Command::Place { seat: others?, point, at })),
            Self::ResignForOther => Some(Cmd::Room(Command::Resign { seat: others?, game: game.number() })),
            // The first event opens the room and is no offer.
            Self::AnswerNothing => {
                Some(Cmd::Room(Command::Answer { seat, offer: Seq(1), reply: Reply::Accept }))
            }
            Self::ChangeStale => {
                let settings = other_settings(room.settings(), rng);
                Some(Cmd::Room(Command::Change { settings, passphrase: None, at: Seq(0) }))
            }
            _ => Some(Cmd::Room(Command::Ready { seat, at: Seq(0) })),
        }
    }
}
