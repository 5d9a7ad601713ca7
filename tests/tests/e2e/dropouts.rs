//! A player disconnects during a game: the others see it, the seat is kept, and then they may act.

use tengen_shared::{
    game::{
        Claim, Command, EndReason, Game, GameEnd, Offer, PerSeat, PlayerId, RejectCode, Room, RoomCode, Seat,
        SeatPlan,
    },
    protocol::{Attending, Cmd, Codec, GamesOf},
    rules::{Bot, EngineName, Level, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all, poll_until, settings, test_config};

const EASY: Bot = Bot::Level(Level::Easy);
const HOUR: u64 = 3_600_000;

async fn couple(server: &TestServer) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    (ann, bo, code)
}

/// Starts a server with a very short grace period.
async fn hasty() -> TestServer {
    TestServer::limited(|limits| limits.grace_ms = 300).await
}

/// Repeats a claim until the server allows it.
async fn claim_in_time(peer: &mut Peer, code: &RoomCode, claim: Claim) {
    poll_until("the time for a claim", async || match peer.claim(code, claim).await {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused.code, RejectCode::TooEarly, "{}", refused.text);
            false
        }
    })
    .await;
}

fn end(peer: &Peer, code: &RoomCode) -> GameEnd {
    peer.room(code).game().and_then(Game::end).cloned().expect("the end of the game")
}

#[tokio::test]
async fn everybody_sees_who_has_dropped_out_and_who_is_back_and_no_move_is_lost() {
    let server = TestServer::limited(|limits| limits.grace_ms = HOUR).await;
    let (mut ann, mut bo, code) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
    let gone = bo.vanish();
    for peer in [&mut ann, &mut cy] {
        let kept = u64::from(peer.away(&code, Seat::Two).await);
        assert!(kept <= HOUR && kept > HOUR - 20_000, "{kept}");
    }
    let early = ann.claim(&code, Claim::Win).await.unwrap_err();
    assert_eq!(early.code, RejectCode::TooEarly);
    assert!(early.text.as_str().contains("s to return"), "{}", early.text);
    assert_eq!(ann.stand_in(&code, EASY).await.unwrap_err().code, RejectCode::TooEarly);
    ann.place(&code, "j8").await.unwrap();
    ann.say(&code, "where are you?").await.unwrap();

    let mut bo = gone.reconnect(server.addr).await;
    let seen = ann.room(&code).seq();
    bo.wait_room(&code, "what Bo has missed", |room| room.seq() >= seen).await;
    assert_eq!(bo.moves(&code), "h8 i9 j8");
    assert_eq!(bo.room(&code), ann.room(&code));
    assert_eq!(bo.snapshots.get(&code), None, "only what was missed");
    ann.here(&code, Seat::Two).await;
    cy.here(&code, Seat::Two).await;
    assert_eq!(ann.claim(&code, Claim::Win).await.unwrap_err().code, RejectCode::TooEarly, "Bo is here");
    place_all(&mut bo, &mut ann, &code, "i8").await;
    assert_eq!(ann.moves(&code), "h8 i9 j8 i8");
}

#[tokio::test]
async fn after_the_grace_time_the_game_can_be_claimed_as_a_win_or_as_a_draw() {
    let server = hasty().await;
    for (claim, winner, score) in [(Claim::Win, Some(Seat::One), [1, 0, 0]), (Claim::Draw, None, [0, 1, 0])] {
        let (mut ann, bo, code) = couple(&server).await;
        let gone = bo.vanish();
        assert!(ann.away(&code, Seat::Two).await <= 300);
        claim_in_time(&mut ann, &code, claim).await;
        assert_eq!(end(&ann, &code), GameEnd { winner, reason: EndReason::Abandonment, line: Vec::new() });
        assert_eq!(ann.score(&code), score);
        assert_eq!(ann.claim(&code, claim).await.unwrap_err().code, RejectCode::NoGame, "twice");
        let mut bo = gone.reconnect(server.addr).await;
        bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
        assert_eq!(bo.room(&code), ann.room(&code));
        assert_eq!(bo.my_games().await[0].reason, EndReason::Abandonment);
    }
}

