//! Histories of whole nodes: clients that play in rooms, and brokers and nodes that fail. Everything runs in one thread on a
//! paused clock.
//!
//! `TENGEN_SIM_SEED=n` plays history n again, and with `TENGEN_SIM_HISTORIES=m` the m histories from n on. The numbers of
//! runs and the codes of rooms are random, so two plays of one seed are alike, but not always the same.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod gate;
mod ledger;
mod log;
mod node;
mod person;
mod world;

use std::{cell::Cell, sync::Once};

use tokio::runtime::{Builder, Runtime};
use world::World;

/// Histories in the quick run and in the long one.
const HISTORIES: (u64, u64) = (50, 500);
/// Steps of a history.
const STEPS: usize = 300;

thread_local! {
    /// The panics of this thread. A room catches its own, so that they would not be seen.
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Counts panics from now on.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            before(panic);
        }));
    });
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().start_paused(true).build().unwrap()
}

/// Returns how many take-overs, stones, ends of games, moves found by other nodes and people in wait of a quick match there
/// were.
fn play(seed: u64) -> [usize; 5] {
    let counts = runtime().block_on(async {
        let mut world = World::new(seed).await;
        for _ in 0..STEPS {
            world.step().await;
        }
        world.finish().await
    });
    assert_eq!(PANICS.get(), 0, "the server panicked");
    counts
}

fn play_all(histories: u64) {
    count_panics();
    let (first, asked) = (number("TENGEN_SIM_SEED"), number("TENGEN_SIM_HISTORIES"));
    let played = asked.unwrap_or(if first.is_some() { 1 } else { histories });
    let first = first.unwrap_or(0);
    let mut all = [0; 5];
    for seed in first..first + played {
        let counts = std::panic::catch_unwind(|| play(seed));
        let counts = counts.unwrap_or_else(|_| {
            panic!("history {seed} breaks a promise: TENGEN_SIM_SEED={seed} plays it again")
        });
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
    }
    // One history alone may have none.
    let [take_overs, stones, ends, far_moves, waiting] = all;
    assert!(
        played == 1 || all.iter().all(|count| *count > 0),
        "{take_overs} take-overs, {stones} stones, {ends} ends, {far_moves} moves found by other nodes, \
         {waiting} people wait for a quick match"
    );
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn games_go_on_whatever_happens_to_nodes_and_brokers() {
    play_all(HISTORIES.0);
}

#[test]
fn a_room_from_which_nobody_comes_back_to_its_host_is_offered_again() {
    runtime().block_on(World::lose_a_stranger());
}

#[test]
fn a_node_that_others_took_for_dead_looks_after_its_rooms() {
    runtime().block_on(World::take_the_living_for_dead());
}

#[test]
fn connections_come_to_a_room_only_in_the_epoch_that_their_node_knows() {
    runtime().block_on(World::visit_in_other_epochs());
}

#[test]
fn a_node_without_a_lease_refuses_nothing_for_good() {
    runtime().block_on(World::ask_without_a_lease());
}

#[test]
#[ignore = "long lane: 500 histories"]
fn games_go_on_whatever_happens_to_nodes_and_brokers_in_the_long_run() {
    play_all(HISTORIES.1);
}
