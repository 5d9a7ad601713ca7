//! `placement`: a model of where rooms are placed on the nodes of a cluster. It places real codes with the server's own
//! function, and counts what travels.

use std::io::Write as _;

use anyhow::{Context as _, ensure};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use serde::Serialize;
use tengen_server::cluster::{Place, place_among};
use tengen_shared::game::hidden_code;

use crate::flags::at_least_one;

/// Renewals of a lease per second and node, each of which every node follows.
const RENEWALS: f64 = 2.0;

/// The options of `placement`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Number of rooms, each with a running game
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = at_least_one())]
    pub(crate) rooms: usize,
    /// Numbers of nodes
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "3,10,30,100", value_parser = at_least_one())]
    pub(crate) nodes: Vec<usize>,
    /// Spectators of each room
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) spectators: usize,
    /// Seconds between two moves of a game
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(crate) seconds_per_move: f64,
    /// Seed of the codes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The figures for one number of nodes.
#[derive(Serialize)]
struct Line {
    nodes: usize,
    rooms: usize,
    /// The rooms of the emptiest and of the fullest node, as a share of the mean.
    emptiest: f64,
    fullest: f64,
    /// The share of all rooms that move when a node goes, and when one comes; at best, its own.
    moved_when_one_goes: f64,
    moved_when_one_comes: f64,
    /// The share of rooms with a player on another node than their own.
    spread: f64,
    /// Messages that nodes send to the broker per second: appended records, and those from node to node, at most one for each
    /// move and node. The broker puts several into one frame.
    appends_per_second: f64,
    between_nodes_per_second: f64,
    /// Renewed leases, as all nodes together receive them.
    leases_per_second: f64,
}

/// Prints a line of JSON for each number of nodes.
///
/// # Errors
/// Returns an error if standard output cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut rng = SmallRng::seed_from_u64(args.seed);
    let places: Vec<Place> = (0..args.rooms).map(|_| Place::from(&hidden_code(rng.random()))).collect();
    let mut out = std::io::stdout();
    ensure!(args.seconds_per_move > 0.0, "--seconds-per-move must be more than 0");
    for nodes in &args.nodes {
        let line = serde_json::to_string(&model(*nodes, &places, args, &mut rng)?)?;
        writeln!(out, "{line}").context("cannot write to standard output")?;
    }
    Ok(())
}

fn model(count: usize, places: &[Place], args: &Args, rng: &mut SmallRng) -> anyhow::Result<Line> {
    let names: Vec<Place> = (0..=count).map(|number| Place::of(&format!("node-{number}"))).collect();
    let (mut rooms, mut goes, mut comes) = (vec![0_u32; count], 0_u32, 0_u32);
    for of in places {
        let before = place_among(*of, &names[..count]).context("there must be a node")?;
        rooms[before] += 1;
        // The last one goes, or one more comes.
        goes += u32::from(place_among(*of, &names[..count - 1]) != Some(before));
        comes += u32::from(place_among(*of, &names) != Some(before));
    }
    let (mut spread, mut hops) = (0_u32, 0_u32);
    for _ in places {
        // A room is made on the node of its maker. The other player and the spectators are anywhere.
        let mut people: Vec<usize> = (0..=args.spectators).map(|_| rng.random_range(0..count)).collect();
        spread += u32::from(people[0] != 0);
        // Of two moves, one comes from the other player's node, which also gets the answer.
        let from_other = u32::from(people[0] != 0);
        people.retain(|node| *node != 0);
        people.sort_unstable();
        people.dedup();
        hops += 2 * u32::try_from(people.len())? + from_other;
    }
    let total = places.len() as f64;
    let share = |count: u32| f64::from(count) / total;
    let mean = total / count as f64;
    let of_mean = |rooms: Option<&u32>| rooms.map_or(0.0, |rooms| f64::from(*rooms) / mean);
    let moves = total / args.seconds_per_move;
    Ok(Line {
        nodes: count,
        rooms: places.len(),
        emptiest: of_mean(rooms.iter().min()),
        fullest: of_mean(rooms.iter().max()),
        moved_when_one_goes: share(goes),
        moved_when_one_comes: share(comes),
        spread: share(spread),
        appends_per_second: moves,
        // The hops of two moves.
        between_nodes_per_second: moves * share(hops) / 2.0,
        leases_per_second: RENEWALS * (count * count) as f64,
    })
}
