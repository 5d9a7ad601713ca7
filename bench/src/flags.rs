//! How values on the command line are read.

use clap::builder::RangedU64ValueParser;

/// Reads a number from 1 on.
pub(crate) fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}
