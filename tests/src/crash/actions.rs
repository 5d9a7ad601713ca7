//! What a client may do in a room: one variant for each kind of action, with its weight and its command.
//!
//! A new kind of command is a new variant of [`Action`], an entry in [`Action::ALL`], and an arm in each `match`.

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{PlayerId, Room, Seat, Seq},
    protocol::Cmd,
    rules::Point,
};

use super::opening::BOTS;

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Join,
    Watch,
    Leave,
    Place,
    Resign,
    Ready,
    Hint,
    Stand,
    SendAiAway,
    SetAi,
    Sit,
    SitGuest,
    GoOn,
    Snapshot,
    /// A stone where one lies.
    PlaceOnStone,
    /// A stone in an older position.
    PlaceStale,
    /// A stone for a seat of somebody else.
    PlaceForOther,
    /// Giving up for somebody else.
    ResignForOther,
    /// Ready for a game of long ago.
    ReadyStale,
}

/// A room as a client sees it.
pub(super) struct View<'a> {
    /// None if the client does not follow it.
    pub(super) room: Option<&'a Room>,
    pub(super) me: PlayerId,
}

impl View<'_> {
    fn mine(&self, seat: Seat) -> bool {
        self.room.is_some_and(|room| room.seats().player(seat) == Some(self.me))
    }

    fn own(&self) -> Vec<Seat> {
        seats_where(|seat| self.mine(seat))
    }

    /// Whether the room waits for this client.
    pub(super) fn is_awaited(&self) -> bool {
        let Some(room) = self.room else { return true };
        let own = self.own();
        if let Some(seat) = room.turn() {
            return self.mine(seat);
        }
        let unready = own.iter().any(|seat| !room.seats()[*seat].ready);
        let free = own.is_empty() && room.seats().first_empty().is_some();
        unready || free || (room.is_paused() && room.host() == self.me)
    }
}

fn pick<T: Copy>(rng: &mut SmallRng, of: &[T]) -> Option<T> {
    (!of.is_empty()).then(|| of[rng.random_range(0..of.len())])
}

fn seats_where(wanted: impl Fn(Seat) -> bool) -> Vec<Seat> {
    Seat::BOTH.into_iter().filter(|seat| wanted(*seat)).collect()
}

fn points(room: &Room) -> impl Iterator<Item = Point> {
    let variant = room.settings().variant;
    let all = (0..variant.height()).flat_map(move |row| (0..variant.width()).map(move |col| (col, row)));
    all.filter_map(|(col, row)| Point::new(col, row))
}

impl Action {
    /// All kinds.
    const ALL: [Self; 19] = [
        Self::Join,
        Self::Watch,
        Self::Leave,
        Self::Place,
        Self::Resign,
        Self::Ready,
        Self::Hint,
        Self::Stand,
        Self::SendAiAway,
        Self::SetAi,
        Self::Sit,
        Self::SitGuest,
        Self::GoOn,
        Self::Snapshot,
        Self::PlaceOnStone,
        Self::PlaceStale,
        Self::PlaceForOther,
        Self::ResignForOther,
        Self::ReadyStale,
    ];

    /// How often it is chosen, beside the others that can be.
    const fn weight(self) -> u32 {
        match self {
            Self::Place => 200,
            Self::Ready | Self::Join | Self::GoOn => 60,
            Self::Watch => 20,
            Self::SetAi | Self::Sit => 6,
            Self::Resign | Self::Hint | Self::Stand | Self::SendAiAway | Self::SitGuest => 3,
            Self::Leave
            | Self::Snapshot
            | Self::PlaceOnStone
            | Self::PlaceStale
            | Self::PlaceForOther
            | Self::ResignForOther
            | Self::ReadyStale => 2,
        }
    }

    /// Whether the room must refuse it, whatever happens meanwhile.
    pub(super) const fn is_illegal(self) -> bool {
        match self {
            Self::PlaceOnStone
            | Self::PlaceStale
            | Self::PlaceForOther
            | Self::ResignForOther
            | Self::ReadyStale => true,
            Self::Join
            | Self::Watch
            | Self::Leave
            | Self::Place
            | Self::Resign
            | Self::Ready
            | Self::Hint
            | Self::Stand
            | Self::SendAiAway
            | Self::SetAi
            | Self::Sit
            | Self::SitGuest
            | Self::GoOn
            | Self::Snapshot => false,
        }
    }

