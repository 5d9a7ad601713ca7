//! Finished games: who can list and see which, and that the records match the games.

use tengen_shared::{
    game::{
        Access, ClockRule, Command, EndReason, Game, GameId, GameRecord, RejectCode, Room, RoomCode, Seat,
        SeatPlan, Settings, SpectatorRule,
    },
    protocol::{Codec, GAMES_PAGE, GameSummary, GamesOf},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, place_all, settings};

fn tictactoe(access: Access) -> Settings {
    Settings { access, ..settings(Variant::TICTACTOE) }
}

async fn couple(server: &TestServer) -> (Peer, Peer) {
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    (ann, Peer::connect(server.addr, "Bo", Codec::Bincode).await)
}

async fn table(ann: &mut Peer, bo: &mut Peer, settings: Settings) -> RoomCode {
    let code = ann.open_table(settings).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the first game", Room::is_playing).await;
    code
}

/// Makes both players ready for the next game, and waits until they see it begin.
async fn next_game(ann: &mut Peer, bo: &mut Peer, code: &RoomCode) {
    for peer in [&mut *ann, &mut *bo] {
        peer.wait_room(code, "the end", |room| !room.is_playing()).await;
        peer.ready(code).await.unwrap();
    }
    for peer in [ann, bo] {
        peer.wait_room(code, "the next game", Room::is_playing).await;
    }
}

fn numbers(games: &[GameSummary]) -> Vec<u32> {
    games.iter().map(|game| game.number).collect()
}

fn of(peer: &Peer) -> GamesOf {
    GamesOf::Player { player: peer.player }
}

/// Asserts that the record of a game matches the room as a viewer saw it.
fn assert_as_seen(record: &GameRecord, room: &Room) {
    let game: &Game = room.game().unwrap();
    assert_eq!((&record.room, record.number), (room.code(), game.number()));
    assert_eq!(record.moves, game.position().moves());
    assert_eq!((record.turns.as_slice(), record.begun), (game.turns(), game.begun()));
    assert_eq!((Some(&record.end), Some(record.black)), (game.end(), game.black()));
    assert_eq!(record.variant, room.settings().variant);
    assert_eq!(record.clock, room.settings().clock);
    for (seat, who) in record.seats.iter() {
        assert_eq!(Some(who), room.seats()[seat].occupant.as_ref());
    }
    assert!(record.ended >= record.begun && record.position(usize::MAX).is_some());
    let used: u64 = record.turns.iter().map(|turn| u64::from(turn.used_ms)).sum();
    assert!(record.begun + used <= record.ended, "{record:?}");
}

#[tokio::test]
async fn a_game_is_kept_as_it_was_played_and_is_the_same_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let (mut ann, mut bo) = couple(&server).await;
    let clock = ClockRule::fischer(600_000, 5_000).unwrap();
    let code = table(&mut ann, &mut bo, Settings { clock, ..tictactoe(Access::Listed) }).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    let seen = ann.room(&code).clone();
    next_game(&mut ann, &mut bo, &code).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    bo.resign(&code).await.unwrap();
    let games = ann.games(Some(&code), GamesOf::Room {}, None).await.unwrap();
    assert_eq!(numbers(&games), [2, 1]);
    assert_eq!((games[0].reason, games[0].moves), (EndReason::Resignation, 1));
    assert_eq!((games[1].winner, games[1].reason), (Some(Seat::One), EndReason::Line));
    let record = bo.show_game(games[1].game).await.unwrap();
    assert_as_seen(&record, &seen);
    assert!(record.turns.iter().all(|turn| turn.left.ms > 590_000), "{record:?}");
    for summary in &games {
        let record = ann.show_game(summary.game).await.unwrap();
        assert_eq!(&GameSummary::new(summary.game, &record), summary);
    }
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    assert_eq!(ann.my_games().await, games, "under the same numbers");
    assert_eq!(ann.show_game(games[1].game).await.unwrap(), record);
}

