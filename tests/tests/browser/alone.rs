//! The engines in the page: games without a server, and the analysis board.

use std::time::Instant;

use serde::Deserialize;
use tengen_shared::{
    protocol::{pack, unpack},
    rules::{Level, Position, Variant},
};
use tengen_tests::{
    ServerProcess, TestServer,
    browser::{Device, Driver, User},
    poll_until,
};
use tengen_worker::{Answer, Ask as _, Question, Setup};

const SERVER: &str = env!("CARGO_BIN_EXE_server-under-test");
/// Positions with a forced win for the side to move, on 15x15.
const TACTICS: &str = include_str!("../../../engine/tests/vectors/tactics.jsonl");
/// How many of them the page must solve, the first ones.
const SOLVED: usize = 10;

/// Taps a point of a small board twice, which places a stone.
async fn tap(user: &User, point: &str) {
    user.point(point).await;
    user.sees("tap again").await;
    user.point(point).await;
}

#[tokio::test]
async fn a_game_goes_on_when_the_server_is_gone() {
    let driver = Driver::start().await;
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let ann = driver.user(Device::Phone).await;
    ann.open(server.addr, "/alone").await;
    ann.click("Start").await;
    ann.sees("Your turn").await;
    tap(&ann, "h8").await;
    poll_until("an answer", async || ann.stones().await.len() == 2).await;
    server.kill().await;
    for stones in [4, 6] {
        let point =
            ann.evaluate("return document.querySelector('.cell:not(.black):not(.white)').id.slice(2)").await;
        ann.sees("Your turn").await;
        tap(&ann, point.as_str().unwrap()).await;
        poll_until("an answer", async || ann.stones().await.len() == stones).await;
    }
    ann.click("More").await;
    ann.click("ask for a hint").await;
    ann.sees("Hint:").await;
    ann.close().await;
}

#[derive(Deserialize)]
struct Tactic {
    moves: String,
}

#[tokio::test]
async fn the_analysis_board_finds_forced_wins_and_plays_them() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let ann = driver.user(Device::Desktop).await;
    ann.open(server.addr, "/board").await;
    ann.click("Analyse").await;
    for line in TACTICS.lines().take(SOLVED) {
        let tactic: Tactic = serde_json::from_str(line).unwrap();
        let side = if tactic.moves.split(' ').count().is_multiple_of(2) { "black" } else { "white" };
        let wins = format!("{side} wins in ");
        ann.replace("Moves", &tactic.moves).await;
        ann.click("Show").await;
        let last = tactic.moves.rsplit(' ').next().unwrap();
        ann.sees(&format!("Move {0} of {0}: {last}", tactic.moves.split(' ').count())).await;
        let began = Instant::now();
        let best = "return document.querySelector('.best button')?.innerText ?? ''";
        poll_until(&tactic.moves, async || {
            let best = ann.evaluate(best).await;
            best.as_str().is_some_and(|best| best.starts_with(&wins))
        })
        .await;
        println!("a forced win found after {:?}", began.elapsed());
    }
    // The line leads to the win, step by step.
    poll_until("the end of the analysis", async || {
        let searched = ann.evaluate("return document.querySelector('.analysis output').innerText").await;
        searched.as_str().is_some_and(|searched| !searched.ends_with('…'))
    })
    .await;
    ann.evaluate("document.querySelector('.best button').click()").await;
    poll_until("the end of the line", async || {
        ann.evaluate("document.querySelector('.steps button:nth-child(3)').click()").await;
        ann.text().await.contains(", which wins")
    })
    .await;
    ann.close().await;
}

/// Asks the page's worker, as the page does.
const ASK: &str = "const [question, tell] = arguments;
    const worker = new Worker(document.getElementById('page').dataset.worker, { type: 'module' });
    worker.onmessage = ({ data }) => {
        worker.terminate();
        tell(typeof data === 'string' ? data : [...data]);
    };
    worker.onerror = () => tell('the worker does not start');
    worker.postMessage(new Uint8Array(JSON.parse(question)));";

/// Every search depends on thousands of values of the network, so any difference in one would show.
#[tokio::test]
async fn the_engine_searches_the_same_nodes_in_a_browser() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let ann = driver.user(Device::Desktop).await;
    ann.open(server.addr, "/board").await;
    let moves = TACTICS.lines().take(SOLVED).map(|line| serde_json::from_str::<Tactic>(line).unwrap().moves);
    let wins = moves.map(|moves| (Variant::GOMOKU15, moves));
    let quiet =
        [Variant::GOMOKU19, Variant::RENJU15, Variant::CARO15].map(|it| (it, "h8 i9 j8 i8 i7".into()));
    for (variant, moves) in wins.chain(quiet) {
        let mut position = Position::new(variant);
        for point in moves.split(' ') {
            position.play(point.parse().unwrap()).unwrap();
        }
        let bot = Level::Hard.into();
        let question = Question::Turn { setup: Setup::of(&position), bot, step: None, seed: 1, ms: 0 };
        let message = [&[Question::KIND], pack(&question).as_slice()].concat();
        let bytes = ann.evaluate_async(ASK, &serde_json::to_string(&message).unwrap()).await;
        let bytes: Vec<u8> = serde_json::from_value(bytes).unwrap();
        let mut here = None;
        tengen_worker::answer(&question, &mut |answer| here = Some(answer));
        assert_eq!(unpack::<Answer>(&bytes).ok(), here, "{variant}: {moves}");
        assert!(matches!(here, Some(Answer::Stone { thinking: Some(_), .. })), "{here:?}");
    }
    ann.close().await;
}

#[tokio::test]
async fn a_board_is_saved_as_a_picture() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let ann = driver.user(Device::Desktop).await;
    ann.open(server.addr, "/board").await;
    ann.replace("Moves", "h8 i9").await;
    ann.click("Show").await;
    ann.sees("Move 2 of 2").await;
    let watch = "HTMLCanvasElement.prototype.toBlob = new Proxy(HTMLCanvasElement.prototype.toBlob, {
                     apply: (make, canvas, [tell]) =>
                         make.call(canvas, file => { window.made = file.type; tell(file); })
                 });
                 HTMLAnchorElement.prototype.click = function() { window.saved = [this.download, window.made]; window.address = this.href; }";
    ann.evaluate(watch).await;
    ann.click("Save as SVG").await;
    let is_picture =
        "return window.address?.startsWith('data:image/svg+xml,%3Csvg') && window.saved[0] === 'board.svg'";
    poll_until("the picture in SVG", async || ann.evaluate(is_picture).await == true).await;
    ann.click("Save as PNG").await;
    let saved = serde_json::json!(["board.png", "image/png"]);
    poll_until("the picture", async || ann.evaluate("return window.saved").await == saved).await;
    ann.close().await;
}
