//! Watching: a spectator sees the whole room at once, then every move, and cannot act.

use tengen_shared::{
    game::{Command, RejectCode, Room, Seat},
    protocol::{Cmd, Codec, Request, ServerMessage},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all};

#[tokio::test]
async fn a_spectator_who_comes_in_mid_game_sees_all_and_follows_this_game_and_the_next() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    for peer in [&mut ann, &mut bo] {
        peer.ready(&code).await.unwrap();
    }
    ann.wait_room(&code, "game two", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "a1 b2 c3").await;

    for codec in Codec::ALL {
        let mut cy = Peer::connect(server.addr, "Cy", codec).await;
        cy.watch(&code).await.unwrap();
        assert_eq!(cy.snapshots[&code], 1);
        assert_eq!(cy.room(&code), ann.room(&code), "board, seats and score are there at once");
        assert_eq!(cy.moves(&code), "a1 b2 c3");
    }
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    place_all(&mut ann, &mut bo, &code, "b3 b1 c1 a3 a2 c2").await;
    cy.wait_room(&code, "the draw", |room| !room.is_playing()).await;
    for peer in [&mut ann, &mut bo] {
        peer.ready(&code).await.unwrap();
    }
    ann.wait_room(&code, "game three", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    cy.wait_room(&code, "the first move of game three", |room| room.turn() == Some(Seat::Two)).await;
    assert_eq!((cy.room(&code), cy.snapshots[&code]), (bo.room(&code), 1));
}

#[tokio::test]
async fn a_spectator_may_do_nothing_that_players_do() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    cy.watch(&code).await.unwrap();
    refuse_all(&mut cy, &code).await;
    assert_eq!(cy.join(&code).await.unwrap_err().code, RejectCode::RoomFull);
    ann.resign(&code).await.unwrap();
    cy.wait_room(&code, "the end", |room| !room.is_playing()).await;
    refuse_all(&mut cy, &code).await;
    let before = ann.room(&code).seq();
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(ann.room(&code).seq(), before, "nothing has happened");
}

async fn refuse_all(cy: &mut Peer, code: &tengen_shared::game::RoomCode) {
    let at = cy.room(code).at();
    let (point, game) = ("b2".parse().unwrap(), 1);
    for seat in Seat::BOTH {
        let tries = [
            Cmd::Room(Command::Place { seat, point, at }),
            Cmd::Room(Command::Ready { seat, at }),
            Cmd::Room(Command::Resign { seat, game }),
            Cmd::Room(Command::SetAi { seat, bot: Bot::Level(Level::Hard) }),
            Cmd::Room(Command::Stand { seat }),
            Cmd::Room(Command::Sit { seat, guest: None }),
            Cmd::Room(Command::Sit { seat, guest: Some("Di".parse().unwrap()) }),
        ];
        for cmd in tries {
            let refused = cy.ask(Some(code), cmd.clone()).await.expect_err("watching is not playing");
            // During a game, the game is reason enough for a refusal; a taken seat is taken for everybody.
            let codes =
                [RejectCode::Spectator, RejectCode::GameOn, RejectCode::SeatTaken, RejectCode::NotYourSeat];
            assert!(codes.contains(&refused.code), "{cmd:?}: {refused:?}");
        }
    }
}

#[tokio::test]
async fn spectators_are_told_apart_in_the_presence_and_come_and_go_freely() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    cy.watch(&code).await.unwrap();
    wait_for_watchers(&mut ann, &["Cy"]).await;
    cy.ask(Some(&code), Command::Leave {}).await.unwrap();
    wait_for_watchers(&mut ann, &[]).await;
    ann.place(&code, "b2").await.unwrap();
    assert_eq!(cy.ask(Some(&code), Request::Snapshot {}).await.unwrap_err().code, RejectCode::NotInRoom);
    cy.watch(&code).await.unwrap();
    assert_eq!(cy.moves(&code), "b2");
    wait_for_watchers(&mut ann, &["Cy"]).await;
    drop(cy);
    wait_for_watchers(&mut ann, &[]).await;
}

async fn wait_for_watchers(peer: &mut Peer, names: &[&str]) {
    peer.wait("the news of who watches", |message| match message {
        ServerMessage::Presence { spectators, .. } => {
            let shown: Vec<&str> = spectators.names.iter().map(tengen_shared::game::Name::as_str).collect();
            (shown == names && spectators.count as usize == names.len()).then_some(())
        }
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn two_connections_of_one_player_both_follow_and_either_may_move() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut also_ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    assert_eq!(also_ann.player, ann.player);
    also_ann.join(&code).await.unwrap();
    also_ann.place(&code, "b2").await.unwrap();
    ann.wait_room(&code, "her own move", |room| room.turn() == Some(Seat::Two)).await;
    bo.wait_room(&code, "the move", |room| room.turn() == Some(Seat::Two)).await;
    bo.place(&code, "a1").await.unwrap();
    for peer in [&mut ann, &mut also_ann] {
        peer.wait_room(&code, "the answer", |room| room.turn() == Some(Seat::One)).await;
    }
    // One of the two connections may go: the seat is still held.
    drop(ann);
    also_ann.place(&code, "b1").await.unwrap();
    bo.wait_room(&code, "the move", |room| room.turn() == Some(Seat::Two)).await;
}

#[tokio::test]
async fn the_room_list_shows_rooms_as_they_come_change_and_go() {
    let server = TestServer::memory().await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    cy.ask(None, Request::ListRooms {}).await.unwrap();
    let mut list = std::collections::BTreeMap::new();
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    wait_list(&mut cy, &mut list, |list| {
        list.get(&code).is_some_and(|room| room.state == tengen_shared::protocol::ListState::Playing)
    })
    .await;
    ann.resign(&code).await.unwrap();
    wait_list(&mut cy, &mut list, |list| list.get(&code).is_some_and(|room| room.games == 1)).await;
    drop((ann, bo));
    wait_list(&mut cy, &mut list, std::collections::BTreeMap::is_empty).await;
}

pub(crate) type List =
    std::collections::BTreeMap<tengen_shared::game::RoomCode, tengen_shared::protocol::RoomListing>;

/// Applies changes of the room list until `wanted` is true for the list.
pub(crate) async fn wait_list(peer: &mut Peer, list: &mut List, wanted: impl Fn(&List) -> bool) {
    use tengen_shared::protocol::ListUpdate;
    while !wanted(list) {
        let update = peer.wait("news of the list", |message| match message {
            ServerMessage::Rooms { update } => Some(update.clone()),
            _ => None,
        });
        let (changed, gone) = match update.await {
            ListUpdate::Full { rooms } => {
                list.clear();
                (rooms, Vec::new())
            }
            ListUpdate::Changes { changed, gone } => (changed, gone),
        };
        list.extend(changed.into_iter().map(|room| (room.room.clone(), room)));
        list.retain(|code, _| !gone.contains(code));
    }
}
