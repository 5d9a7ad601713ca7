//! A simulation of a room's shell: seeded histories of commands, disconnects, timers, crashes and journal failures.
//!
//! One seed drives everything, on a paused clock, so that a history that breaks a promise can be replayed:
//! `TENGEN_SIM_SEED=n cargo test -p tengen-server simulation`.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

pub(crate) mod acts;
mod checks;
mod client;
mod dry_runs;
mod failures;
mod faults;
mod invariants;
mod outgoing;
mod world;

use std::{collections::HashSet, mem::Discriminant};

use rand::{SeedableRng, rngs::SmallRng};
use tengen_shared::game::{EndReason, Event, Stamped};

/// Histories in the quick and in the long run of the tests. Two tests share each number, so that they run in parallel.
const FEW: u64 = 5_000;
const MANY: u64 = 100_000;
/// Steps in each history.
const STEPS: usize = 24;

/// Kinds of events that a room can record: all but `Event::Hidden`, which replaces an event in a viewer's copy.
const EVENT_KINDS: usize = 28;
/// Ways in which a game can end.
const END_REASONS: usize = 8;

/// The coverage of all histories together, to see that they lead everywhere.
#[derive(Default)]
struct Seen {
    events: HashSet<Discriminant<Event>>,
    ends: HashSet<EndReason>,
}

impl Seen {
    fn note(&mut self, log: &[Stamped]) {
        for stamped in log {
            self.events.insert(std::mem::discriminant(&stamped.event));
            if let Event::GameOver { end } = &stamped.event {
                self.ends.insert(end.reason);
            }
        }
    }
}

fn run(seeds: impl Iterator<Item = u64>) -> Seen {
    let mut seen = Seen::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.unwrap();
    for seed in seeds {
        let history = std::panic::AssertUnwindSafe(|| runtime.block_on(history(seed)));
        match std::panic::catch_unwind(history) {
            Ok(log) => seen.note(&log),
            Err(panic) => {
                eprintln!(
                    "the history of seed {seed} breaks a promise: replay it with TENGEN_SIM_SEED={seed}"
                );
                std::panic::resume_unwind(panic);
            }
        }
    }
    seen
}

async fn history(seed: u64) -> Vec<Stamped> {
    let mut world = world::World::new(SmallRng::seed_from_u64(seed)).await;
    for _ in 0..STEPS {
        let before = invariants::Before::of(world.room());
        world.step().await;
        checks::after_step(&world, &before);
        world.check_dry_runs();
    }
    world.finish().await;
    checks::at_the_end(&world).await
}

/// Plays the seed in `TENGEN_SIM_SEED` if it is set, else the seeds below `histories` that are even (`parity` 0) or odd
/// (1).
fn half(parity: u64, histories: u64) {
    if let Ok(seed) = std::env::var("TENGEN_SIM_SEED") {
        run(std::iter::once(seed.parse().unwrap()));
        return;
    }
    let seen = run((0..histories).filter(|seed| seed % 2 == parity));
    // Rare events may be missing from a few histories.
    let rare = if histories < MANY { 4 } else { 0 };
    let (events, ends) = (seen.events.len() + rare, seen.ends.len() + rare);
    assert!(events >= EVENT_KINDS, "only {} kinds of events", seen.events.len());
    assert!(ends >= END_REASONS, "only {:?}", seen.ends);
}

#[test]
fn every_promise_is_kept_in_even_histories() {
    half(0, FEW);
}

#[test]
fn every_promise_is_kept_in_odd_histories() {
    half(1, FEW);
}

#[test]
#[ignore = "long lane: 50,000 histories"]
fn every_promise_is_kept_in_many_even_histories() {
    half(0, MANY);
}

#[test]
#[ignore = "long lane: 50,000 histories"]
fn every_promise_is_kept_in_many_odd_histories() {
    half(1, MANY);
}
