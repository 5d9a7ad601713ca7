//! The checks of the simulation, after every step and at the end.

use std::collections::BTreeMap;

use tengen_shared::{
    game::{COUNTDOWN_MS, ClockState, Event, GameRecord, Occupant, PerSeat, Room, Seat, Seq, Stamped},
    protocol::view,
};

use super::{client::Told, invariants::Before, world::World};
use crate::{
    journal::{Archive as _, Cause, EventLog as _, Record},
    room::machine::Machine,
};

pub(super) fn after_step(world: &World, before: &Before) {
    let room = world.room();
    assert!(room.seq() >= before.seq);
    if let Some(seat) = room.turn() {
        assert_eq!(world.seat_count(), 2, "a game is on with an empty seat");
        check_clock(room, seat);
    }
    // While nothing happens, no clock changes.
    if room.seq() == before.seq {
        assert_eq!(room.clock().copied(), before.clock);
        assert_eq!(room.turn().map(Seat::other), before.waiting);
    }
    if room.at() > before.at {
        let mut open = Seat::BOTH.into_iter().filter_map(|seat| room.offers().of(seat));
        assert!(open.all(|made| made.seq > room.at()), "an offer has outlived its position");
    }
    check_viewers(world);
}

fn check_clock(room: &Room, seat: Seat) {
    let Some(clock) = room.clock() else { return };
    match clock.state {
        ClockState::Runs { seat: running, since } => {
            assert_eq!(running, seat, "the clock of the waiting side runs");
            assert!(since <= room.time() + COUNTDOWN_MS);
        }
        ClockState::Paused {} | ClockState::Held {} => {}
        ClockState::Stopped {} => panic!("a clock has stopped in mid-game"),
    }
}

/// Checks that everybody who reads and has missed nothing sees what a snapshot would show, except for older talk.
fn check_viewers(world: &World) {
    let room = world.room();
    for client in world.clients.iter().filter(|client| client.reads) {
        let Some(seen) = client.room.as_ref().filter(|_| client.follows()) else { continue };
        assert_eq!(seen.seq(), room.seq(), "player {} has missed something", client.player.0);
        let shown = view::snapshot(room, client.player);
        assert_eq!(seen.game().map(|g| g.position().moves()), shown.game().map(|g| g.position().moves()));
        assert_eq!(seen.clock(), shown.clock());
        assert_eq!(seen.seats(), shown.seats());
        assert_eq!(seen.scores(), shown.scores());
        assert_eq!(seen.offers(), shown.offers());
        assert_eq!(seen.settings(), shown.settings());
        assert_eq!(
            (seen.at(), seen.host(), seen.next_first()),
            (shown.at(), shown.host(), shown.next_first())
        );
    }
}

/// Runs the final checks and returns the whole log.
pub(super) async fn at_the_end(world: &World) -> Vec<Stamped> {
    check_viewers(world);
    let written = world.journal.written();
    let log: Vec<Stamped> = written.iter().flat_map(|record| record.events.clone()).collect();
    check_numbers(&log);
    let replayed = replay(world, &log);
    assert_eq!(replayed, *world.room(), "the replayed room is not the living one");
    let stored = world.journal.load(&world.code).await.unwrap().unwrap();
    let restored = Machine::restore(&world.code, &stored).unwrap();
    assert_eq!(*restored.room(), replayed, "the stored room is not the living one");
    check_causes(world, &written);
    check_games(world, &log).await;
    log
}

fn check_numbers(log: &[Stamped]) {
    for (stamped, number) in log.iter().zip(1..) {
        assert_eq!(stamped.seq, Seq(number));
    }
    assert!(log.is_sorted_by_key(|stamped| stamped.time));
}

fn replay(world: &World, log: &[Stamped]) -> Room {
    let mut room = Room::open(world.code.clone(), &log[0]).unwrap();
    for stamped in &log[1..] {
        room.apply(stamped).unwrap();
    }
    room
}

/// Checks that the log has every command at most once, and that each accepted command was answered with its events.
fn check_causes(world: &World, written: &[Record]) {
    let mut causes: BTreeMap<Cause, Vec<Seq>> = BTreeMap::new();
    for record in written {
        if let Some(cause) = record.cause {
            let seqs = record.events.iter().map(|stamped| stamped.seq).collect();
            assert!(causes.insert(cause, seqs).is_none(), "{cause:?} was carried out twice");
        }
    }
    for client in &world.clients {
        for (id, told) in &client.told {
            let cause = Cause { player: client.player, id: *id };
            match told {
                Told::Accepted(_, events) if !events.is_empty() => {
                    assert_eq!(causes.get(&cause), Some(events), "{cause:?} was told otherwise");
                }
                // Accepted without an event, or with events that have left memory; or refused.
                Told::Accepted(..) => {}
                Told::Rejected(code) => {
                    let unsure = ["Storage", "OldCommand", "Stopping"].contains(&code.as_str());
                    assert!(unsure || !causes.contains_key(&cause), "{cause:?} was refused and carried out");
                }
            }
        }
    }
}

/// Checks that the history has each game that counts once, as it was played. The score must be the sum of the games
/// without a stand-in.
async fn check_games(world: &World, log: &[Stamped]) {
    let ended =
        log.iter().filter(|s| matches!(&s.event, Event::GameOver { end } if end.reason.counts())).count();
    let games = world.journal.games_of_room(&world.code, None, 1_000).await.unwrap();
    assert_eq!(games.len(), ended, "the history has another number of games than ended");
    let mut sums: Vec<(Occupant, [u32; 3])> = Vec::new();
    for game in games {
        let record: GameRecord = serde_json::from_str(&game.body).unwrap();
        let position = record.position(usize::MAX).expect("legal moves");
        assert_eq!(position.moves().len(), record.turns.len());
        if !record.stood_in {
            add(&mut sums, &record);
        }
    }
    for entry in world.room().scores().entries() {
        let sum = sums.iter().find(|(who, _)| who.is_same(&entry.who)).map_or([0; 3], |(_, sum)| *sum);
        assert_eq!([entry.wins, entry.draws, entry.losses], sum, "the score of {:?}", entry.who);
    }
}

fn add(sums: &mut Vec<(Occupant, [u32; 3])>, record: &GameRecord) {
    let PerSeat([one, two]) = &record.seats;
    for (seat, who) in record.seats.iter() {
        let column = record.end.winner.map_or(1, |winner| if winner == seat { 0 } else { 2 });
        // Two AIs of the same level have drawn one game, not two.
        if column == 1 && seat == Seat::Two && one.is_same(two) {
            continue;
        }
        match sums.iter_mut().find(|(known, _)| known.is_same(who)) {
            Some((_, sum)) => sum[column] += 1,
            None => {
                let mut sum = [0; 3];
                sum[column] = 1;
                sums.push((who.clone(), sum));
            }
        }
    }
}
