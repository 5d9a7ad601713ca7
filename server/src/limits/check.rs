//! Validation of the limits.

use std::ops::RangeInclusive;

use tengen_shared::game::DAY_MS;
use thiserror::Error;

use super::{Limits, PerAddress};

/// A limit's name, its value, and the allowed range.
type Checked = (&'static str, u64, RangeInclusive<u64>);

impl Limits {
    /// Checks that every limit is within its range.
    ///
    /// # Errors
    /// Returns the first limit that is not, with its range.
    pub fn validate(&self) -> Result<(), LimitError> {
        for (name, value, allowed) in
            self.sizes().into_iter().chain(self.times()).chain(self.rates()).chain(self.per_address.sizes())
        {
            if !allowed.contains(&value) {
                return Err(LimitError { name, value, least: *allowed.start(), most: *allowed.end() });
            }
        }
        Ok(())
    }

    /// Lowers the limit on connections to what so many open files allow. Returns the old limit if it had to.
    pub fn fit_to_files(&mut self, files: u64) -> Option<usize> {
        let most = usize::try_from(files.saturating_sub(FILES_BESIDE)).unwrap_or(usize::MAX).max(1);
        let wanted = self.connections;
        if wanted <= most {
            return None;
        }
        self.connections = most;
        // One address must not take all that remains.
        self.per_address.connections = self.per_address.connections.min(most.div_ceil(4));
        self.per_address.before_hello = self.per_address.before_hello.min(most.div_ceil(8));
        Some(wanted)
    }

    /// Returns the number of connections reserved for known players and this machine: at most a sixth.
    #[must_use]
    pub(crate) fn connections_kept(&self) -> usize {
        self.reserved_connections.min(self.connections / 6)
    }

    /// Returns the number of rooms reserved for known players and this machine: at most a sixth.
    #[must_use]
    pub(crate) fn rooms_kept(&self) -> usize {
        self.reserved_rooms.min(self.rooms / 6)
    }

    fn sizes(&self) -> Vec<Checked> {
        vec![
            ("connections", count(self.connections), 1..=MOST),
            ("reserved_connections", count(self.reserved_connections), 0..=MOST),
            ("rooms", count(self.rooms), 1..=MOST),
            ("reserved_rooms", count(self.reserved_rooms), 0..=MOST),
            ("rooms_followed", self.rooms_followed.into(), 1..=16),
            ("rooms_per_player", count(self.rooms_per_player), 1..=MOST),
            ("ai_rooms_per_player", count(self.ai_rooms_per_player), 0..=MOST),
            ("passphrase_burst", self.passphrase_burst.into(), 1..=u16::MAX.into()),
            ("hash_queue", count(self.hash_queue), 1..=MOST),
            ("all_outbox_bytes", count(self.all_outbox_bytes), 0..=1 << 40),
            ("outbox_bytes", count(self.outbox_bytes), 1..=1 << 30),
            ("socket_send_buffer", count(self.socket_send_buffer), 1..=1 << 30),
            ("commands_per_second", self.commands_per_second.into(), 1..=u16::MAX.into()),
            ("command_burst", self.command_burst.into(), 1..=u16::MAX.into()),
            ("list_rooms", count(self.list_rooms), 1..=MOST),
            ("strikes", self.strikes.into(), 1..=u32::MAX.into()),
            ("room_mailbox", count(self.room_mailbox), 1..=MOST),
            ("spectator_mailbox", count(self.spectator_mailbox), 1..=MOST),
            ("journal_queue", count(self.journal_queue), 1..=MOST),
            ("journal_batch", count(self.journal_batch), 1..=MOST),
            ("journal_readers_queue", count(self.journal_readers_queue), 1..=MOST),
            ("journal_gather_us", self.journal_gather_us, 0..=1_000_000),
            ("journal_max_pages", self.journal_max_pages.unwrap_or(u32::MAX).into(), 1..=u32::MAX.into()),
            ("bot_memory_bytes", count(self.bot_memory_bytes), 0..=1 << 50),
            ("bot_queue", count(self.bot_queue), 1..=MOST),
            ("explain_queue", count(self.explain_queue), 1..=MOST),
            ("untouched_game_days", self.untouched_game_days.into(), 1..=u32::MAX.into()),
            ("unshared_room_days", self.unshared_room_days.into(), 1..=u32::MAX.into()),
        ]
    }

    fn times(&self) -> Vec<Checked> {
        vec![
            ("header_ms", self.header_ms, 1..=DAY_MS),
            ("hello_ms", self.hello_ms, 1..=DAY_MS),
            ("heartbeat_ms", self.heartbeat_ms.into(), 100..=DAY_MS),
            ("grace_ms", self.grace_ms, 0..=DAY_MS),
            ("write_stall_ms", self.write_stall_ms, 1..=DAY_MS),
            ("close_linger_ms", self.close_linger_ms, 0..=DAY_MS),
            ("list_refresh_ms", self.list_refresh_ms, 0..=DAY_MS),
            ("bot_think_ms", self.bot_think_ms, 1..=DAY_MS),
            ("bot_window_ms", self.bot_window_ms, 1..=DAY_MS),
            ("ai_game_pause_ms", self.ai_game_pause_ms, 0..=DAY_MS),
            ("room_idle_ms", self.room_idle_ms, 0..=DAY_MS),
            ("unplayed_idle_ms", self.unplayed_idle_ms, 0..=DAY_MS),
            ("upkeep_ms", self.upkeep_ms, 1..=DAY_MS),
            ("gather_ms", self.gather_ms, 0..=DAY_MS),
            ("farewell_ms", self.farewell_ms, 0..=DAY_MS),
            ("drain_ms", self.drain_ms, 0..=DAY_MS),
        ]
    }

    fn rates(&self) -> impl Iterator<Item = Checked> {
        let own = &self.per_address;
        let rates = [
            ("control_frames", self.control_frames),
            ("full_lists", self.full_lists),
            ("talk", self.talk),
            ("spectators_talk", self.spectators_talk),
            ("per_address.requests", own.requests),
            ("per_address.new_players", own.new_players),
            ("per_address.new_rooms", own.new_rooms),
            ("per_address.unknown_codes", own.unknown_codes),
            ("per_address.passphrases", own.passphrases),
            ("per_address.lookups", own.lookups),
        ];
        // The smaller of the two numbers tells whether either is 0.
        rates
            .into_iter()
            .map(|(name, rate)| (name, rate.per_minute.min(rate.burst).into(), 1..=u32::MAX.into()))
    }
}

impl PerAddress {
    fn sizes(&self) -> [Checked; 7] {
        [
            ("per_address.connections", count(self.connections), 1..=MOST),
            ("per_address.before_hello", count(self.before_hello), 1..=MOST),
            ("per_address.rooms", count(self.rooms), 1..=MOST),
            ("per_address.hashes", count(self.hashes), 1..=MOST),
            ("per_address.hints", count(self.hints), 1..=MOST),
            ("per_address.explanations", count(self.explanations), 1..=MOST),
            ("per_address.asking", count(self.asking), 1..=MOST),
        ]
    }
}

fn count(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// Open files besides connections: the journal, the listener, standard streams, libraries.
const FILES_BESIDE: u64 = 64;
/// The bound on counts: more than fits into one machine, and less than any library accepts.
const MOST: u64 = 10_000_000;

/// A limit outside its range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the limit {name} = {value} is out of range: choose {least} to {most}")]
pub struct LimitError {
    name: &'static str,
    value: u64,
    least: u64,
    most: u64,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn the_defaults_can_be_used_and_what_cannot_is_named_with_what_is_allowed() {
        Limits::default().validate().unwrap();
        let told = |change: &dyn Fn(&mut Limits)| {
            let mut limits = Limits::default();
            change(&mut limits);
            limits.validate().unwrap_err().to_string()
        };
        let wrong = [
            ("room_mailbox", told(&|limits| limits.room_mailbox = 0)),
            ("connections", told(&|limits| limits.connections = usize::MAX)),
            ("heartbeat_ms", told(&|limits| limits.heartbeat_ms = 0)),
            ("rooms", told(&|limits| limits.rooms = 0)),
            ("talk", told(&|limits| limits.talk.burst = 0)),
            ("per_address.requests", told(&|limits| limits.per_address.requests.per_minute = 0)),
        ];
        for (name, told) in wrong {
            assert!(told.contains(name) && told.contains("choose"), "{told}");
        }
    }

    #[test]
    fn connections_are_fitted_to_the_files_there_are() {
        let mut limits = Limits::default();
        assert_eq!(limits.fit_to_files(1 << 20), None);
        assert_eq!(limits.fit_to_files(1_024), Some(12_000));
        assert_eq!(limits.connections, 960);
        assert_eq!(limits.fit_to_files(10), Some(960));
        limits.validate().unwrap();
    }
}
