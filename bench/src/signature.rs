//! `signature`: searches fixed positions to a fixed depth on one thread. There is a signature for each group of rule sets
//! that share pattern tables. It changes only if a change affects the search there.

use std::{fs, io::Write as _, path::Path};

use anyhow::{Context as _, ensure};
use serde::Serialize;
use tengen_engine::{Choice, Engine as _, Limits, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::{Position, Variant};

use crate::cli::SignatureArgs;

/// The size of a search's transposition table, in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// A position to search: the variant, the moves and the depth.
type Searched = (&'static str, &'static str, u8);

const GROUPS: [(&str, &[Searched]); 3] =
    [("freestyle-standard", FREESTYLE_STANDARD), ("caro", CARO), ("renju", RENJU)];

const FREESTYLE_STANDARD: &[Searched] = &[
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

const CARO: &[Searched] = &[
    ("caro15", "h8 h9 g8", 8),
    ("caro15", "h8 i9 j8 i8 i7 h6 j9 g7 k10", 8),
    ("caro15", "i12 e13 h11 e11 h13 g11", 7),
    ("15x15k5 longcaro", "j8 i4 k7 k8 f8 i9 i7 j9 h8 l7 i10 k6", 7),
    ("9x9k5 caro", "e5 d4 e4 e6", 7),
];

const RENJU: &[Searched] = &[
    ("renju15", "h8 h9 g8", 8),
    ("renju15", "h8 i9 j8 i8 i7 h6 j9 g7 k10", 8),
    ("renju15", "i12 e13 h11 e11 h13 g11", 7),
    ("renju15", "j8 i4 k7 k8 f8 i9 i7 j9 h8 l7 i10 k6", 7),
    ("19x19k5 renju", "k10 l11 m10 l10 k12", 7),
    ("9x9k5 renju", "e5 d4 e4 e6", 7),
];

/// The report, printed as the last line.
#[derive(Debug, Serialize)]
struct Report {
    bench: &'static str,
    groups: Vec<Signature>,
}

#[derive(Debug, Serialize)]
struct Signature {
    group: &'static str,
    nodes: u64,
    /// A hash of every move, value, depth and node count, as 16 hexadecimal digits.
    signature: String,
}

/// Searches, prints the signatures, and compares them with the stored ones.
///
/// # Errors
/// Returns an error if they differ from those in the file, or if the file cannot be read.
pub(crate) fn run(args: &SignatureArgs) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut groups = Vec::new();
    for (group, positions) in GROUPS {
        let (mut nodes, mut hash) = (0, FNV_START);
        for (variant, moves, depth) in positions {
            let choice = search(variant, moves, *depth)?;
            let Choice { point, value, depth, nodes: looked, .. } = &choice;
            let told = format!("{variant}: {point} {value:?} depth {depth} nodes {looked}");
            writeln!(out, "{told}")?;
            nodes += looked;
            hash = fnv(hash, told.as_bytes());
        }
        groups.push(Signature { group, nodes, signature: format!("{hash:016x}") });
    }
    let report = Report { bench: "signature", groups };
    writeln!(out, "{}", serde_json::to_string(&report)?)?;
    args.check.as_deref().map_or(Ok(()), |path| compare(&report, path))
}

/// Compares the signatures with those of a file, which has a line for each group: name, nodes and signature.
fn compare(report: &Report, path: &Path) -> anyhow::Result<()> {
    let kept = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let now: Vec<String> =
        report.groups.iter().map(|it| format!("{} {} {}", it.group, it.nodes, it.signature)).collect();
    let now = now.join("\n");
    ensure!(
        kept.trim() == now,
        "the search has changed: {} says\n{}\nand it is\n{now}\nIf that was meant, say in the commit what an arena \
         says of it, and write the new lines there",
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
