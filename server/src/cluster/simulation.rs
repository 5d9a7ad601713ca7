//! Histories of whole nodes: clients that play in rooms, and brokers and nodes that fail. Everything runs in one thread on a
//! paused clock.
//!
//! `TENGEN_SIM_SEED=n` plays one history again, and `TENGEN_SIM_HISTORIES=n` so many in the long run. The numbers of runs and
//! the codes of rooms are random, so two plays of one seed are alike, but not always the same.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod gate;
mod ledger;
mod log;
mod node;
mod person;
mod world;

use std::panic::AssertUnwindSafe;

use world::World;

/// Histories in the quick run and in the long one.
const HISTORIES: (u64, u64) = (50, 500);
/// Steps of a history.
const STEPS: usize = 300;

fn play(seed: u64) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut world = World::new(seed).await;
        for _ in 0..STEPS {
            world.step().await;
        }
        world.finish().await;
    });
}

fn play_all(histories: u64) {
    let number = |name| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let seeds = match number("TENGEN_SIM_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..histories,
    };
    for seed in seeds {
        let played = std::panic::catch_unwind(AssertUnwindSafe(|| play(seed)));
        assert!(played.is_ok(), "history {seed} breaks a promise: TENGEN_SIM_SEED={seed} plays it again");
    }
}

#[test]
fn games_go_on_whatever_happens_to_nodes_and_brokers() {
    play_all(HISTORIES.0);
}

#[test]
#[ignore = "long lane: 500 histories"]
fn games_go_on_whatever_happens_to_nodes_and_brokers_in_the_long_run() {
    let wanted = std::env::var("TENGEN_SIM_HISTORIES").ok().and_then(|histories| histories.parse().ok());
    play_all(wanted.unwrap_or(HISTORIES.1));
}
