//! The life of a room through its public interface: clocks, offers, disconnections, settings, access, chat and
//! records.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

#[path = "life/absence.rs"]
mod absence;
#[path = "life/between.rs"]
mod between;
#[path = "life/chat.rs"]
mod chat;
#[path = "life/clocks.rs"]
mod clocks;
#[path = "life/doors.rs"]
mod doors;
#[path = "life/endings.rs"]
mod endings;
#[path = "life/offers.rs"]
mod offers;
#[path = "life/pauses.rs"]
mod pauses;
#[path = "life/records.rs"]
mod records;
#[path = "life/reserved.rs"]
mod reserved;
#[path = "life/sizes.rs"]
mod sizes;
#[path = "common/table.rs"]
mod table;
#[path = "life/takebacks.rs"]
mod takebacks;

use tengen_shared::{
    game::{ClockRule, Settings},
    rules::Variant,
};

/// Returns the default settings of a small game.
fn settings() -> Settings {
    Settings::new(Variant::TICTACTOE)
}

/// Returns the same settings with a clock.
fn timed(clock: ClockRule) -> Settings {
    Settings { clock, ..settings() }
}
