//! What is logged: to standard error, as `TENGEN_LOG` says, and never a secret.

use std::io::IsTerminal as _;

use tracing::{Level, Metadata};
use tracing_subscriber::{
    EnvFilter, Layer as _,
    filter::{LevelFilter, filter_fn},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

/// Sends log lines to standard error from now on, those that `TENGEN_LOG` wants.
pub(crate) fn start() {
    let wanted = EnvFilter::try_from_env("TENGEN_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    // Without this hint every trace message of a library would go through the filters, only to be dropped.
    let finest = wanted.max_level_hint().unwrap_or(LevelFilter::TRACE);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_filter(wanted)
        .with_filter(filter_fn(is_harmless).with_max_level_hint(finest));
    tracing_subscriber::registry().with(lines).init();
}

/// Libraries write whole frames into their finer logs, and with them players' keys and passphrases. So only our own
/// messages are logged below `info`, whatever `TENGEN_LOG` asks for; what we log is hidden by its own `Debug`.
fn is_harmless(message: &Metadata<'_>) -> bool {
    *message.level() <= Level::INFO || message.target().starts_with("tengen_")
}
