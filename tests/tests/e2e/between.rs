//! Changes between two games: settings, seats, who may change them, and games that do not count.

use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, Command, EndReason, FirstMove, Game, HintRule, Offer, RejectCode, Reply,
        Room, RoomCode, Seat, SeatPlan, Settings, SpectatorRule, ThoughtRule, VerdictRule,
    },
    protocol::{Cmd, Codec, Request},
    rules::{Bot, EngineName, Level, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all, poll_until, settings};

const EASY: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

/// Ann (the host) and Bo, after a game that Bo has resigned.
async fn after_a_game(server: &TestServer) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    (ann, bo, code)
}

fn readiness(peer: &Peer, code: &RoomCode) -> [bool; 2] {
    Seat::BOTH.map(|seat| peer.room(code).seats()[seat].ready)
}

fn end(peer: &Peer, code: &RoomCode) -> EndReason {
    peer.room(code).game().and_then(Game::end).expect("an end").reason
}

/// Returns settings that all differ from the defaults.
fn others() -> Settings {
    Settings {
        variant: Variant::GOMOKU15,
        first_move: FirstMove::LoserFirst,
        hints: HintRule::Always,
        thoughts: ThoughtRule::Never,
        verdicts: VerdictRule::Never,
        ai_games: AiGames::try_from(3).unwrap(),
        clock: ClockRule::fischer(600_000, 1_000).unwrap(),
        access: Access::Unlisted,
        spectators: SpectatorRule::ByConsent,
        ..settings(Variant::GOMOKU15)
    }
}

#[tokio::test]
async fn the_host_changes_everything_and_both_are_asked_again_whether_they_are_ready() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = after_a_game(&server).await;
    bo.ready(&code).await.unwrap();
    ann.wait_room(&code, "Bo's word", |room| room.seats()[Seat::Two].ready).await;
    ann.change(&code, others(), None).await.unwrap();
    bo.wait_room(&code, "the change", |room| *room.settings() == others()).await;
    assert_eq!((readiness(&ann, &code), readiness(&bo, &code)), ([false; 2], [false; 2]));
    // A change to the present settings has no effect, and nobody loses their readiness.
    bo.ready(&code).await.unwrap();
    ann.wait_room(&code, "Bo's word", |room| room.seats()[Seat::Two].ready).await;
    let before = ann.room(&code).seq();
    assert_eq!(ann.change(&code, others(), None).await.unwrap().seq, before);
    ann.ready(&code).await.unwrap();
    bo.wait_room(&code, "the game", Room::is_playing).await;
    let game = bo.room(&code).game().unwrap();
    assert_eq!(game.position().variant(), Variant::GOMOKU15);
    assert_eq!(game.clock().unwrap().rule, others().clock);
    let refused = ann.change(&code, settings(Variant::TICTACTOE), None).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::GameOn);
    assert_eq!(ann.ask(Some(&code), swap(&ann, &code)).await.unwrap_err().code, RejectCode::GameOn);
    assert_eq!(bo.room(&code).settings(), &others());
}

fn swap(peer: &Peer, code: &RoomCode) -> Cmd {
    Cmd::Room(Command::Swap { at: peer.room(code).at() })
}

#[tokio::test]
async fn a_change_that_a_computer_at_the_table_cannot_play_is_refused() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let solver = SeatPlan::Ai { bot: Bot::from(EngineName::Solver) };
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, solver]).await;
    ann.resign(&code).await.unwrap();
    let refused = ann.change(&code, settings(Variant::GOMOKU15), None).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoSuchBot);
    assert_eq!(ann.room(&code).settings().variant, Variant::TICTACTOE);
    ann.ask(Some(&code), swap(&ann, &code)).await.unwrap();
    assert_eq!(ann.seat(&code), Seat::Two);
    ann.ready(&code).await.unwrap();
    assert!(ann.room(&code).is_playing());
}

#[tokio::test]
async fn who_is_not_the_host_offers_a_change_and_the_other_agrees_or_not() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = after_a_game(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    for peer in [&mut bo, &mut cy] {
        assert_eq!(peer.change(&code, others(), None).await.unwrap_err().code, RejectCode::NotHost);
        let cmd = swap(peer, &code);
        assert_eq!(peer.ask(Some(&code), cmd).await.unwrap_err().code, RejectCode::NotHost);
    }
    bo.offer(&code, Offer::Change { settings: others() }).await.unwrap();
    ann.reply(&code, Reply::Decline).await.unwrap();
    assert_eq!(ann.room(&code).settings(), &settings(Variant::TICTACTOE));
    bo.wait_room(&code, "Ann's word", |room| room.offers().of(Seat::Two).is_none()).await;
    // Players may discuss the details of a change.
    let better = Settings { access: Access::Listed, spectators: SpectatorRule::Allowed, ..others() };
    bo.offer(&code, Offer::Change { settings: better }).await.unwrap();
    let number = ann.offered(&code).await.seq;
    // A change by the host in between invalidates the offer.
    ann.change(&code, settings(Variant::GOMOKU19), None).await.unwrap();
    let gone = ann.reply_to(&code, number, Reply::Accept).await.unwrap_err();
    assert_eq!(gone.code, RejectCode::NoSuchOffer);
    bo.wait_room(&code, "the change", |room| room.settings().variant == Variant::GOMOKU19).await;
    bo.offer(&code, Offer::Change { settings: better }).await.unwrap();
    ann.reply(&code, Reply::Accept).await.unwrap();
    cy.wait_room(&code, "the change", |room| *room.settings() == better).await;
    bo.offer(&code, Offer::Swap {}).await.unwrap();
    ann.reply(&code, Reply::Accept).await.unwrap();
    let his = bo.player;
    bo.wait_room(&code, "the swap", |room| room.seats().player(Seat::One) == Some(his)).await;
    assert_eq!((ann.seat(&code), bo.seat(&code)), (Seat::Two, Seat::One));
    assert_eq!(ann.score(&code), [1, 0, 0], "the score goes with the player");
}

