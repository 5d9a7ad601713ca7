//! Hours of watching a game in a page, played as fast as the page follows.

use std::{fs, path::Path};

use anyhow::Context as _;
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use serde_json::json;
use tengen_shared::{
    game::{Room, RoomCode},
    rules::Variant,
};
use tengen_tests::{Peer, browser::User, person_room, seat_to_move};

use super::{Bench, metric, report::Memory};
use crate::proc;

/// The moves of an hour: one a second.
const MOVES: u64 = 3_600;
/// How often to look at the memory.
const LOOKS: u64 = 5;
/// After this many moves, the players wait until the page shows the last one.
const STEP: u64 = 50;

/// Two people play game after game while a page watches.
pub(super) async fn run(bench: &Bench, hours: u64) -> anyhow::Result<Vec<Memory>> {
    let (mut ann, mut bo) = (bench.peer("Ann").await, bench.peer("Bo").await);
    let code = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    let page = bench.guest("Cy", &format!("/watch/{code}")).await;
    page.sees("Ann").await;
    let mut rng = SmallRng::seed_from_u64(7);
    let mut looks = Vec::new();
    for look in 0..=LOOKS {
        let until = hours * MOVES * look / LOOKS;
        for played in looks.last().map_or(0, |look: &Memory| look.moves)..until {
            step(&mut ann, &mut bo, &code, &mut rng).await;
            if played % STEP == 0 {
                follow(&page, &ann, &code).await;
            }
        }
        follow(&page, &ann, &code).await;
        looks.push(look_at(&page, until).await?);
    }
    page.close().await;
    Ok(looks)
}

/// Plays a random move, or begins the next game.
async fn step(ann: &mut Peer, bo: &mut Peer, code: &RoomCode, rng: &mut SmallRng) {
    if !ann.room(code).is_playing() {
        ann.ready(code).await.expect("the server takes it");
        bo.ready(code).await.expect("the server takes it");
        ann.wait_room(code, "the next game", Room::is_playing).await;
    }
    let points: Vec<_> = ann.room(code).game().expect("a game").position().legal_points().collect();
    let point = points[rng.random_range(0..points.len())].to_string();
    let is_ann = ann.seat(code) == seat_to_move(ann, code);
    let (mover, other) = if is_ann { (ann, bo) } else { (bo, ann) };
    let done = mover.place(code, &point).await.expect("a legal move");
    other.wait_room(code, "the move", |room| room.seq() >= done.seq).await;
    mover.clear();
    other.clear();
}

/// Waits until the page has as many stones as the game.
async fn follow(page: &User, ann: &Peer, code: &RoomCode) {
    let stones = ann.room(code).game().map_or(0, |game| usize::from(game.ply()));
    tengen_tests::poll_until("the page", async || page.stones().await.len() == stones).await;
    // What it measures of itself is not the page's memory.
    page.evaluate("measured.messages.length = 0").await;
}

async fn look_at(page: &User, moves: u64) -> anyhow::Result<Memory> {
    for _ in 0..2 {
        page.devtools("HeapProfiler.collectGarbage", json!({})).await;
    }
    page.devtools("Performance.enable", json!({})).await;
    Ok(Memory {
        moves,
        script_mib: metric(page, "JSHeapUsedSize").await / MIB,
        nodes: metric(page, "Nodes").await,
        renderer_mib: renderer(page.profile())? / MIB,
    })
}

const MIB: f64 = (1 << 20) as f64;

/// Returns the resident memory of the largest renderer of the browser with these files, in bytes.
fn renderer(profile: &Path) -> anyhow::Result<f64> {
    let profile = profile.to_str().context("a path that is no text")?;
    let mut largest = 0;
    for process in fs::read_dir("/proc").context("this needs Linux")?.flatten() {
        let Some(pid) = process.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // A process may end in the meantime.
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line);
        if line.contains("--type=renderer") && line.contains(profile) {
            largest = largest.max(proc::resident(pid).unwrap_or_default());
        }
    }
    Ok(largest as f64)
}