#[tokio::test]
async fn nobody_else_can_claim_a_game_and_nobody_can_claim_another_one() {
    let server = hasty().await;
    let (mut ann, bo, code) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let _gone = bo.vanish();
    ann.away(&code, Seat::Two).await;
    let now = ann.server_time().await;
    ann.wait_server_time(now + 400).await;
    let claim = |seat, game| Cmd::Room(Command::Claim { seat, game, claim: Claim::Win });
    for seat in Seat::BOTH {
        assert_eq!(cy.ask(Some(&code), claim(seat, 1)).await.unwrap_err().code, RejectCode::Spectator);
    }
    let theirs = ann.ask(Some(&code), claim(Seat::Two, 1)).await.unwrap_err();
    assert_eq!(theirs.code, RejectCode::NotYourSeat);
    assert_eq!(ann.ask(Some(&code), claim(Seat::One, 2)).await.unwrap_err().code, RejectCode::Stale);
    // The solver engine plays smaller boards only.
    let unfit = ann.stand_in(&code, Bot::from(EngineName::Solver)).await.unwrap_err();
    assert_eq!(unfit.code, RejectCode::NoSuchBot);
    let stand_in = Cmd::Room(Command::StandIn { seat: Seat::One, game: 1, bot: EASY });
    assert_eq!(cy.ask(Some(&code), stand_in).await.unwrap_err().code, RejectCode::Spectator);
    ann.claim(&code, Claim::Win).await.unwrap();
}

#[tokio::test]
async fn of_two_connections_both_follow_and_one_that_drops_does_not_make_a_player_away() {
    let server = hasty().await;
    let (mut ann, mut bo, code) = couple(&server).await;
    let mut phone = Peer::connect_as(server.addr, bo.me.new_run()).await;
    assert_eq!(phone.player, bo.player, "the key tells who it is");
    phone.watch(&code).await.unwrap();
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
    phone.wait_room(&code, "both moves", |room| room.game().is_some_and(|game| game.ply() == 2)).await;
    ann.clear();
    let old = bo.vanish();
    // Any message about Bo would come before this later change of presence.
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let (seats, spectators) = ann.presence(&code, "Cy", |_, spectators| spectators.count == 1).await;
    assert_eq!(seats, PerSeat([Some(Attending::Here {}), Some(Attending::Here {})]));
    assert_eq!(spectators.names[0].as_str(), "Cy");
    place_all(&mut ann, &mut phone, &code, "j8 j9").await;
    let mut bo = old.reconnect(server.addr).await;
    bo.wait_room(&code, "all moves", |room| room.game().is_some_and(|game| game.ply() == 4)).await;
    drop((bo, phone));
    ann.away(&code, Seat::Two).await;
}

/// A player whose seat an AI plays cannot act in it.
async fn can_do_nothing_in_seat_two(peer: &mut Peer, code: &RoomCode) {
    let (seat, game, at) = (Seat::Two, 1, peer.room(code).at());
    let attempts = [
        peer.placing(code, seat, "a1"),
        Cmd::Room(Command::Resign { seat, game }),
        Cmd::Room(Command::Abort { seat, game }),
        Cmd::Room(Command::Restart { seat, game }),
        Cmd::Room(Command::Claim { seat, game, claim: Claim::Win }),
        Cmd::Room(Command::StandIn { seat, game, bot: EASY }),
        Cmd::Room(Command::GiveTime { seat, game }),
        Cmd::Room(Command::Offer { seat, offer: Offer::Draw {}, at }),
        Cmd::Room(Command::Hint { seat, at }),
        Cmd::Room(Command::Stand { seat }),
        Cmd::Room(Command::SetAi { seat, bot: EASY }),
        Cmd::Room(Command::Swap { at }),
        Cmd::Room(Command::Kick { seat: Seat::One }),
    ];
    for cmd in attempts {
        let refused = peer.ask(Some(code), cmd.clone()).await.unwrap_err();
        assert!(
            matches!(refused.code, RejectCode::NotYourSeat | RejectCode::GameOn | RejectCode::NotHost),
            "{cmd:?}: {refused:?}"
        );
    }
}

