//! Parsers for values on the command line.

use clap::builder::RangedU64ValueParser;

/// Returns a parser for numbers from 1 up.
pub(crate) fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}
