//! The actions of a client in a room. The room decides whether they are allowed: a refusal is an answer like any
//! other.

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{Command, Game, MadeOffer, Offer, Phase, PlayerId, Reply, Room, Seat, Seq},
    protocol::{Cmd, GamesOf, Request},
};

use super::opening::{BOTS, other_settings};

/// A client uses one in this many chances for an action that the room does not wait for.
const MISCHIEF: u32 = 30;
/// A client delays one in this many moves for another action.
const INSTEAD: u32 = 8;

pub(super) fn pick<T: Copy>(rng: &mut SmallRng, of: &[T]) -> Option<T> {
    (!of.is_empty()).then(|| of[rng.random_range(0..of.len())])
}

/// Returns the next action of `me`, if any. `idle` says that no other command of theirs is unanswered.
pub(super) fn choose(room: &Room, me: PlayerId, idle: bool, rng: &mut SmallRng) -> Option<Cmd> {
    let own: Vec<Seat> = room.seats().held_by(me).collect();
    let my_turn = room.turn().filter(|seat| idle && own.contains(seat));
    if let Some(seat) = my_turn.filter(|_| !room.clocks_paused() && !rng.random_ratio(1, INSTEAD)) {
        return act(room, seat, rng).map(Cmd::Room);
    }
    if let Some(command) = awaited(room, me, &own, rng).filter(|_| idle) {
        return Some(Cmd::Room(command));
    }
    let busy = my_turn.is_none() && !rng.random_ratio(1, MISCHIEF);
    if busy { None } else { anything(room, me, pick(rng, &own)?, rng) }
}

/// Returns a stone or a choice of the seat whose turn it is.
fn act(room: &Room, seat: Seat, rng: &mut SmallRng) -> Option<Command> {
    let (game, at) = (room.game()?, room.at());
    if let Phase::Choice(_) = room.phase() {
        let choices: Vec<_> = game.step()?.choices().collect();
        return Some(Command::Choose { seat, choice: pick(rng, &choices)?, at });
    }
    let free: Vec<_> = game.position().legal_points().collect();
    Some(Command::Place { seat, point: pick(rng, &free)?, at })
}

/// Returns an offer of somebody else to one of this client's seats.
fn offered(room: &Room, own: &[Seat]) -> Option<(Seat, MadeOffer)> {
    let to = |seat: Seat| Some((seat, room.offers().of(seat.other())?));
    own.iter().copied().filter(|seat| !own.contains(&seat.other())).find_map(to)
}

/// Returns the command that the room waits for, other than a stone.
fn awaited(room: &Room, me: PlayerId, own: &[Seat], rng: &mut SmallRng) -> Option<Command> {
    let at = room.at();
    if let Some((seat, made)) = offered(room, own) {
        let reply = if rng.random_ratio(1, 2) { Reply::Accept } else { Reply::Decline };
        return Some(Command::Answer { seat, offer: made.seq, reply });
    }
    if room.clocks_paused() {
        let quiet = |seat: &&Seat| room.offers().of(**seat).is_none();
        let seat = *own.iter().find(quiet)?;
        return Some(Command::Offer { seat, offer: Offer::Resume {}, at });
    }
    if room.is_playing() {
        return None;
    }
    let unready = own.iter().copied().find(|seat| !room.seats()[*seat].ready);
    if let Some(seat) = unready.filter(|_| !rng.random_ratio(1, INSTEAD)) {
        return Some(Command::Ready { seat, at });
    }
    if own.is_empty() && room.seats().first_empty().is_some() {
        return Some(Command::Join { passphrase: None });
    }
    (room.ai_games_paused() && room.host() == me).then_some(Command::GoOn {})
}

/// Returns a command that makes sense at some times, and must be refused at others.
fn anything(room: &Room, me: PlayerId, seat: Seat, rng: &mut SmallRng) -> Option<Cmd> {
    let (at, game) = (room.at(), room.game().map_or(0, Game::number));
    let offer = |offer: Offer| Command::Offer { seat, offer, at };
    let other = || seat.other();
    Some(Cmd::Room(match rng.random_range(0..23) {
        0 => offer(Offer::Takeback { to: room.game()?.last_act_of(seat)? }),
        1 => offer(Offer::Draw {}),
        2 => offer(Offer::Pause {}),
        3 => offer(Offer::Swap {}),
        4 => offer(Offer::Change { settings: other_settings(room.settings(), rng) }),
        5 => Command::Withdraw { seat, offer: room.offers().of(seat)?.seq },
        6 => Command::Resign { seat, game },
        7 => Command::Abort { seat, game },
        8 => Command::Restart { seat, game },
        9 => Command::GiveTime { seat, game },
        10 | 11 => Command::Hint { seat, at },
        12 => Command::Swap { at },
        13 => Command::Stand { seat },
        14 => Command::SetAi { seat: other(), bot: pick(rng, &BOTS)? },
        15 => Command::Sit { seat: other(), guest: "Guest".parse().ok() },
        16 => Command::Leave {},
        17 | 18 => Command::Say { text: format!("hello {}", rng.random_range(0..1_000)).parse().ok()? },
        19 if room.host() == me => {
            Command::Change { settings: other_settings(room.settings(), rng), passphrase: None, at }
        }
        // A stone in an older position.
        20 => Command::Place { seat, point: room.game()?.position().last()?, at: Seq(at.0.checked_sub(1)?) },
        21 => return Some(Cmd::Request(Request::ListGames { of: GamesOf::Room {}, before: None })),
        _ => return Some(Cmd::Request(Request::Watch { passphrase: None })),
    }))
}