#[tokio::test]
async fn a_host_who_leaves_hands_the_room_over() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = after_a_game(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    ann.ask(Some(&code), Command::Leave {}).await.unwrap();
    // A seated player becomes host before a spectator does.
    let heir = bo.player;
    bo.wait_room(&code, "the host's leaving", |room| room.host() == heir).await;
    bo.change(&code, others_open(), None).await.unwrap();
    bo.ask(Some(&code), Command::Leave {}).await.unwrap();
    let heir = cy.player;
    cy.wait_room(&code, "the second host's leaving", |room| room.host() == heir).await;
    cy.change(&code, settings(Variant::TICTACTOE), None).await.unwrap();
    // The first host is an ordinary player now.
    ann.forget(&code);
    ann.join(&code).await.unwrap();
    let refused = ann.change(&code, others_open(), None).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NotHost);
}

fn others_open() -> Settings {
    Settings { spectators: SpectatorRule::Allowed, ..others() }
}

#[tokio::test]
async fn while_the_host_is_gone_too_long_who_sits_may_act_and_is_the_host_then() {
    let server = TestServer::limited(|limits| limits.grace_ms = 300).await;
    let (ann, mut bo, code) = after_a_game(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let gone = ann.vanish();
    bo.away(&code, Seat::One).await;
    poll_until("the host to be gone too long", async || match bo.change(&code, others_open(), None).await {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused.code, RejectCode::NotHost, "{}", refused.text);
            false
        }
    })
    .await;
    cy.wait_room(&code, "the change", |room| *room.settings() == others_open()).await;
    assert_eq!(cy.room(&code).host(), bo.player);
    assert_eq!(cy.change(&code, others(), None).await.unwrap_err().code, RejectCode::NotHost);
    // Bo may also remove Ann, who is not the host any more.
    bo.ask(Some(&code), Command::Kick { seat: Seat::One }).await.unwrap();
    let mut ann = gone.reconnect(server.addr).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(ann.room(&code).host(), bo.player);
    assert_eq!(ann.join(&code).await.unwrap_err().code, RejectCode::Barred);
}

#[tokio::test]
async fn an_aborted_game_counts_for_nothing_and_the_next_begins_as_it_did() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let abort = |seat, game| Cmd::Room(Command::Abort { seat, game });
    assert_eq!(cy.ask(Some(&code), abort(Seat::One, 1)).await.unwrap_err().code, RejectCode::Spectator);
    assert_eq!(bo.ask(Some(&code), abort(Seat::Two, 2)).await.unwrap_err().code, RejectCode::Stale);
    bo.abort(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!((end(&ann, &code), ann.room(&code).games_finished()), (EndReason::Aborted, 0));
    assert_eq!((ann.score(&code), bo.score(&code)), ([0; 3], [0; 3]));
    for peer in [&mut ann, &mut bo] {
        peer.ready(&code).await.unwrap();
    }
    ann.wait_room(&code, "game two", Room::is_playing).await;
    let game = ann.room(&code).game().unwrap();
    assert_eq!((game.number(), game.black()), (2, Some(Seat::One)), "Ann begins again");
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    for peer in [&mut ann, &mut bo] {
        let late = peer.abort(&code).await.unwrap_err();
        assert_eq!(late.code, RejectCode::TooLate);
        assert!(late.text.as_str().contains("resign"), "{}", late.text);
    }
    place_all(&mut ann, &mut bo, &code, "b1 a2 b3").await;
    assert_eq!(bo.room(&code).games_finished(), 1);
}

#[tokio::test]
async fn a_game_that_nobody_else_plays_can_be_begun_anew() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = after_a_game(&server).await;
    ann.ready(&code).await.unwrap();
    bo.ready(&code).await.unwrap();
    let refused = bo.restart(&code).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NotAlone);
    let guest = SeatPlan::Guest { name: "Guest".parse().unwrap() };
    for opponent in [EASY, guest] {
        let code = ann.create(settings(Variant::GOMOKU15), [opponent, SeatPlan::Me {}]).await;
        let easy = ann.room(&code).seats().bot(Seat::One).is_some();
        if easy {
            ann.wait_room(&code, "the computer's move", |room| room.turn() == Some(Seat::Two)).await;
        }
        bo.watch(&code).await.unwrap();
        let restart = Cmd::Room(Command::Restart { seat: Seat::Two, game: 1 });
        assert_eq!(bo.ask(Some(&code), restart.clone()).await.unwrap_err().code, RejectCode::Spectator);
        // A repeated command under the same id acts once. A late command cannot affect another game.
        let frame = ann.frame(Some(&code), restart.clone());
        let done = ann.repeat(&frame).await.unwrap();
        assert_eq!(ann.repeat(&frame).await.unwrap(), done);
        assert_eq!(ann.ask(Some(&code), restart).await.unwrap_err().code, RejectCode::Stale);
        bo.wait_room(&code, "game two", |room| room.game().is_some_and(|game| game.number() == 2)).await;
        let game = ann.room(&code).game().unwrap();
        assert_eq!((game.number(), game.black()), (2, Some(Seat::One)), "the same side begins");
        assert_eq!(ann.room(&code).games_finished(), 0);
        if easy {
            ann.wait_room(&code, "its move in game two", |room| room.turn() == Some(Seat::Two)).await;
            assert_eq!(ann.moves(&code).split(' ').count(), 1);
        }
        ann.resign(&code).await.unwrap();
        assert_eq!(ann.room(&code).games_finished(), 1);
    }
}
