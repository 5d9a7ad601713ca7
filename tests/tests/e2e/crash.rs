//! A small crash test: kills the server while rooms play, and checks that nothing accepted is lost.

use std::path::Path;

use tengen_tests::{
    PATIENCE,
    crash::{Plan, Report, run},
};

use crate::SERVER;

async fn crash(seed: u64, kills: usize, rooms: usize, folder: &Path) -> Report {
    let plan = Plan {
        program: SERVER.into(),
        folder: folder.to_owned(),
        rooms,
        connections: Plan::connections_for(rooms),
        kills,
        seed,
        busy_ms: 20..=200,
        patience: PATIENCE,
    };
    eprintln!("seed {seed}");
    run(&plan, |line| eprintln!("{line}")).await.unwrap()
}

async fn loses_nothing(seed: u64, kills: usize, rooms: usize) {
    let folder = tempfile::tempdir().unwrap();
    let report = crash(seed, kills, rooms, folder.path()).await;
    eprintln!(
        "{:?}, {} events, {} games",
        report.outcome.commands, report.outcome.events, report.outcome.games
    );
    if !report.outcome.failures.is_empty() {
        let folder = folder.keep();
        let first: Vec<_> = report.outcome.failures.iter().take(10).collect();
        let all = report.outcome.failures.len();
        panic!("seed {seed}, everything is kept in {}; {all} failures: {first:#?}", folder.display());
    }
    assert!(report.outcome.commands.acknowledged > 100, "too little was played: {report:?}");
    assert!(
        report.outcome.snapshots > 0 && report.outcome.commands.folded > 0,
        "nothing was compared: {report:?}"
    );
    assert!(report.outcome.history > 0, "no game is in the history: {report:?}");
    assert!(report.clocks > 0, "no clock was compared: {report:?}");
    assert!(report.outcome.commands.same_answers > 0, "nothing was repeated: {report:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_kills_under_twelve_rooms_lose_nothing() {
    loses_nothing(1, 5, 12).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_do_they_with_another_seed_each_time() {
    loses_nothing(rand::random(), 5, 12).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long lane: 50 kills (kill -9) under 60 rooms, with another seed each time"]
async fn fifty_kills_under_sixty_rooms_lose_nothing() {
    loses_nothing(rand::random(), 50, 60).await;
}
