//! Clocks when the server stops, when everybody has left, and when the journal cannot be written.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};
use tengen_server::{Config, config::Data, config::Limits};
use tengen_shared::{
    game::{
        AiGames, Claim, Clock, ClockRule, ClockState, Command, EndReason, Game, RejectCode, Room, RoomCode,
        Seat, SeatPlan, Settings, ThinkTime,
    },
    protocol::{Codec, Request},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Answer, Http, Peer, TestServer, place_all, settings, test_config, within};

const EASY: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };
const HOUR: u64 = 3_600_000;

fn clocked(rule: ClockRule) -> Settings {
    Settings { clock: rule, ..settings(Variant::GOMOKU15) }
}

async fn server_in(folder: &Path, change: impl FnOnce(&mut Limits)) -> TestServer {
    let mut config = Config { data: Data::Folder(folder.to_owned()), ..test_config() };
    change(&mut config.limits);
    TestServer::start(config).await
}

async fn couple(server: &TestServer, rule: ClockRule) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.open_table(clocked(rule)).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the first game", Room::is_playing).await;
    (ann, bo, code)
}

fn clock(peer: &Peer, code: &RoomCode) -> Clock {
    *peer.room(code).game().and_then(Game::clock).expect("clocks")
}

fn reason(room: &Room) -> Option<EndReason> {
    room.game().and_then(Game::end).map(|end| end.reason)
}

#[tokio::test]
async fn over_a_restart_clocks_are_held_until_the_mover_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |limits| limits.grace_ms = HOUR).await;
    let (mut ann, mut bo, code) = couple(&server, ClockRule::fischer(600_000, 2_000).unwrap()).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9 j8").await;
    let before = clock(&ann, &code);
    server.stopped().await;
    let server = server_in(folder.path(), |limits| limits.grace_ms = HOUR).await;
    // The waiting side is back first, and nobody is charged.
    let mut ann = ann.reconnect(server.addr).await;
    let held = |room: &Room| room.clock().is_some_and(|clock| clock.state == ClockState::Held {});
    ann.wait_room(&code, "clocks that stand", held).await;
    assert_eq!(clock(&ann, &code).left, before.left);
    ann.wait_server_time(ann.room(&code).time() + 200).await;
    assert!(held(ann.room(&code)));
    let mut bo = bo.reconnect(server.addr).await;
    let runs = |room: &Room| {
        room.clock().is_some_and(|c| matches!(c.state, ClockState::Runs { seat: Seat::Two, .. }))
    };
    for peer in [&mut ann, &mut bo] {
        peer.wait_room(&code, "clocks that run again", runs).await;
        assert_eq!(clock(peer, &code).left, before.left, "the turn begins anew");
    }
    assert!(runs_since(&clock(&ann, &code)) >= runs_since(&before) + 200);
    place_all(&mut ann, &mut bo, &code, "j9").await;
    assert_eq!(clock(&ann, &code), clock(&bo, &code));
    assert_eq!(clock(&ann, &code).left(Seat::One), before.left(Seat::One));
}

/// Returns the time since which a clock runs.
fn runs_since(clock: &Clock) -> u64 {
    match clock.state {
        ClockState::Runs { since, .. } => since,
        other => panic!("no clock runs: {other:?}"),
    }
}

#[tokio::test]
async fn after_a_restart_a_mover_who_does_not_come_back_loses_when_the_grace_time_is_over_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |_| {}).await;
    let (mut ann, mut bo, code) = couple(&server, ClockRule::per_move(2_000).unwrap()).await;
    place_all(&mut ann, &mut bo, &code, "h8").await;
    server.stopped().await;
    let server = server_in(folder.path(), |limits| limits.grace_ms = 300).await;
    let started = Peer::connect(server.addr, "Cy", Codec::Json).await.server_time().await;
    let mut ann = ann.reconnect(server.addr).await;
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!(reason(ann.room(&code)), Some(EndReason::Time));
    assert_eq!(ann.score(&code), [1, 0, 0]);
    // Loading takes a moment, so the grace period may have begun before the first query.
    assert!(ann.room(&code).time() + 300 >= started + 2_000 + 300, "grace and a whole turn");
}

#[tokio::test]
async fn a_paused_game_stays_paused_over_a_restart() {
    use tengen_shared::game::{Offer, Reply};
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |limits| limits.grace_ms = 0).await;
    let (mut ann, mut bo, code) = couple(&server, ClockRule::fischer(600_000, 0).unwrap()).await;
    ann.offer(&code, Offer::Pause {}).await.unwrap();
    bo.reply(&code, Reply::Accept).await.unwrap();
    let paused = clock(&bo, &code);
    server.stopped().await;
    let server = server_in(folder.path(), |limits| limits.grace_ms = 0).await;
    let mut bo = bo.reconnect(server.addr).await;
    bo.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(clock(&bo, &code), paused);
    let mut ann = ann.reconnect(server.addr).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    ann.offer(&code, Offer::Resume {}).await.unwrap();
    assert!(!ann.room(&code).clocks_paused());
}

