//! Tests of the mailbox: who goes first, and who is refused.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use tengen_shared::{
    game::{CommandId, PlayerId, RoomCode, RunId},
    protocol::view::View,
};

use super::*;
use crate::{
    peer::Peer,
    room_io::{Ask, Asked, ConnId, Shown, Standing},
};

const fn standing(lane: Lane) -> Standing {
    Standing::Follows { view: View::SPECTATOR, lane }
}

fn peer(number: u32, room: &RoomCode) -> Arc<Peer> {
    let peer = Peer::in_test(ConnId::here(number.into()), PlayerId(number), 1_024);
    assert!(peer.set_standing(room, Some(standing(Lane::Spectators))));
    peer
}

fn asked(peer: &Arc<Peer>, room: &RoomCode, n: u32) -> Envelope {
    let (id, (lane, ticket)) = (CommandId(RunId(1), n), peer.way_to(room));
    let ask = Ask::Show(Shown::Snapshot);
    let asked = Asked { from: peer.sender(), id, ask, arrived: 0 };
    Envelope { message: RoomIn::Ask(Box::new(asked)), lane, ticket }
}

async fn next(mailbox: &mut Mailbox) -> (PlayerId, u32) {
    match mailbox.recv().await.message {
        RoomIn::Ask(asked) => (asked.from.who.player, asked.id.n()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn players_go_before_spectators_and_each_sender_keeps_their_order() {
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    let (ann, bo, eve) = (peer(1, &room), peer(2, &room), peer(3, &room));
    let (handle, mut mailbox) = Handle::open(8, 3);
    // Ann is a spectator at first, and sits down while her first command waits.
    handle.try_send(asked(&ann, &room, 1)).unwrap();
    ann.set_standing(&room, Some(standing(Lane::Players)));
    handle.try_send(asked(&bo, &room, 1)).unwrap();
    handle.try_send(asked(&eve, &room, 1)).unwrap();
    // The spectators' lane is full now; the players' lane is not.
    assert!(matches!(handle.try_send(asked(&ann, &room, 2)), Err(SendError::Full)), "it must not overtake");
    assert_eq!(next(&mut mailbox).await, (PlayerId(1), 1));
    assert_eq!(next(&mut mailbox).await, (PlayerId(2), 1));
    handle.try_send(asked(&bo, &room, 2)).unwrap();
    handle.try_send(asked(&ann, &room, 3)).unwrap();
    assert_eq!(next(&mut mailbox).await, (PlayerId(1), 3));
    assert_eq!(next(&mut mailbox).await, (PlayerId(3), 1));
    assert!(!handle.is_empty(Lane::Spectators) && handle.is_empty(Lane::Players));
    assert_eq!(mailbox.drain().len(), 1);
    assert!(matches!(handle.try_send(asked(&ann, &room, 4)), Err(SendError::Gone(_))));
}

#[test]
fn one_player_cannot_fill_a_lane() {
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    for lane in [Lane::Players, Lane::Spectators] {
        let (ann, bo, (handle, _mailbox)) = (peer(1, &room), peer(2, &room), Handle::open(8, 8));
        for peer in [&ann, &bo] {
            peer.set_standing(&room, Some(standing(lane)));
        }
        let sent = (1..=20).filter(|n| handle.try_send(asked(&ann, &room, *n)).is_ok()).count();
        assert_eq!(sent, 4, "half of it");
        for n in 1..=2 {
            handle.try_send(asked(&bo, &room, n)).unwrap();
        }
    }
}

#[tokio::test]
async fn a_room_that_never_runs_out_of_messages_still_waits_at_times() {
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    let (ann, (handle, mut mailbox)) = (peer(1, &room), Handle::open(8, 8));
    let mut received = 0;
    let interrupted = loop {
        handle.try_send(asked(&ann, &room, received)).unwrap();
        match futures_util::poll!(std::pin::pin!(mailbox.recv())) {
            Poll::Ready(_) => received += 1,
            Poll::Pending => break received,
        }
        assert!(received < 1_000, "nothing else has run");
    };
    assert_eq!(next(&mut mailbox).await, (PlayerId(1), interrupted), "and loses nothing");
}
