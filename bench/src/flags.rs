//! Parsers for values on the command line.

use clap::builder::RangedU64ValueParser;

/// Returns a parser for numbers from 1 up.
pub(crate) fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// What a program says that was built without the feature `cluster`.
#[cfg(not(feature = "cluster"))]
pub(crate) const WITHOUT_CLUSTERS: &str = "this program was built without clusters: build it with --features tengen-bench/cluster,tengen-server/cluster";
