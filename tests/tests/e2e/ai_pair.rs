//! Rooms of two AI seats: they play while somebody watches, and pause after some games.

use tengen_shared::{
    game::{
        AiGames, Command, Event, FirstMove, PerSeat, RejectCode, Room, RoomCode, Seat, SeatPlan, Settings,
        Stamped, ThinkTime,
    },
    protocol::{Cmd, Codec, Request},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, settings};

fn ai(bot: &str) -> SeatPlan {
    SeatPlan::Ai { bot: bot.parse().unwrap() }
}

fn pair() -> [SeatPlan; 2] {
    [ai("easy"), ai("medium")]
}

fn games(most: u8, variant: Variant) -> Settings {
    Settings { ai_games: AiGames::try_from(most).unwrap(), ..settings(variant) }
}

async fn quick_server() -> TestServer {
    TestServer::limited(|limits| limits.ai_game_pause_ms = 20).await
}

/// Waits until two AI seats pause after game `number`.
async fn paused(peer: &mut Peer, code: &RoomCode, number: u32) {
    peer.wait_room(code, "the pause", |room| room.ai_games_paused() && room.games_finished() == number).await;
}

/// Returns the seat that moved first in each game, according to the events.
fn who_began(events: &[Stamped]) -> Vec<Seat> {
    let black = |stamped: &Stamped| match stamped.event {
        Event::SidesSet { black } => Some(black),
        _ => None,
    };
    events.iter().filter_map(black).collect()
}

#[tokio::test]
async fn two_ai_seats_play_their_games_alone_and_then_wait_for_the_host() {
    let server = quick_server().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let settings = games(3, Variant::TICTACTOE);
    let made =
        ann.ask(None, Request::Create { settings, seats: PerSeat(pair()), passphrase: None }).await.unwrap();
    let code = made.room.unwrap();
    paused(&mut ann, &code, 3).await;
    let events = [made.events, ann.unread_events(&code)].concat();
    assert_eq!(who_began(&events), [Seat::One, Seat::Two, Seat::One]);
    bo.watch(&code).await.unwrap();
    assert_eq!(bo.room(&code), ann.room(&code));
    // The maker of the room may be gone, so anybody who watches may let the AIs continue.
    let went = bo.ask(Some(&code), Command::GoOn {}).await.unwrap();
    assert!(matches!(went.events[0].event, Event::WentOn {}), "{went:?}");
    assert_eq!(went.events[0].seq, events.last().unwrap().seq.next());
    assert_eq!(who_began(&went.events), [Seat::Two]);
    paused(&mut bo, &code, 6).await;
    let scores = bo.room(&code).scores().entries();
    assert_eq!(scores.iter().map(|of| of.wins + of.draws + of.losses).collect::<Vec<_>>(), [6, 6]);
    // During a game, `go_on` changes nothing.
    ann.ask(Some(&code), Command::GoOn {}).await.unwrap();
    assert_eq!(ann.ask(Some(&code), Command::GoOn {}).await.unwrap().events, []);
}

#[tokio::test]
async fn two_ai_seats_take_their_think_time_and_keep_the_first_move_where_it_is_fixed() {
    let server = quick_server().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let think = 40;
    let settings = Settings {
        think_time: ThinkTime::try_from(think).unwrap(),
        first_move: FirstMove::Fixed,
        ..games(2, Variant::TICTACTOE)
    };
    let made =
        ann.ask(None, Request::Create { settings, seats: PerSeat(pair()), passphrase: None }).await.unwrap();
    let code = made.room.unwrap();
    paused(&mut ann, &code, 2).await;
    let events = [made.events, ann.unread_events(&code)].concat();
    assert_eq!(who_began(&events), [Seat::One; 2]);
    // The time before each stone, from the previous stone or the beginning of the game.
    let position =
        |stamped: &&Stamped| matches!(stamped.event, Event::StonePlaced { .. } | Event::SidesSet { .. });
    let moves: Vec<&Stamped> = events.iter().filter(position).collect();
    for two in moves.windows(2).filter(|two| matches!(two[1].event, Event::StonePlaced { .. })) {
        let took = two[1].time - two[0].time;
        assert!(took >= u64::from(think), "an AI moved after {took} ms");
    }
}

#[tokio::test]
async fn nobody_plays_while_nobody_watches_and_the_game_goes_on_when_somebody_comes() {
    let server = quick_server().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let think_time = ThinkTime::try_from(20).unwrap();
    let settings = Settings { think_time, ..games(1, Variant::GOMOKU15) };
    let code = ann.create(settings, pair()).await;
    let stones = |more| move |room: &Room| room.game().is_some_and(|game| game.ply() >= more);
    ann.wait_room(&code, "some stones", stones(3)).await;
    let left = ann.ask(Some(&code), Command::Leave {}).await.unwrap().seq;
    ann.forget(&code);
    // Another room with the same pace measures the time.
    let clock = bo.create(settings, pair()).await;
    // No game can end before the ninth stone.
    bo.wait_room(&clock, "eight stones elsewhere", stones(8)).await;
    bo.watch(&code).await.unwrap();
    let before = bo.room(&code).clone();
    assert_eq!(before.seq(), left, "somebody has played on alone");
    assert!(before.is_playing());
    let ply = before.game().unwrap().ply();
    bo.wait_room(&code, "the game to go on", stones(ply + 2)).await;
}

