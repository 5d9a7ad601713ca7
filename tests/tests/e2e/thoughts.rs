//! The evaluations of AI seats: who sees them during a game, and what everybody sees after it.

use tengen_shared::{
    game::{AiGames, Command, Event, Game, Room, RoomCode, Seat, SeatPlan, Settings, Thought, ThoughtRule},
    protocol::{Codec, Request},
    rules::{Bot, Level, Value, Variant},
};
use tengen_tests::{Peer, TestServer, settings};

const AI: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Medium) };

fn thinking(thoughts: ThoughtRule) -> Settings {
    Settings { thoughts, ..settings(Variant::TICTACTOE) }
}

fn thoughts(peer: &Peer, code: &RoomCode) -> Vec<Thought> {
    peer.room(code).game().map_or(&[][..], Game::thoughts).to_vec()
}

/// Returns the numbers of the moves with an evaluation.
fn plies(peer: &Peer, code: &RoomCode) -> Vec<u16> {
    thoughts(peer, code).iter().map(|thought| thought.ply).collect()
}

/// Ann against an AI that has placed two stones; Bo watches from the beginning.
async fn begun(server: &TestServer, rule: ThoughtRule) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.create(thinking(rule), [SeatPlan::Me {}, AI]).await;
    bo.watch(&code).await.unwrap();
    for ply in [2, 4] {
        let point = ann.room(&code).game().unwrap().position().legal_points().next().unwrap();
        ann.place(&code, &point.to_string()).await.unwrap();
        ann.wait_room(&code, "the AI's stone", |room| room.game().is_some_and(|game| game.ply() == ply))
            .await;
    }
    let seq = ann.room(&code).seq();
    bo.wait_room(&code, "the same", |room| room.seq() >= seq).await;
    (ann, bo, code)
}

/// Asserts that `peer` knows the same room as another connection of the same player. If `peer` watches, a newcomer
/// must see the same room too.
async fn assert_late_joiner_sees_the_same(server: &TestServer, peer: &mut Peer, code: &RoomCode) {
    let live = peer.room(code).clone();
    let mut late = Peer::connect_as(server.addr, peer.me.new_run()).await;
    late.watch(code).await.unwrap();
    assert_eq!(late.room(code), &live);
    if live.seats().held_by(peer.player).next().is_none() {
        let mut stranger = Peer::connect(server.addr, "Di", Codec::Json).await;
        stranger.watch(code).await.unwrap();
        assert_eq!(stranger.room(code), &live);
    }
}

#[tokio::test]
async fn live_thoughts_are_for_players_and_for_others_after_the_game() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = begun(&server, ThoughtRule::Live).await;
    assert_eq!((plies(&ann, &code), plies(&bo, &code)), (vec![2, 4], vec![]));
    let hidden = bo.unread_events(&code).iter().filter(|told| told.event == Event::Hidden {}).count();
    assert_eq!(hidden, 2);
    for peer in [&mut ann, &mut bo] {
        assert_late_joiner_sees_the_same(&server, peer, &code).await;
    }
    let known = thoughts(&ann, &code);
    assert!(
        known.iter().all(|thought| thought.thinking.depth > 0 && thought.thinking.nodes > 0),
        "{known:?}"
    );
    let over = ann.resign(&code).await.unwrap();
    let disclosed = Event::Disclosed { thoughts: known.clone(), hints: Vec::new() };
    assert_eq!(over.events.last().map(|told| &told.event), Some(&disclosed));
    bo.wait_room(&code, "what was thought", |room| room.seq() == over.seq).await;
    assert_eq!(thoughts(&bo, &code), known);
    assert_late_joiner_sees_the_same(&server, &mut bo, &code).await;
}

