//! An AI that plays on for an absent player, and the state of the room when that player comes back.

use tengen_shared::{
    game::{Command, Seat},
    protocol::{Codec, Request},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, person_room};

#[tokio::test]
async fn whoever_joins_again_while_an_ai_plays_for_them_has_the_seat_again() {
    let server = TestServer::limited(|limits| limits.grace_ms = 0).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    bo.ask(Some(&code), Command::Leave {}).await.unwrap();
    bo.forget(&code);
    let bot = Bot::Level(Level::Easy);
    ann.ask(Some(&code), Command::StandIn { seat: Seat::One, game: 1, bot }).await.unwrap();

    bo.join(&code).await.unwrap();
    bo.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    ann.place(&code, "b2").await.unwrap();
    assert_eq!(bo.room(&code).seats()[Seat::Two].stand_in, None);
    bo.wait_room(&code, "Ann's stone", |room| room.turn() == Some(Seat::Two)).await;
    bo.place(&code, "a1").await.unwrap();
    ann.wait_room(&code, "Bo's own stone", |room| room.turn() == Some(Seat::One)).await;
}
