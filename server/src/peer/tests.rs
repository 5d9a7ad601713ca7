//! Tests of what a connection may follow and ask for.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use tengen_shared::{
    game::RejectCode,
    protocol::{Codec, SafeText, view::View},
};

use super::*;
use crate::outbox::Taken;

#[test]
fn a_hurried_explanation_leaves_the_next_one_its_time_and_the_end_of_the_connection_stops_it() {
    let peer = Peer::in_test(ConnId::here(1), PlayerId(1), 1_024);
    let first = peer.ask_to_explain().unwrap();
    assert!(peer.ask_to_explain().is_none(), "one at a time");
    first.stop.hurry();
    drop(first);
    let second = peer.ask_to_explain().unwrap();
    assert!(!second.stop.is_hurried());
    assert!(peer.end().is_empty() && second.stop.is_set());
}

#[test]
fn only_a_client_that_knows_the_message_is_put_out_with_it() {
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    let (code, text) = (RejectCode::Barred, SafeText::from("the host removed you"));
    let put_out = ServerMessage::PutOut { room: room.clone(), code, text: text.clone() };
    let refused = ServerMessage::Rejected { id: None, room: Some(room), code, text, data: None };
    for (features, expected) in [(Features::all(), &put_out), (Features::default(), &refused)] {
        let peer = Peer::in_test_with(ConnId::here(1), PlayerId(1), 1_024, features);
        peer.answer(&put_out);
        let frame = Codec::Bincode.encode_server(expected);
        assert_eq!(peer.outbox.take(), Taken::Frames(vec![frame.into()]));
    }
}

#[test]
fn a_peer_may_follow_a_room_that_still_has_its_command_to_enter() {
    let (peer, room) = (Peer::in_test(ConnId::here(1), PlayerId(1), 1_024), "amber-fox-42".parse().unwrap());
    assert!(!peer.may_follow(&room));
    let ticket = peer.ticket_to_enter(&room, 1).unwrap();
    assert!(peer.may_follow(&room) && !peer.follows(&room));
    drop(ticket);
    assert!(!peer.may_follow(&room));
}

#[test]
fn no_way_leads_into_more_rooms_than_allowed() {
    let peer = Peer::in_test(ConnId::here(1), PlayerId(1), 1_024);
    let rooms: Vec<RoomCode> = (1..=4).map(|number| format!("amber-fox-{number}").parse().unwrap()).collect();
    let standing = Standing::Follows { view: View::SPECTATOR, lane: Lane::Spectators };
    assert!(peer.set_standing(&rooms[0], Some(standing)));
    let waiting = peer.ticket_to_enter(&rooms[1], 2).unwrap();
    assert!(peer.ticket_to_enter(&rooms[2], 2).is_none(), "one followed, one about to be");
    assert!(peer.ticket_to_enter(&rooms[0], 2).is_some(), "it is there already");
    // A command that does not enter is no way around.
    let (_, asked) = peer.way_to(&rooms[3]);
    assert!(peer.ticket_to_enter(&rooms[3], 2).is_none() && !peer.may_enter_another(2));
    drop((waiting, asked));
    assert!(peer.ticket_to_enter(&rooms[2], 2).is_some(), "the rooms have refused");
}
