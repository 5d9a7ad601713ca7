//! Early verdicts: announced only if true, and only if the settings allow them.

use tengen_shared::{
    game::{Event, Foreseen, Game, Room, RoomCode, Seat, SeatPlan, Settings, VerdictRule},
    protocol::Codec,
    rules::{Position, Variant, wins_at},
};
use tengen_tests::{Peer, TestServer, settings};

const GAMES: u32 = 40;

/// Returns the person's move: a winning point if there is one, else a random point.
fn reply(position: &Position, dice: &mut usize) -> String {
    let win = position.legal_points().find(|point| wins_at(position.board(), *point, position.to_move()));
    *dice = (*dice * 1_103_515_245 + 12_345) % (1 << 31);
    let legal: Vec<_> = position.legal_points().collect();
    win.unwrap_or(legal[(*dice >> 16) % legal.len()]).to_string()
}

/// Plays one game and returns each verdict in order.
async fn play(ann: &mut Peer, code: &RoomCode, dice: &mut usize) -> Vec<Foreseen> {
    let mut said: Vec<Foreseen> = Vec::new();
    loop {
        let moved = |room: &Room| room.turn() != Some(Seat::Two);
        ann.wait_room(code, "the AI's stone", moved).await;
        let game = ann.room(code).game().unwrap();
        if let Some(new) = game.foreseen().filter(|new| said.last() != Some(new)) {
            said.push(new);
        }
        if game.end().is_some() {
            return said;
        }
        let point = reply(game.position(), dice);
        ann.place(code, &point).await.unwrap();
    }
}

/// Plays games against `bot` under `verdicts`. Returns the verdicts, the winner and the number of moves of each.
async fn played(
    server: &TestServer,
    bot: &str,
    verdicts: VerdictRule,
) -> Vec<(Vec<Foreseen>, Option<Seat>, u16)> {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let settings = Settings { verdicts, ..settings(Variant::TICTACTOE) };
    let bot = bot.parse().unwrap();
    let code = ann.create(settings, [SeatPlan::Me {}, SeatPlan::Ai { bot }]).await;
    let (mut dice, mut games) = (11, Vec::new());
    for number in 1..=GAMES {
        ann.wait_room(&code, "the game", |room| room.game().is_some_and(|game| game.number() == number))
            .await;
        let said = play(&mut ann, &code, &mut dice).await;
        let told = |event: &Event| matches!(event, Event::WinForeseen { .. });
        let events = ann.unread_events(&code);
        assert_eq!(events.iter().filter(|stamped| told(&stamped.event)).count(), said.len());
        let game = ann.room(&code).game().unwrap();
        games.push((said, game.end().unwrap().winner, game.ply()));
        ann.clear();
        ann.ready(&code).await.unwrap();
    }
    games
}

#[tokio::test]
async fn what_a_classic_level_foresees_comes_true_in_time() {
    let server = TestServer::memory().await;
    let mut foreseen = 0;
    for bot in ["hard", "levels:5", "alphabeta:4"] {
        for (said, winner, plies) in played(&server, bot, VerdictRule::Classic).await {
            for told in said {
                assert!(told.winner == Seat::Two, "{bot}: an AI foretells its own wins only");
                assert!(
                    winner == Some(Seat::Two) && plies <= told.ply,
                    "{bot}: {winner:?} {plies}, {told:?}"
                );
                foreseen += 1;
            }
        }
    }
    assert!(foreseen >= 10, "{foreseen} wins of the AI were foreseen");
}

#[tokio::test]
async fn no_verdict_is_said_where_there_shall_be_none() {
    let server = TestServer::memory().await;
    for (bot, rule) in
        [("hard", VerdictRule::Never), ("solver", VerdictRule::Never), ("solver", VerdictRule::Classic)]
    {
        let games = played(&server, bot, rule).await;
        assert!(games.iter().all(|(said, ..)| said.is_empty()), "{bot} {rule:?}");
        assert!(
            games.iter().any(|(_, winner, _)| *winner == Some(Seat::Two)),
            "there was something to foresee"
        );
    }
    let games = played(&server, "solver", VerdictRule::Always).await;
    for (said, winner, plies) in &games {
        // The solver engine finds the first forced win and its exact length; after that, the win can only become
        // quicker.
        assert!(said.iter().all(|told| *winner == Some(told.winner) && *plies <= told.ply), "{said:?}");
    }
    assert!(games.iter().any(|(said, ..)| !said.is_empty()));
}

#[tokio::test]
async fn a_verdict_is_for_one_game() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let bot = "hard".parse().unwrap();
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Ai { bot }]).await;
    let mut dice = 11;
    let mut number = 1;
    while play(&mut ann, &code, &mut dice).await.is_empty() {
        ann.ready(&code).await.unwrap();
        number += 1;
        ann.wait_room(&code, "the game", |room| room.game().is_some_and(|game| game.number() == number))
            .await;
    }
    assert!(ann.room(&code).game().and_then(Game::foreseen).is_some(), "it stays on the board of its game");
    let begun = ann.ready(&code).await.unwrap();
    assert!(begun.events.iter().any(|told| matches!(told.event, Event::GameBegun { .. })));
    assert_eq!(ann.room(&code).game().unwrap().number(), number + 1);
    assert_eq!(ann.room(&code).game().and_then(Game::foreseen), None);
}