    /// Its command, if there is any sense in it now.
    fn cmd(self, view: &View<'_>, rng: &mut SmallRng) -> Option<Cmd> {
        let Some(room) = view.room else {
            return match self {
                Self::Join => Some(Cmd::Join { passphrase: None }),
                Self::Watch => Some(Cmd::Watch { passphrase: None }),
                _ => None,
            };
        };
        let own = view.own();
        let at = room.at();
        match self {
            Self::Join if own.is_empty() && room.seats().first_empty().is_some() => {
                Some(Cmd::Join { passphrase: None })
            }
            Self::Join => None,
            Self::Watch => rng.random_ratio(1, 20).then_some(Cmd::Watch { passphrase: None }),
            Self::Leave => Some(Cmd::Leave {}),
            Self::Snapshot => Some(Cmd::Snapshot {}),
            Self::Place | Self::Hint | Self::Resign => self.in_game(view, room, rng),
            Self::Ready => {
                let waits = |seat: Seat| view.mine(seat) && !room.seats()[seat].ready;
                let seat = pick(rng, &seats_where(waits)).filter(|_| !room.is_playing())?;
                Some(Cmd::Ready { seat, at })
            }
            Self::Stand | Self::SendAiAway | Self::SetAi | Self::Sit | Self::SitGuest | Self::GoOn => {
                self.between_games(view, room, rng)
            }
            Self::PlaceOnStone
            | Self::PlaceStale
            | Self::PlaceForOther
            | Self::ResignForOther
            | Self::ReadyStale => self.illegal(view, room, rng),
        }
    }

    /// What is done in one's own turn.
    fn in_game(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        let (game, at) = (room.game()?, room.at());
        let seat = room.turn().filter(|seat| view.mine(*seat))?;
        match self {
            Self::Hint => Some(Cmd::Hint { seat, at }),
            Self::Resign => Some(Cmd::Resign { seat, game: game.number() }),
            _ => {
                let free: Vec<Point> =
                    points(room).filter(|point| game.position().check(*point).is_ok()).collect();
                Some(Cmd::Place { seat, point: pick(rng, &free)?, at })
            }
        }
    }

    /// What changes the seats, or the pause of two AI seats.
    fn between_games(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        if room.is_playing() && self != Self::Sit {
            return None;
        }
        let (seats, sits) = (room.seats(), room.seats().of_person(view.me).is_some());
        let empty = |seat: Seat| seats[seat].occupant.is_none();
        let ai = |seat: Seat| seats.bot(seat).is_some();
        let manages = !view.own().is_empty() || (seats.all_ai() && room.host() == view.me);
        match self {
            Self::Stand => Some(Cmd::Stand { seat: pick(rng, &view.own())? }),
            Self::SendAiAway if manages => Some(Cmd::Stand { seat: pick(rng, &seats_where(ai))? }),
            Self::SetAi if manages => {
                let seat = pick(rng, &seats_where(|seat| empty(seat) || ai(seat)))?;
                Some(Cmd::SetAi { seat, bot: pick(rng, &BOTS)? })
            }
            Self::Sit if !sits => Some(Cmd::Sit { seat: pick(rng, &seats_where(empty))?, guest: None }),
            Self::SitGuest if sits => {
                let guest = pick(rng, &["Gil", "Guest"])?.parse().ok();
                Some(Cmd::Sit { seat: pick(rng, &seats_where(empty))?, guest })
            }
            Self::GoOn if room.is_paused() && room.host() == view.me => Some(Cmd::GoOn {}),
            _ => None,
        }
    }

    /// What must be refused and change nothing.
    fn illegal(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        let (game, at) = (room.game()?, room.at());
        let seat = pick(rng, &Seat::BOTH)?;
        let others = pick(rng, &seats_where(|seat| !view.mine(seat)));
        let point = pick(rng, game.position().moves())?;
        match self {
            Self::PlaceOnStone => Some(Cmd::Place { seat, point, at }),
            Self::PlaceStale => Some(Cmd::Place { seat, point, at: Seq(at.0.checked_sub(1)?) }),
            Self::PlaceForOther => Some(Cmd::Place { seat: others?, point, at }),
            Self::ResignForOther => Some(Cmd::Resign { seat: others?, game: game.number() }),
            _ => Some(Cmd::Ready { seat, at: Seq(0) }),
        }
    }
}

/// One of the actions that make sense, by weight.
pub(super) fn choose(view: &View<'_>, rng: &mut SmallRng) -> Option<(Action, Cmd)> {
    let can: Vec<(Action, Cmd)> =
        Action::ALL.into_iter().filter_map(|action| Some((action, action.cmd(view, rng)?))).collect();
    let mut left = rng.random_range(0..can.iter().map(|(action, _)| action.weight()).sum::<u32>().max(1));
    can.into_iter().find(|(action, _)| {
        let found = left < action.weight();
        left = left.saturating_sub(action.weight());
        found
    })
}