#[tokio::test]
async fn a_room_that_everybody_has_left_stays_until_the_flag_falls_and_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |limits| limits.room_idle_ms = 100).await;
    let (mut ann, mut bo, code) = couple(&server, ClockRule::per_move(1_500).unwrap()).await;
    place_all(&mut ann, &mut bo, &code, "h8").await;
    let (ann, bo) = (ann.vanish(), bo.vanish());
    // Nobody asks for the room, so the server would not load it again.
    Http::wait_until_no_room_is_in_memory(server.addr).await;
    let mut cy = Peer::connect_as(server.addr, ann.me.new_run()).await;
    let games = cy.my_games().await;
    assert_eq!(games.len(), 1);
    assert_eq!((games[0].reason, games[0].winner, games[0].moves), (EndReason::Time, Some(Seat::One), 1));
    assert!((Http::metric(server.addr, "tengen_rooms").await).abs() < f64::EPSILON);
    let mut bo = bo.reconnect(server.addr).await;
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!(bo.score(&code), [0, 0, 1]);
}

#[tokio::test]
async fn a_computer_moves_in_time_also_when_its_opponent_has_gone() {
    let server = TestServer::limited(|limits| limits.room_idle_ms = 100).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let think_time = ThinkTime::try_from(500).unwrap();
    let settings = Settings { think_time, ..clocked(ClockRule::per_move(2_000).unwrap()) };
    let code = ann.create(settings, [SeatPlan::Me {}, EASY]).await;
    ann.place(&code, "h8").await.unwrap();
    let gone = ann.vanish();
    Http::wait_until_no_room_is_in_memory(server.addr).await;
    let mut ann = gone.reconnect(server.addr).await;
    let games = ann.my_games().await;
    assert_eq!((games[0].reason, games[0].winner, games[0].moves), (EndReason::Time, Some(Seat::Two), 2));
}

#[tokio::test]
async fn two_computers_whose_watchers_leave_are_held_and_go_on_when_somebody_is_back() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let settings = Settings {
        think_time: ThinkTime::try_from(200).unwrap(),
        ai_games: AiGames::try_from(1).unwrap(),
        ..clocked(ClockRule::per_move(1_500).unwrap())
    };
    let code = ann.create(settings, [EASY, EASY]).await;
    let stones = |room: &Room| room.game().map_or(0, |game| game.position().moves().len());
    ann.wait_room(&code, "two stones", |room| stones(room) >= 2).await;
    let gone = ann.vanish();
    // Longer than a turn may take: a running flag would have fallen.
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    let left = cy.server_time().await;
    cy.wait_server_time(left + 1_700).await;
    let mut ann = gone.reconnect(server.addr).await;
    let seen = stones(ann.room(&code));
    ann.wait_room(&code, "further stones", |room| stones(room) >= seen + 4 || !room.is_playing()).await;
    assert_ne!(reason(ann.room(&code)), Some(EndReason::Time));
    let turns = ann.room(&code).game().unwrap().turns();
    assert!(turns.iter().any(|turn| turn.used_ms >= 1_500), "nobody moved meanwhile: {turns:?}");
}

#[tokio::test]
async fn a_flag_that_cannot_be_written_down_falls_when_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |_| {}).await;
    let (mut ann, mut bo, code) = couple(&server, ClockRule::per_move(1_000).unwrap()).await;
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON records
        BEGIN SELECT RAISE(ABORT, 'no space'); END";
    let database = Connection::open(folder.path().join("tengen.db")).unwrap();
    database.execute_batch(refuse).unwrap();
    let began = runs_since(&clock(&ann, &code));
    ann.wait_server_time(began + 1_200).await;
    // The move is late, and nobody learns anything that is not stored.
    assert_eq!(ann.place(&code, "h8").await.unwrap_err().code, RejectCode::TimeUp);
    let refused = bo.resign(&code).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::Storage);
    assert!(ann.room(&code).is_playing() && bo.room(&code).is_playing());
    database.execute_batch("DROP TRIGGER refuse").unwrap();
    for peer in [&mut ann, &mut bo] {
        peer.wait_room(&code, "the end", |room| !room.is_playing()).await;
        assert_eq!(reason(peer.room(&code)), Some(EndReason::Time));
    }
    assert_eq!(ann.score(&code), [0, 0, 1]);
    assert_eq!(bo.my_games().await.len(), 1);
}

