//! Tests of the wall: which games have a place, and for how long.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use tengen_shared::{
    game::{EndReason, GameEnd, PerSeat, PlayerId, Seat},
    protocol::{ListedSeat, ServerFrame},
    rules::{Point, Variant},
};

use super::*;
use crate::outbox::Taken;

/// A game in the room with this number, after `moves` stones.
fn game(number: u32, moves: usize) -> WallGame {
    let points = Variant::GOMOKU15.reading_order();
    WallGame {
        room: format!("amber-fox-{number}").parse().unwrap(),
        variant: Variant::GOMOKU15,
        seats: PerSeat([ListedSeat::Empty {}, ListedSeat::Empty {}]),
        wins: PerSeat([0, 0]),
        black: Some(Seat::One),
        moves: points.take(moves).collect::<Vec<Point>>(),
        clock: None,
        turn: Some(Seat::One),
        end: None,
        needs: Features::default(),
    }
}

fn over(game: WallGame) -> WallGame {
    let end = GameEnd { winner: None, reason: EndReason::Agreement, line: Vec::new() };
    WallGame { turn: None, end: Some(end), ..game }
}

/// Returns a wall, and a follower with space for one message.
fn followed() -> (Wall, Arc<Peer>) {
    let wall = Wall::new(Arc::new(Metrics::new()));
    let peer = Peer::in_test(ConnId::here(1), PlayerId(1), 1);
    wall.follow(&peer);
    (wall, peer)
}

/// Reads everything that is queued for a peer, and returns what it knows: the stones in each room, by the room's number.
fn read(wall: &Wall, peer: &Peer, known: &mut BTreeMap<String, usize>) {
    loop {
        let frames = match peer.outbox.take() {
            Taken::Frames(frames) => frames,
            Taken::Drained(owed) if owed.list => {
                wall.caught_up(peer.who.conn);
                continue;
            }
            Taken::Drained(_) => return,
            Taken::Shut(_) => panic!("only answers overrun"),
        };
        for frame in frames {
            let ServerFrame::Known(message) = peer.outbox.codec().decode_server(&frame).unwrap() else {
                panic!("a message of today")
            };
            let ServerMessage::Wall { update } = *message else { panic!("news of the wall") };
            let (gone, games, moves) = match update {
                WallUpdate::Full { games } => {
                    known.clear();
                    (Vec::new(), games, Vec::new())
                }
                WallUpdate::Changes { gone, games, moves } => (gone, games, moves),
            };
            known.retain(|room, _| gone.iter().all(|gone| gone.as_str() != room));
            known.extend(games.into_iter().map(|game| (game.room.to_string(), game.moves.len())));
            for next in moves {
                let stones = known.get_mut(next.room.as_str()).unwrap();
                *stones += 1;
                assert_eq!(usize::from(next.ply), *stones);
            }
            assert!(known.len() <= MAX_WALL, "{known:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_stays_for_ten_seconds_after_its_end() {
    let (wall, peer) = followed();
    let mut known = BTreeMap::new();
    wall.show(game(1, 3));
    wall.show(over(game(1, 4)));
    wall.flush();
    read(&wall, &peer, &mut known);
    assert_eq!(known, BTreeMap::from([("amber-fox-1".to_owned(), 4)]));
    let ended = Instant::now();
    // The first is the news of the change itself.
    wall.has_changed().await;
    wall.has_changed().await;
    assert_eq!(ended.elapsed().as_secs(), AFTER_END.as_secs());
    wall.flush();
    read(&wall, &peer, &mut known);
    assert_eq!(known, BTreeMap::new());
    wall.show(over(game(1, 4)));
    assert!(wall.rooms().is_empty(), "a game that is over gets no place");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_stands_still_makes_place_for_one_that_goes_on() {
    let (wall, peer) = followed();
    let most = u32::try_from(MAX_WALL).unwrap();
    for number in 1..=most {
        wall.show(game(number, 1));
    }
    let late = game(most + 1, 5);
    assert!(!wall.wants(&late.room) && wall.places() == 0);
    wall.show(late.clone());
    assert!(!wall.rooms().contains(&late.room));
    tokio::time::advance(STANDS_STILL).await;
    for number in 2..=most {
        wall.show(game(number, 2));
    }
    assert!(wall.wants(&late.room));
    wall.show(late.clone());
    wall.flush();
    let mut known = BTreeMap::new();
    read(&wall, &peer, &mut known);
    assert_eq!(known.len(), MAX_WALL);
    assert_eq!((known.get("amber-fox-1"), known.get(late.room.as_str())), (None, Some(&5)));
}

#[tokio::test(start_paused = true)]
async fn who_has_missed_something_gets_the_whole_wall_when_they_have_read_on() {
    let (wall, peer) = followed();
    for stones in 1..=9 {
        for number in 1..=9 {
            wall.show(game(number, stones));
        }
        wall.flush();
    }
    wall.hide(&game(4, 0).room);
    let mut known = BTreeMap::new();
    read(&wall, &peer, &mut known);
    assert_eq!(known.into_values().collect::<Vec<_>>(), [9; 8]);
    wall.unfollow(peer.who.conn);
    assert!(!wall.wants(&game(1, 0).room) && wall.places() == 0, "nobody watches");
}

#[tokio::test(start_paused = true)]
async fn who_was_away_while_all_games_changed_knows_the_new_ones_and_never_too_many() {
    let (wall, peer) = followed();
    let most = u32::try_from(MAX_WALL).unwrap();
    let mut known = BTreeMap::new();
    for round in 0..4 {
        for number in 0..most {
            // The codes of later rounds come before those of earlier ones.
            wall.show(game((4 - round) * 100 + number, 2));
        }
        wall.flush();
        if round == 0 {
            read(&wall, &peer, &mut known);
        }
        if round < 3 {
            (0..most).for_each(|number| wall.hide(&game((4 - round) * 100 + number, 0).room));
        }
    }
    read(&wall, &peer, &mut known);
    let rooms: BTreeSet<String> = wall.rooms().iter().map(ToString::to_string).collect();
    assert_eq!(known.into_keys().collect::<BTreeSet<_>>(), rooms);
}

#[tokio::test(start_paused = true)]
async fn a_game_that_becomes_one_of_rules_that_a_client_does_not_know_goes_away_there() {
    let wall = Wall::new(Arc::new(Metrics::new()));
    let old = Peer::in_test_with(ConnId::here(1), PlayerId(1), usize::MAX, Features::default());
    wall.follow(&old);
    wall.show(game(1, 3));
    wall.flush();
    let mut known = BTreeMap::new();
    read(&wall, &old, &mut known);
    assert_eq!(known.len(), 1);
    wall.show(WallGame { needs: Features::all(), ..game(1, 0) });
    wall.flush();
    read(&wall, &old, &mut known);
    assert_eq!(known, BTreeMap::new());
}