#[tokio::test]
async fn a_computer_that_stands_in_plays_on_scores_for_nobody_and_gives_the_seat_back() {
    let server = hasty().await;
    let (mut ann, bo, code) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    cy.watch(&code).await.unwrap();
    let gone = bo.vanish();
    ann.away(&code, Seat::Two).await;
    ann.place(&code, "h8").await.unwrap();
    poll_until("the time for a computer to stand in", async || match ann.stand_in(&code, EASY).await {
        Ok(_) => true,
        Err(refused) => {
            assert_eq!(refused.code, RejectCode::TooEarly, "{}", refused.text);
            false
        }
    })
    .await;
    let answered = |room: &Room| room.turn() == Some(Seat::One);
    ann.wait_room(&code, "the computer's move", answered).await;
    assert_eq!(ann.room(&code).seats()[Seat::Two].stand_in, Some(EASY));
    let again = ann.stand_in(&code, EASY).await.unwrap_err();
    assert_eq!(again.code, RejectCode::TooEarly, "a computer is not gone: {}", again.text);

    // The owner is back. The AI plays the game, but the seat is still theirs.
    let mut bo = gone.reconnect(server.addr).await;
    let seq = ann.room(&code).seq();
    bo.wait_room(&code, "what was missed", |room| room.seq() >= seq).await;
    assert_eq!(bo.room(&code).seats()[Seat::Two].stand_in, Some(EASY));
    can_do_nothing_in_seat_two(&mut bo, &code).await;
    ann.resign(&code).await.unwrap();
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    let scores: u32 = bo.room(&code).scores().entries().iter().map(|e| e.wins + e.draws + e.losses).sum();
    assert_eq!(scores, 0, "{:?}", bo.room(&code).scores());
    let listed = bo.games(Some(&code), GamesOf::Room {}, None).await.unwrap();
    let record = bo.show_game(listed[0].game).await.unwrap();
    assert!(record.stood_in && record.stand_ins == PerSeat([None, Some(EASY)]), "{record:?}");
    assert_eq!(record.end.reason, EndReason::Resignation);

    bo.ask(Some(&code), Command::Sit { seat: Seat::Two, guest: None }).await.unwrap();
    assert_eq!(bo.room(&code).seats()[Seat::Two].stand_in, None);
    ann.wait_room(&code, "Bo's seat", |room| room.seats()[Seat::Two].stand_in.is_none()).await;
    ann.ready(&code).await.unwrap();
    assert!(!ann.room(&code).is_playing(), "Bo has not said so");
    bo.wait_room(&code, "Ann's word", |room| room.seats()[Seat::One].ready).await;
    bo.ready(&code).await.unwrap();
    cy.wait_room(&code, "game two", |room| room.game().is_some_and(|game| game.number() == 2)).await;
    bo.resign(&code).await.unwrap();
    assert_eq!(bo.score(&code), [0, 0, 1], "this one counts");
}

#[tokio::test]
async fn who_leaves_in_mid_game_is_away_as_well_and_may_come_back() {
    let server = hasty().await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8").await;
    let leave = bo.frame(Some(&code), Command::Leave {});
    let left = bo.repeat(&leave).await.unwrap();
    assert_eq!(bo.repeat(&leave).await.unwrap(), left);
    bo.forget(&code);
    ann.away(&code, Seat::Two).await;
    assert_eq!(ann.room(&code).seats().player(Seat::Two), Some(bo.player), "the seat is kept");
    let outside = bo.ask(Some(&code), Command::Resign { seat: Seat::Two, game: 1 }).await.unwrap_err();
    assert_eq!(outside.code, RejectCode::NotInRoom);
    bo.join(&code).await.unwrap();
    ann.here(&code, Seat::Two).await;
    place_all(&mut ann, &mut bo, &code, "i9").await;
    bo.ask(Some(&code), Command::Leave {}).await.unwrap();
    ann.away(&code, Seat::Two).await;
    claim_in_time(&mut ann, &code, Claim::Win).await;
    assert_eq!(ann.score(&code), [1, 0, 0]);
    // The seat is still Bo's, until he leaves between games.
    bo.join(&code).await.unwrap();
    assert_eq!(bo.score(&code), [0, 0, 1]);
}

#[tokio::test]
async fn a_silent_connection_shows_as_away_and_as_here_again_when_it_is_heard() {
    let server = TestServer::limited(|limits| {
        (limits.heartbeat_ms, limits.grace_ms) = (2_000, HOUR);
    })
    .await;
    let (mut ann, mut bo, code) = couple(&server).await;
    // Bo's program does not read, so it answers no ping.
    ann.away(&code, Seat::Two).await;
    bo.server_time().await;
    ann.here(&code, Seat::Two).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
}

#[tokio::test]
async fn the_grace_time_of_a_silent_connection_does_not_begin_anew_when_it_is_closed() {
    let server = TestServer::limited(|limits| {
        (limits.heartbeat_ms, limits.grace_ms) = (1_000, HOUR);
    })
    .await;
    let (mut ann, bo, code) = couple(&server).await;
    let silent = ann.away(&code, Seat::Two).await;
    // Nearly two heartbeats later, the server treats it as dead, which is another presence message.
    let dead = ann.away(&code, Seat::Two).await;
    assert!(dead + 500 <= silent, "{silent} and then {dead}");
    drop(bo);
}

