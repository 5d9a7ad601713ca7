//! Tests that a search allocates only at the start and for each report of a depth, never in a node.

#![allow(unsafe_code, reason = "an allocator that counts is unsafe by its trait")]
#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicU64, Ordering},
};

use tengen_engine::{Engine as _, Limits, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::Position;

/// The system's allocator with a count of allocations.
struct Counted;

static COUNT: AtomicU64 = AtomicU64::new(0);

// Safety: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // Safety: the caller fulfils the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // Safety: the caller fulfils the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // Safety: the caller fulfils the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Returns the allocations of one search with a limit of `nodes` nodes.
fn allocations(position: &Position, nodes: u64) -> u64 {
    let mut engine = PvsEngine::new(1 << 20, u8::MAX);
    let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
    let before = COUNT.load(Ordering::Relaxed);
    engine.choose(position, &limits, &StopFlag::default(), &mut ()).unwrap();
    COUNT.load(Ordering::Relaxed) - before
}

#[test]
fn ten_times_the_nodes_take_no_more_allocations_but_for_a_few_depths() {
    for (variant, moves) in [
        ("gomoku15", "h8 i9 j8 i8 i7 h6 j9 g7 k10"),
        ("gomoku15", "j8 i4 k7 k8 f8 i9 i7 j9 h8 l7 i10 k6 j5 j6 l6 h7 k9 l10 g8 i8"),
        ("26x26k5 exact", "m13 n14 n13 o13"),
        ("12x12k7", "f6 g7 f7"),
    ] {
        let mut position = Position::new(variant.parse().unwrap());
        for point in moves.split(' ') {
            position.play(point.parse().unwrap()).unwrap();
        }
        // The first search in the process builds the pattern tables.
        allocations(&position, 10);
        let [few, many] = [10_000, 100_000].map(|nodes| allocations(&position, nodes));
        // Each completed depth makes two allocations.
        assert!(many.abs_diff(few) < 40, "{variant} {moves}: {few} and {many}");
    }
}
