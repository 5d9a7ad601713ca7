//! Rooms that the server makes itself, with a seat for each of two people.

use tengen_shared::{
    game::{Command, PerSeat, RejectCode, Room, Seat},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, TestServer, place_all, settings};

#[tokio::test]
async fn a_room_of_the_server_waits_for_its_two_people_also_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let people = PerSeat([(ann.player, "Ann".parse().unwrap()), (bo.player, "Bo".parse().unwrap())]);
    let room = server.rooms.make(settings(Variant::TICTACTOE), people).await.unwrap();
    bo.join(&room).await.unwrap();
    assert_eq!((bo.seat(&room), bo.room(&room).is_playing()), (Seat::Two, false));
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    assert_eq!(cy.join(&room).await.unwrap_err().code, RejectCode::RoomFull);
    bo.ask(Some(&room), Command::Leave {}).await.unwrap();
    ann.join(&room).await.unwrap();
    assert_eq!((ann.seat(&room), ann.room(&room).is_playing()), (Seat::One, false));
    server.stopped().await;

    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    let mut bo = bo.reconnect(server.addr).await;
    bo.join(&room).await.unwrap();
    ann.wait_room(&room, "the game", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &room, "b2 a1 b1 a2 b3").await;
    assert_eq!((ann.score(&room), bo.score(&room)), ([1, 0, 0], [0, 0, 1]));
    let refused = ann.ask(Some(&room), Command::Stand { seat: Seat::One }).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NotHost);
}
