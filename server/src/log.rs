//! Logging to standard error, filtered by `TENGEN_LOG` and free of secrets.

use std::io::IsTerminal as _;

use tracing::{Level, Metadata};
use tracing_subscriber::{
    EnvFilter, Layer as _,
    filter::{LevelFilter, filter_fn},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

/// Starts logging to standard error, at the levels in `TENGEN_LOG`.
pub(crate) fn start() {
    let wanted = EnvFilter::try_from_env("TENGEN_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    // Without this hint every trace message of a library would pass through the filters, only to be dropped.
    let finest = wanted.max_level_hint().unwrap_or(LevelFilter::TRACE);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_filter(wanted)
        .with_filter(filter_fn(is_harmless).with_max_level_hint(finest));
    tracing_subscriber::registry().with(lines).init();
}

/// Returns whether a message may be logged. Libraries log whole frames below `info`, and with them players' keys and
/// passphrases, so below `info` only our own messages pass, whatever `TENGEN_LOG` says. Our own types hide their
/// secrets in `Debug`.
fn is_harmless(message: &Metadata<'_>) -> bool {
    *message.level() <= Level::INFO || message.target().starts_with("tengen_")
}
