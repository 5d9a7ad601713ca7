//! A computer that plays on for somebody who is gone, and what they find when they come back.

use tengen_shared::{
    game::{Command, Room, Seat},
    protocol::{Codec, Request},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, person_room};

#[tokio::test]
async fn whoever_joins_again_while_a_computer_plays_for_them_follows_the_game() {
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
    let two_stones = |room: &Room| room.game().is_some_and(|game| game.ply() == 2);
    bo.wait_room(&code, "the computer's answer", two_stones).await;
}