#[tokio::test]
async fn after_a_restart_seats_are_kept_from_the_start_on_and_those_back_see_who_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let config = |grace| {
        let mut config = tengen_server::Config {
            data: tengen_server::config::Data::Folder(folder.path().to_owned()),
            ..test_config()
        };
        config.limits.grace_ms = grace;
        config
    };
    let server = TestServer::start(config(HOUR)).await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9 j8").await;
    server.stopped().await;
    let server = TestServer::start(config(HOUR)).await;
    let mut ann = ann.reconnect(server.addr).await;
    let kept = u64::from(ann.away(&code, Seat::Two).await);
    assert!(kept <= HOUR && kept > HOUR - 20_000, "{kept}");
    assert_eq!(ann.claim(&code, Claim::Win).await.unwrap_err().code, RejectCode::TooEarly);
    server.stopped().await;
    let server = TestServer::start(config(200)).await;
    let mut ann = ann.reconnect(server.addr).await;
    ann.away(&code, Seat::Two).await;
    claim_in_time(&mut ann, &code, Claim::Win).await;
    let mut bo = bo.reconnect(server.addr).await;
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!((bo.score(&code), bo.moves(&code)), ([0, 0, 1], "h8 i9 j8".to_owned()));
}

#[tokio::test]
async fn a_guest_at_ones_own_keyboard_cannot_be_claimed_against() {
    let server = TestServer::limited(|limits| limits.grace_ms = 0).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let guest = SeatPlan::Guest { name: "Guest".parse().unwrap() };
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
    assert_eq!(ann.claim(&code, Claim::Win).await.unwrap_err().code, RejectCode::TooEarly);
    assert_eq!(ann.stand_in(&code, EASY).await.unwrap_err().code, RejectCode::TooEarly);
}

#[tokio::test]
async fn the_host_gives_somebody_who_is_back_under_another_number_their_seat_and_score() {
    let server = TestServer::limited(|limits| limits.grace_ms = 0).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    ann.resign(&code).await.unwrap();
    let was = bo.player;
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    // The browser of Bo has lost its key.
    let mut again = Peer::connect(server.addr, "Bo", Codec::Json).await;
    again.watch(&code).await.unwrap();
    let now = again.player;
    let recognize = Command::Recognize { was, now };
    assert_eq!(ann.ask(Some(&code), recognize.clone()).await.unwrap_err().code, RejectCode::TooEarly);
    assert_eq!(again.ask(Some(&code), recognize.clone()).await.unwrap_err().code, RejectCode::NotHost);
    let nobody = Command::Recognize { was, now: PlayerId(999) };
    drop(bo);
    ann.away(&code, Seat::Two).await;
    assert_eq!(ann.ask(Some(&code), nobody).await.unwrap_err().code, RejectCode::NoSuchPlayer);
    ann.ask(Some(&code), recognize).await.unwrap();
    again.wait_room(&code, "the seat", |room| room.seats().owner(Seat::Two) == Some(now)).await;
    assert_eq!((again.seat(&code), again.score(&code)), (Seat::Two, [1, 0, 0]));
    again.ready(&code).await.unwrap();
    ann.ready(&code).await.unwrap();
    again.wait_room(&code, "the next game", Room::is_playing).await;
}

#[tokio::test]
async fn whoever_is_recognized_cannot_claim_the_game_from_another_absent_player_at_once() {
    let server = TestServer::limited(|limits| limits.grace_ms = 1_500).await;
    let mut host = Peer::connect(server.addr, "Hal", Codec::Json).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = host.create(settings(Variant::GOMOKU15), [SeatPlan::Open {}, SeatPlan::Open {}]).await;
    ann.join(&code).await.unwrap();
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the first game", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9 j8").await;
    let was = bo.player;
    drop((ann, bo));
    let mut again = Peer::connect(server.addr, "Bo", Codec::Json).await;
    again.watch(&code).await.unwrap();
    let recognize = Command::Recognize { was, now: again.player };
    poll_until("the time for it", async || host.ask(Some(&code), recognize.clone()).await.is_ok()).await;
    let me = again.player;
    again.wait_room(&code, "the seat", |room| room.seats().owner(Seat::Two) == Some(me)).await;
    assert_eq!(again.claim(&code, Claim::Win).await.unwrap_err().code, RejectCode::TooEarly);
}