/// Sends a stone in time, behind a chat line that the journal delays beyond the time limit. Returns the answer to
/// the stone; `None` if the machine was so slow that the stone came late.
async fn stone_behind_a_slow_journal(server: &TestServer, folder: &Path) -> Option<Answer> {
    let limit = 1_500;
    let (mut ann, mut bo, code) = couple(server, ClockRule::per_move(limit).unwrap()).await;
    let flag = runs_since(&clock(&ann, &code)) + u64::from(limit);
    let mut database = Connection::open(folder.join("tengen.db")).unwrap();
    let stall = database.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    bo.send(Some(&code), Command::Say { text: "take your time".parse().unwrap() }).await;
    bo.server_time().await;
    let cmd = ann.placing(&code, Seat::One, "h8");
    let placed = ann.send(Some(&code), cmd).await;
    let in_time = ann.server_time().await < flag;
    ann.wait_server_time(flag + 100).await;
    drop(stall);
    let answer = ann.answer(placed).await;
    in_time.then_some(answer)
}

#[tokio::test]
async fn a_stone_that_was_there_in_time_counts_however_long_the_journal_took() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |_| {}).await;
    let counts = within("a machine that is quick enough", async {
        loop {
            if let Some(counts) = stone_behind_a_slow_journal(&server, folder.path()).await {
                return counts;
            }
        }
    });
    counts.await.unwrap();
}

#[tokio::test]
async fn clocks_of_hours_that_nobody_watches_are_held_and_keep_no_room_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |limits| (limits.grace_ms, limits.room_idle_ms) = (200, 200)).await;
    let (mut ann, mut bo, code) =
        couple(&server, ClockRule::byo_yomi(10_800_000, 10_800_000, 25).unwrap()).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
    let before = clock(&ann, &code);
    let (ann, bo) = (ann.vanish(), bo.vanish());
    Http::wait_until_no_room_is_in_memory(server.addr).await;
    let mut ann = ann.reconnect(server.addr).await;
    let mut bo = bo.reconnect(server.addr).await;
    let runs = |room: &Room| {
        room.clock().is_some_and(|c| matches!(c.state, ClockState::Runs { seat: Seat::One, .. }))
    };
    for peer in [&mut ann, &mut bo] {
        peer.wait_room(&code, "clocks that run again", |room| {
            runs(room) && room.clock().is_some_and(|clock| runs_since(clock) > runs_since(&before))
        })
        .await;
        assert_eq!(
            clock(peer, &code).left,
            before.left,
            "nobody has paid for the time in which nobody was there"
        );
    }
    place_all(&mut ann, &mut bo, &code, "j9").await;
}

/// Returns the game number and the command by which Ann claims it.
fn claim(ann: &Peer, code: &RoomCode) -> Command {
    Command::Claim { seat: ann.seat(code), game: ann.game_number(code), claim: Claim::Win }
}

#[tokio::test]
async fn when_the_first_of_two_absent_players_returns_the_other_has_the_whole_grace_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |limits| limits.grace_ms = 2_000).await;
    let (ann, bo, code) = couple(&server, ClockRule::None).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let (ann, bo) = (ann.vanish(), bo.vanish());
    let left = cy.server_time().await;
    cy.wait_server_time(left + 2_100).await;
    let mut ann = ann.reconnect(server.addr).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    let claimed = ann.ask(Some(&code), claim(&ann, &code)).await;
    assert_eq!(
        claimed.unwrap_err().code,
        RejectCode::TooEarly,
        "both were away, and Bo has just as much right"
    );
    let back = ann.server_time().await;
    ann.wait_server_time(back + 2_100).await;
    ann.ask(Some(&code), claim(&ann, &code)).await.unwrap();
    drop(bo);
}

#[tokio::test]
async fn a_stranger_who_looks_in_neither_keeps_clocks_running_nor_starts_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_in(folder.path(), |limits| limits.grace_ms = 300).await;
    let (ann, bo, code) = couple(&server, ClockRule::fischer(600_000, 0).unwrap()).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let (ann, _bo) = (ann.vanish(), bo.vanish());
    let held = |room: &Room| room.clock().is_some_and(|clock| clock.state == ClockState::Held {});
    cy.wait_room(&code, "held clocks, though Cy watches", held).await;
    let mut di = Peer::connect(server.addr, "Di", Codec::Bincode).await;
    di.watch(&code).await.unwrap();
    let now = di.server_time().await;
    di.wait_server_time(now + 600).await;
    assert!(held(di.room(&code)) && held(cy.room(&code)), "nobody is to lose time because somebody looks in");
    let mut ann = ann.reconnect(server.addr).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    cy.wait_room(&code, "clocks that run again", |room| !held(room)).await;
}
