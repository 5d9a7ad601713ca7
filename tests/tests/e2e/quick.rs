//! Quick match: pairs strangers who come one after the other, at the same time, and after detours.

use tengen_shared::{
    game::{Command, RoomCode, Seat},
    protocol::{Cmd, Codec, Request},
    rules::Variant,
};
use tengen_tests::{Http, Peer, TestServer, poll_until, within};
use tokio::task::JoinSet;

const QUICK: Cmd = Cmd::Request(Request::QuickMatch { variant: Variant::TICTACTOE });

async fn quick(peer: &mut Peer) -> RoomCode {
    peer.ask(None, QUICK).await.expect("a room").room.expect("its code")
}

#[tokio::test]
async fn two_strangers_meet_and_a_third_waits_for_a_fourth() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = quick(&mut ann).await;
    assert!(!ann.room(&code).is_playing(), "nobody else is there yet");
    assert_eq!(quick(&mut bo).await, code);
    ann.wait_room(&code, "the game", |room| room.turn() == Some(Seat::One)).await;
    ann.place(&code, "b2").await.unwrap();
    bo.wait_room(&code, "the move", |room| room.turn() == Some(Seat::Two)).await;

    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let second = quick(&mut cy).await;
    assert_ne!(second, code);
    assert!(!cy.room(&second).is_playing());
    let mut di = Peer::connect(server.addr, "Di", Codec::Json).await;
    assert_eq!(quick(&mut di).await, second);
    cy.wait_room(&second, "the game", tengen_shared::game::Room::is_playing).await;
}

#[tokio::test]
async fn strangers_who_ask_at_the_very_same_time_are_all_paired() {
    let server = TestServer::memory().await;
    for _ in 0..10 {
        let mut asking = JoinSet::new();
        for name in ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"] {
            let mut peer = Peer::connect(server.addr, name, Codec::Bincode).await;
            asking.spawn(async move {
                let code = quick(&mut peer).await;
                (peer, code)
            });
        }
        let mut paired = within("everybody to be paired", asking.join_all()).await;
        for (peer, code) in &mut paired {
            peer.wait_room(code, "a game", tengen_shared::game::Room::is_playing).await;
        }
    }
}

#[tokio::test]
async fn strangers_with_other_wishes_are_not_paired() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = quick(&mut ann).await;
    let other = bo.ask(None, Request::QuickMatch { variant: Variant::GOMOKU15 }).await.unwrap();
    assert_ne!(other.room, Some(code));
}

#[tokio::test]
async fn somebody_who_asks_twice_is_still_found_by_the_next_stranger() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = quick(&mut ann).await;
    assert_eq!(quick(&mut ann).await, code, "Ann waits there already");
    assert_eq!(quick(&mut bo).await, code, "both wait, so they play each other");
}

/// Waits until the room is on the list, or not on it.
async fn listed(server: &TestServer, code: &RoomCode, wanted: bool) {
    poll_until("the room list to change", async || {
        Http::get(server.addr, "/api/rooms").await.body.contains(code.as_str()) == wanted
    })
    .await;
}

#[tokio::test]
async fn somebody_who_comes_back_to_wait_is_found_although_another_waits_too() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = quick(&mut ann).await;
    listed(&server, &code, true).await;
    // Ann's connection drops. Once the list has noticed, quick match no longer offers her room.
    let me = ann.me.clone();
    drop(ann);
    listed(&server, &code, false).await;
    let other = quick(&mut bo).await;
    assert_ne!(other, code, "nobody is there");
    let mut ann = Peer::connect_as(server.addr, me.new_run()).await;
    ann.join(&code).await.unwrap();
    // Now both wait. The next two people play one of them each.
    let mut left = vec![code, other];
    for name in ["Cy", "Di"] {
        let mut peer = Peer::connect(server.addr, name, Codec::Json).await;
        let met = quick(&mut peer).await;
        peer.wait_room(&met, "the game", tengen_shared::game::Room::is_playing).await;
        left.retain(|code| *code != met);
    }
    assert!(left.is_empty(), "somebody still waits in {left:?}");
}

#[tokio::test]
async fn a_waiting_room_that_was_left_is_offered_to_nobody_as_a_game_against_nobody() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = quick(&mut ann).await;
    ann.ask(Some(&code), Command::Leave {}).await.unwrap();
    let met = quick(&mut bo).await;
    assert!(!bo.room(&met).is_playing());
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    assert_eq!(quick(&mut cy).await, met);
    bo.wait_room(&met, "the game", tengen_shared::game::Room::is_playing).await;
}

#[tokio::test]
async fn a_quick_match_that_is_sent_twice_at_once_leads_into_one_room() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    for _ in 0..20 {
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
        for peer in [&mut ann, &mut bo] {
            let frame = peer.frame(None, QUICK);
            peer.send_frame(&frame).await;
            peer.send_frame(&frame).await;
            let first = peer.answer(frame.id).await.unwrap();
            assert_eq!(peer.answer(frame.id).await.unwrap().room, first.room);
            if !peer.room(first.room.as_ref().unwrap()).is_playing() {
                assert_eq!(peer.me.name.as_str(), "Ann", "Bo meets Ann");
            }
        }
    }
}

#[tokio::test]
async fn somebody_whom_two_hosts_have_sent_away_waits_in_a_room_of_their_own() {
    let server = TestServer::memory().await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    let mut hosts = Vec::new();
    for name in ["Ann", "Bo"] {
        let mut host = Peer::connect(server.addr, name, Codec::Json).await;
        let code = quick(&mut host).await;
        assert_eq!(quick(&mut cy).await, code);
        hosts.push((host, code));
    }
    for (host, code) in &mut hosts {
        cy.resign(code).await.unwrap();
        host.wait_room(code, "the end", |room| !room.is_playing()).await;
        host.ask(Some(code), Command::Kick { seat: Seat::Two }).await.unwrap();
    }
    let own = quick(&mut cy).await;
    assert!(hosts.iter().all(|(_, code)| *code != own), "neither of them lets Cy in");
    // The next three people meet one of the three hosts each, who all wait.
    let mut left = vec![own];
    left.extend(hosts.iter().map(|(_, code)| code.clone()));
    for name in ["Di", "Ed", "Flo"] {
        let mut peer = Peer::connect(server.addr, name, Codec::Json).await;
        let met = quick(&mut peer).await;
        left.retain(|code| *code != met);
    }
    assert!(left.is_empty(), "somebody still waits in {left:?}");
}