#[tokio::test]
async fn the_host_may_put_another_bot_in_between_games_and_then_they_go_on() {
    let server = quick_server().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = ann.create(games(1, Variant::TICTACTOE), pair()).await;
    paused(&mut ann, &code, 1).await;
    bo.watch(&code).await.unwrap();
    let set = |bot: &str| Cmd::Room(Command::SetAi { seat: Seat::Two, bot: bot.parse().unwrap() });
    assert_eq!(bo.ask(Some(&code), set("hard")).await.unwrap_err().code, RejectCode::NotHost);
    let refused = ann.ask(Some(&code), set("greedy")).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoSuchBot);
    assert!(
        refused.text.as_str().contains("choose one of easy, medium, hard, expert, master"),
        "{}",
        refused.text
    );
    assert_eq!(ann.ask(Some(&code), set("medium")).await.unwrap().events, [], "who sits there already");
    let changed = ann.ask(Some(&code), set("alphabeta:3")).await.unwrap();
    assert_eq!(changed.events.len(), 1, "the next game waits a while: {changed:?}");
    paused(&mut bo, &code, 2).await;
    assert_eq!(bo.room(&code).seats().bot(Seat::Two), Some("alphabeta:3".parse().unwrap()));
    // The AI that was replaced keeps its score.
    assert_eq!(bo.room(&code).scores().entries().len(), 3);
}

#[tokio::test]
async fn nobody_puts_another_bot_in_while_a_game_is_on() {
    let server = quick_server().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let think_time = ThinkTime::try_from(5_000).unwrap();
    let settings = Settings { think_time, ..settings(Variant::TICTACTOE) };
    let code = ann.create(settings, pair()).await;
    for cmd in [
        Cmd::Room(Command::SetAi { seat: Seat::Two, bot: Bot::Level(Level::Hard) }),
        Cmd::Room(Command::Stand { seat: Seat::One }),
    ] {
        let refused = ann.ask(Some(&code), cmd).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::GameOn);
        assert_eq!(refused.text.as_str(), "a game is in progress: finish it or resign first");
    }
    assert_eq!(ann.ask(Some(&code), Command::GoOn {}).await.unwrap().events, []);
    assert_eq!(
        ann.ask(Some(&code), Command::Join { passphrase: None }).await.unwrap_err().code,
        RejectCode::RoomFull
    );
    let resign = Cmd::Room(Command::Resign { seat: Seat::One, game: 1 });
    assert_eq!(ann.ask(Some(&code), resign).await.unwrap_err().code, RejectCode::Spectator);
}

#[tokio::test]
async fn a_player_may_have_so_many_rooms_of_two_ai_seats_and_no_more() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    for _ in 0..4 {
        ann.create(Settings::new(Variant::TICTACTOE), pair()).await;
    }
    let create = |seats| {
        Cmd::Request(Request::Create {
            settings: Settings::new(Variant::TICTACTOE),
            seats: PerSeat(seats),
            passphrase: None,
        })
    };
    let refused = ann.ask(None, create(pair())).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::TooMany);
    assert!(refused.text.as_str().contains(": "), "it says what to do: {}", refused.text);
    // Other players may, and so may Ann in other kinds of rooms.
    ann.ask(None, create([SeatPlan::Me {}, ai("hard")])).await.unwrap();
    bo.ask(None, create(pair())).await.unwrap();
}

#[tokio::test]
async fn after_a_restart_two_ai_seats_wait_for_somebody_and_play_the_rest_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let think_time = ThinkTime::try_from(20).unwrap();
    let code = ann.create(Settings { think_time, ..games(1, Variant::TICTACTOE) }, pair()).await;
    ann.wait_room(&code, "a stone", |room| room.game().is_some_and(|game| game.ply() > 0)).await;
    let before = ann.room(&code).clone();
    let ann = ann.vanish();
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    paused(&mut ann, &code, 1).await;
    let moves = |room: &Room| room.game().unwrap().position().moves().to_vec();
    assert!(moves(ann.room(&code)).starts_with(&moves(&before)));
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    bo.watch(&code).await.unwrap();
    assert_eq!(bo.room(&code), ann.room(&code));
    // Ann is still the host.
    bo.ask(Some(&code), Command::GoOn {}).await.unwrap();
    paused(&mut bo, &code, 2).await;
}
