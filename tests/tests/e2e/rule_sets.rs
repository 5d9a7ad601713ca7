//! Caro and renju over sockets.

use tengen_shared::{
    game::{EndReason, Room, RoomCode, Seat, SeatPlan, Settings},
    protocol::Codec,
    rules::{Bot, Foul, FoulRule, Level, PlayError, Variant},
};
use tengen_tests::{Peer, TestServer, place_all, settings};

const EASY: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

/// White has a four on the f file. Black needs f8, where six in a row are forbidden.
const FOUL_IS_UNAVOIDABLE: &str = "c8 f4 d8 f5 g8 f6 f3 a1 h8 a3 e8 f7";

/// Ann and Bo on a renju board, with that position.
async fn trapped(server: &TestServer, fouls: FoulRule) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let settings = Settings { fouls, ..settings(Variant::RENJU15) };
    let code = ann.create(settings, [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the first game", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, FOUL_IS_UNAVOIDABLE).await;
    (ann, bo, code)
}

#[tokio::test]
async fn white_wins_by_making_the_only_answer_forbidden() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = trapped(&server, FoulRule::Refused).await;
    let f8 = "f8".parse().unwrap();
    let forbidden = PlayError::Forbidden { point: f8, foul: Foul::Overline };
    assert_eq!(ann.room(&code).game().unwrap().position().check(f8), Err(forbidden));
    let refused = ann.place(&code, "f8").await.unwrap_err();
    assert!(refused.text.to_string().contains("f8 is forbidden to Black"), "{refused:?}");
    place_all(&mut ann, &mut bo, &code, "o15 f8").await;
    let end = ann.room(&code).game().unwrap().end().unwrap();
    assert_eq!((end.reason, end.winner, end.line.len()), (EndReason::Line, Some(Seat::Two), 5));
}

#[tokio::test]
async fn where_a_foul_loses_the_stone_ends_the_game() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = trapped(&server, FoulRule::Loses).await;
    ann.place(&code, "f8").await.unwrap();
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    let end = bo.room(&code).game().unwrap().end().unwrap();
    assert_eq!((end.reason, end.winner), (EndReason::Foul, Some(Seat::Two)));
    assert_eq!(bo.my_games().await.remove(0).reason, EndReason::Foul);
}

#[tokio::test]
async fn ais_play_every_rule_set_to_the_end_while_somebody_watches() {
    let server = TestServer::memory().await;
    for variant in ["9x9k5 caro", "9x9k5 longcaro", "9x9k5 renju", "9x9k5 exact"] {
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
        let code = ann.create(settings(variant.parse().unwrap()), [EASY, EASY]).await;
        cy.watch(&code).await.unwrap();
        cy.wait_room(&code, "the end of a game", |room| room.game().is_some_and(|game| game.end().is_some()))
            .await;
        let game = cy.room(&code).game().unwrap();
        assert!(game.ply() >= 9, "{variant}: {}", cy.moves(&code));
    }
}
