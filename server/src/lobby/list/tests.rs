//! Tests of the room list and its updates.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use tengen_shared::{
    game::{Access, Features, PerSeat, PlayerId},
    protocol::{ListState, ListedSeat, ServerFrame},
    rules::{Opening, Variant},
};

use super::*;
use crate::outbox::Taken;

fn listing(code: &str, games: u32) -> RoomListing {
    RoomListing {
        room: code.parse().unwrap(),
        variant: Variant::TICTACTOE,
        seats: PerSeat([ListedSeat::Empty {}, ListedSeat::Empty {}]),
        state: ListState::Open,
        quick: false,
        games,
        watching: 0,
        access: Access::Listed,
        opening: Opening::None,
        is_public: true,
        needs: Features::default(),
    }
}

/// Reads everything queued for a peer, as its client does. Returns true if the list must continue.
fn read(peer: &Peer, known: &mut Vec<RoomListing>) -> bool {
    loop {
        let frames = match peer.outbox.take() {
            Taken::Frames(frames) => frames,
            Taken::Drained(owed) => return owed.list,
            Taken::Shut(_) => panic!("only answers overrun"),
        };
        for frame in frames {
            let ServerFrame::Known(message) = peer.outbox.codec().decode_server(&frame).unwrap() else {
                panic!("a message of today")
            };
            let ServerMessage::Rooms { update } = *message else { panic!("news of the list") };
            let (changed, gone) = match update {
                ListUpdate::Full { rooms } => {
                    known.clear();
                    (rooms, Vec::new())
                }
                ListUpdate::Changes { changed, gone } => (changed, gone),
            };
            known.retain(|old| !gone.contains(&old.room) && changed.iter().all(|new| new.room != old.room));
            known.extend(changed);
        }
    }
}

/// Returns a list with room 1 on it, and a follower with space for one message.
fn followed() -> (RoomList, Arc<Peer>) {
    let limits = Limits { list_rooms: 4, list_refresh_ms: 1_000_000, ..Limits::default() };
    let list = RoomList::new(&limits, Arc::new(Metrics::new()));
    let peer = Peer::in_test(ConnId::here(1), PlayerId(1), 1);
    list.show(listing("amber-fox-1", 1));
    list.follow(&peer);
    (list, peer)
}

/// Returns what the peer knows after reading everything, by the number of games.
fn read_all(list: &RoomList, peer: &Peer) -> Vec<u32> {
    let mut known = Vec::new();
    while read(peer, &mut known) {
        list.caught_up(peer.who.conn);
    }
    known.sort_by_key(|listing| listing.games);
    known.iter().map(|listing| listing.games).collect()
}

fn change(list: &RoomList, number: u32) {
    list.show(listing(&format!("amber-fox-{number}"), number));
    list.flush();
}

#[test]
fn who_has_missed_more_than_a_whole_list_knows_it_all_the_same_when_they_have_read_on() {
    let (list, peer) = followed();
    // More rooms than a list may have; all but two of them are removed again.
    for number in 2..=7 {
        change(&list, number);
    }
    for number in [1, 2, 3, 5, 6] {
        list.hide(&format!("amber-fox-{number}").parse().unwrap());
        list.flush();
    }
    // The full list is built for somebody else, and is out of date by one room when the peer gets it.
    let _ = list.page(None);
    change(&list, 8);
    list.hide(&"amber-fox-4".parse().unwrap());
    list.flush();
    assert_eq!(read_all(&list, &peer), [7, 8]);
}

#[test]
fn who_begins_to_follow_is_told_what_has_changed_since_the_list_was_put_together() {
    let (list, first) = followed();
    assert_eq!(read_all(&list, &first), [1]);
    change(&list, 2);
    list.hide(&"amber-fox-1".parse().unwrap());
    let second = Peer::in_test(ConnId::here(2), PlayerId(2), 1);
    list.follow(&second);
    assert_eq!(read_all(&list, &second), [2]);
}

#[test]
fn changes_that_nobody_asks_for_are_not_remembered_for_ever() {
    let limits = Limits { list_rooms: 2, ..Limits::default() };
    let list = RoomList::new(&limits, Arc::new(Metrics::new()));
    let _ = list.page(None);
    for n in 1..=99 {
        list.show(listing(&format!("amber-fox-{n}"), n));
        list.hide(&format!("amber-fox-{n}").parse().unwrap());
        list.flush();
    }
    assert!(list.changes().since_whole.len() <= 2);
    assert_eq!(list.page(None).0, "[]");
}