#[tokio::test]
async fn thoughts_for_after_the_game_are_seen_by_nobody_before() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = begun(&server, ThoughtRule::AfterGame).await;
    for peer in [&mut ann, &mut bo] {
        assert!(plies(peer, &code).is_empty());
        assert_late_joiner_sees_the_same(&server, peer, &code).await;
    }
    let over = ann.resign(&code).await.unwrap();
    bo.wait_room(&code, "what was thought", |room| room.seq() == over.seq).await;
    for peer in [&mut ann, &mut bo] {
        assert_eq!(plies(peer, &code), [2, 4]);
        assert_late_joiner_sees_the_same(&server, peer, &code).await;
    }
}

#[tokio::test]
async fn secret_thoughts_are_never_seen() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = begun(&server, ThoughtRule::Never).await;
    ann.hint(&code).await;
    let over = ann.resign(&code).await.unwrap();
    // The end of the game reveals the hint, but not the evaluations.
    let Some(Event::Disclosed { thoughts: told, hints }) = over.events.last().map(|told| &told.event) else {
        panic!("{over:?}");
    };
    assert_eq!((told.len(), hints.len()), (0, 1));
    bo.wait_room(&code, "the end", |room| room.seq() == over.seq).await;
    for peer in [&mut ann, &mut bo] {
        assert!(plies(peer, &code).is_empty());
        assert_late_joiner_sees_the_same(&server, peer, &code).await;
    }
    // Resuming the room reveals nothing either.
    let mut ann = ann.reconnect(server.addr).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert!(plies(&ann, &code).is_empty());
}

#[tokio::test]
async fn where_nobody_plays_everybody_sees_the_thoughts_at_once() {
    let server = TestServer::memory().await;
    for (rule, live, after) in [
        (ThoughtRule::Live, true, true),
        (ThoughtRule::AfterGame, false, true),
        (ThoughtRule::Never, false, false),
    ] {
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        let settings = Settings { ai_games: AiGames::try_from(1).unwrap(), ..thinking(rule) };
        let code = ann.create(settings, [AI, AI]).await;
        ann.wait_room(&code, "the end of a game", |room| room.games_finished() == 1).await;
        let ply = ann.room(&code).game().unwrap().ply();
        let events = ann.unread_events(&code);
        let noted = |event: &Event| matches!(event, Event::ThoughtNoted { .. });
        let seen = events.iter().filter(|told| noted(&told.event)).count();
        assert_eq!(seen, if live { usize::from(ply) } else { 0 }, "{rule:?}");
        let disclosed = events.iter().any(|told| matches!(told.event, Event::Disclosed { .. }));
        assert_eq!(disclosed, !live, "{rule:?}");
        assert_eq!(plies(&ann, &code).len(), if after { usize::from(ply) } else { 0 }, "{rule:?}");
        if after {
            // The last stone won or filled the board.
            let last = thoughts(&ann, &code).last().unwrap().thinking.value;
            let won = ann.room(&code).game().unwrap().end().unwrap().winner.is_some();
            assert_eq!(last == Value::Win(1), won, "{last:?}");
        }
        assert_late_joiner_sees_the_same(&server, &mut ann, &code).await;
    }
}

#[tokio::test]
async fn whoever_sits_down_for_the_next_game_sees_its_thoughts_and_who_stands_up_does_not() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = begun(&server, ThoughtRule::Live).await;
    ann.resign(&code).await.unwrap();
    ann.ask(Some(&code), Command::Stand { seat: Seat::One }).await.unwrap();
    bo.ask(Some(&code), Command::Sit { seat: Seat::One, guest: None }).await.unwrap();
    // The other side begins game two.
    bo.wait_room(&code, "the AI's stone", |room| room.turn() == Some(Seat::One)).await;
    let seq = bo.room(&code).seq();
    ann.wait_room(&code, "the same", |room: &Room| room.seq() == seq).await;
    assert_eq!((plies(&bo, &code), plies(&ann, &code)), (vec![1], vec![]));
    for peer in [&mut ann, &mut bo] {
        assert_late_joiner_sees_the_same(&server, peer, &code).await;
    }
}
