//! `signature`: searches fixed positions to a fixed depth on one thread. The signature changes only if a change
//! affects the search.

use std::{fs, io::Write as _, path::Path};

use anyhow::{Context as _, ensure};
use serde::Serialize;
use tengen_engine::{Choice, Engine as _, Limits, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::{Position, Variant};

use crate::cli::SignatureArgs;

/// The size of a search's transposition table, in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// The positions to search: the variant, the moves and the depth.
const POSITIONS: [(&str, &str, u8); 10] = [
    ("gomoku15", "h8 h9 g8", 9),
    ("gomoku15", "h8 i9 j8 i8 i7 h6 j9 g7 k10", 9),
    ("gomoku15", "j8 i4 k7 k8 f8 i9 i7 j9 h8 l7 i10 k6 j5 j6 l6 h7 k9 l10 g8 i8", 8),
    ("gomoku15", "i12 e13 h11 e11 h13 g11", 7),
    ("standard15", "h8 i9 j8 i8 i7 h6 j9 g7", 7),
    ("gomoku19", "k10 l11 m10 l10 k12", 7),
    ("20x15k5", "k8 l9 m8 l7", 6),
    ("9x9k4", "e5 d4", 6),
    ("10x10k6 exact", "e5 f6 e6", 6),
    ("12x12k7", "f6 g7 f7", 4),
];

/// The report, printed as the last line.
#[derive(Debug, Serialize)]
struct Report {
    bench: &'static str,
    nodes: u64,
    /// A hash of every move, value, depth and node count, as 16 hexadecimal digits.
    signature: String,
}

/// Searches, prints the signature, and compares it with the stored one.
///
/// # Errors
/// Returns an error if it differs from the one in the file, or if the file cannot be read.
pub(crate) fn run(args: &SignatureArgs) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let (mut nodes, mut hash) = (0, FNV_START);
    for (variant, moves, depth) in POSITIONS {
        let choice = search(variant, moves, depth)?;
        let Choice { point, value, depth, nodes: looked, .. } = &choice;
        let told = format!("{variant}: {point} {value:?} depth {depth} nodes {looked}");
        writeln!(out, "{told}")?;
        nodes += looked;
        hash = fnv(hash, told.as_bytes());
    }
    let report = Report { bench: "signature", nodes, signature: format!("{hash:016x}") };
    writeln!(out, "{}", serde_json::to_string(&report)?)?;
    args.check.as_deref().map_or(Ok(()), |path| compare(&report, path))
}

fn compare(report: &Report, path: &Path) -> anyhow::Result<()> {
    let kept = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let now = format!("{} {}", report.nodes, report.signature);
    ensure!(
        kept.trim() == now,
        "the search has changed: {} says {:?} and it is {now:?}. If that was meant, say in the commit what an arena \
         says of it, and write the new one there",
        path.display(),
        kept.trim()
    );
    Ok(())
}

fn search(variant: &str, moves: &str, depth: u8) -> anyhow::Result<Choice> {
    let mut position = Position::new(variant.parse::<Variant>()?);
    for point in moves.split(' ') {
        position.play(point.parse()?)?;
    }
    let choice = PvsEngine::new(TABLE_BYTES, depth).choose(
        &position,
        &Limits::default(),
        &StopFlag::default(),
        &mut (),
    );
    choice.with_context(|| format!("no move on {variant} after {moves}"))
}

const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// The hash of Fowler, Noll and Vo, variant 1a: draft-eastlake-fnv.
fn fnv(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}