#[tokio::test]
async fn games_of_listed_rooms_are_for_all_and_others_for_their_players_and_company() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Bincode).await;
    let open = table(&mut ann, &mut bo, tictactoe(Access::Listed)).await;
    let hidden = table(&mut ann, &mut bo, tictactoe(Access::Unlisted)).await;
    for code in [&open, &hidden] {
        ann.resign(code).await.unwrap();
    }
    let mine = ann.my_games().await;
    assert_eq!(mine.len(), 2);
    let (secret, public) = (mine[0].game, mine[1].game);
    assert_eq!((&mine[0].room, &mine[1].room), (&hidden, &open));
    for who in [of(&ann), of(&bo)] {
        let seen = eve.games(None, who, None).await.unwrap();
        assert_eq!(seen.iter().map(|game| game.game).collect::<Vec<_>>(), [public]);
    }
    assert_eq!(ann.games(None, of(&ann), None).await.unwrap().len(), 2, "one's own are all there");
    assert_eq!(bo.games(None, of(&ann), None).await.unwrap().len(), 1);
    eve.show_game(public).await.unwrap();
    let refused = eve.show_game(secret).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoSuchGame);
    // The answer does not reveal that the game exists.
    let none = eve.show_game(GameId(9_999)).await.unwrap_err();
    assert_eq!(none.code, RejectCode::NoSuchGame);
    assert_eq!(
        refused.text.as_str().replace(&secret.0.to_string(), "N"),
        none.text.as_str().replace("9999", "N")
    );
    for id in [GameId(0), GameId(u32::MAX)] {
        assert_eq!(eve.show_game(id).await.unwrap_err().code, RejectCode::NoSuchGame);
    }
    for spectators in [SpectatorRule::Never, SpectatorRule::ByConsent] {
        let private = Settings { spectators, ..tictactoe(Access::Listed) };
        let private = table(&mut ann, &mut bo, private).await;
        ann.resign(&private).await.unwrap();
        let game = ann.my_games().await[0].game;
        assert_eq!(eve.show_game(game).await.unwrap_err().code, RejectCode::NoSuchGame, "{spectators:?}");
        assert_eq!(eve.games(None, of(&ann), None).await.unwrap().len(), 1, "{spectators:?}");
    }
    cy.watch(&hidden).await.unwrap();
    cy.show_game(secret).await.expect("who follows the room may");
    assert_eq!(cy.games(Some(&hidden), GamesOf::Room {}, None).await.unwrap().len(), 1);
    cy.ask(Some(&hidden), Command::Leave {}).await.unwrap();
    assert_eq!(cy.show_game(secret).await.unwrap_err().code, RejectCode::NoSuchGame);
    let outside = cy.games(Some(&hidden), GamesOf::Room {}, None).await.unwrap_err();
    assert_eq!(outside.code, RejectCode::NotInRoom);
    assert_eq!(cy.games(None, GamesOf::Room {}, None).await.unwrap_err().code, RejectCode::NotInRoom);
    for peer in [&mut ann, &mut bo] {
        peer.ask(Some(&hidden), Command::Leave {}).await.unwrap();
        peer.show_game(secret).await.expect("who played it may, wherever they are");
    }
    assert_eq!(eve.my_games().await, []);
}

#[tokio::test]
async fn a_long_list_comes_in_pages_without_holes_or_doubles() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = table(&mut ann, &mut bo, tictactoe(Access::Listed)).await;
    let games = 2 * GAMES_PAGE + 3;
    for number in 1..=games {
        if number > 1 {
            next_game(&mut ann, &mut bo, &code).await;
        }
        ann.resign(&code).await.unwrap();
    }
    for (room, list) in [(Some(&code), GamesOf::Room {}), (None, GamesOf::Me {}), (None, of(&ann))] {
        let (mut seen, mut before, mut pages) = (Vec::new(), None, Vec::new());
        loop {
            let page = bo.games(room, list, before).await.unwrap();
            pages.push(page.len());
            seen.extend(numbers(&page));
            match page.last() {
                Some(last) if page.len() == GAMES_PAGE => before = Some(last.game),
                Some(_) | None => break,
            }
        }
        assert_eq!(pages, [GAMES_PAGE, GAMES_PAGE, 3]);
        let all: Vec<u32> = (1..=u32::try_from(games).unwrap()).rev().collect();
        assert_eq!(seen, all);
        assert_eq!(bo.games(room, list, Some(GameId(0))).await.unwrap(), []);
    }
}

#[tokio::test]
async fn games_that_count_for_nothing_are_not_kept() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = table(&mut ann, &mut bo, tictactoe(Access::Listed)).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    bo.abort(&code).await.unwrap();
    assert_eq!(ann.my_games().await, []);
    next_game(&mut ann, &mut bo, &code).await;
    bo.resign(&code).await.unwrap();
    assert_eq!(numbers(&ann.my_games().await), [2]);
    let easy = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let code = cy.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, easy]).await;
    cy.restart(&code).await.unwrap();
    assert_eq!(cy.my_games().await, []);
    cy.resign(&code).await.unwrap();
    assert_eq!(numbers(&cy.my_games().await), [2]);
}
