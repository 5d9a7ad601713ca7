//! How much of a player's network delay the clocks forgive: a quota per game, which refills slowly.
//!
//! Pings measure the delay, and a client that answers them late would otherwise gain up to half a second with every
//! move, for ever. The idea is that of lichess's lag compensation.

use tengen_shared::game::{Millis, PerSeat, Seat};

/// The quota at the beginning of a game, and the most that it holds. A wireless link that stalls now and then stays
/// within it.
const QUOTA_MS: Millis = 1_000;
/// The refill, in milliseconds per second: at most 0.9 s in five minutes.
const REFILL_PER_SECOND: Millis = 3;

#[derive(Clone, Copy)]
struct Quota {
    left: Millis,
    /// The time at which so much was left.
    at: Millis,
}

/// The quotas of both seats in one game.
pub(super) struct LagQuotas {
    /// The number of the game; 0 before the first.
    game: u32,
    seats: PerSeat<Quota>,
}

impl LagQuotas {
    pub(super) const fn new() -> Self {
        Self { game: 0, seats: PerSeat([Quota { left: QUOTA_MS, at: 0 }; 2]) }
    }

    /// Returns how much delay the clock of `seat` may still forgive in this game.
    pub(super) fn left(&self, game: u32, seat: Seat, now: Millis) -> Millis {
        if game != self.game {
            return QUOTA_MS;
        }
        let Quota { left, at } = self.seats[seat];
        let refill = now.saturating_sub(at) * REFILL_PER_SECOND / 1_000;
        (left + refill).min(QUOTA_MS)
    }

    /// Notes that the clock of `seat` has forgiven so much.
    pub(super) fn spend(&mut self, game: u32, seat: Seat, forgiven: Millis, now: Millis) {
        if game != self.game {
            *self = Self { game, seats: PerSeat([Quota { left: QUOTA_MS, at: now }; 2]) };
        }
        let left = self.left(game, seat, now).saturating_sub(forgiven);
        self.seats[seat] = Quota { left, at: now };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays for five minutes with a delay of half a second, and returns what was forgiven.
    fn gained(quotas: &mut LagQuotas, pace: Millis) -> Millis {
        let mut gained = 0;
        for now in (pace..=300_000).step_by(usize::try_from(pace).unwrap_or(usize::MAX)) {
            let forgiven = quotas.left(1, Seat::One, now).min(500);
            quotas.spend(1, Seat::One, forgiven, now);
            gained += forgiven;
        }
        gained
    }

    #[test]
    fn who_answers_pings_late_gains_at_most_two_seconds_in_five_minutes() {
        for pace in [450, 1_000, 5_000, 20_000] {
            let mut quotas = LagQuotas::new();
            let gained = gained(&mut quotas, pace);
            assert!((1_500..=2_000).contains(&gained), "a move every {pace} ms: {gained} ms");
            assert_eq!(quotas.left(1, Seat::Two, 300_000), QUOTA_MS, "the other side has its own");
            assert_eq!(quotas.left(2, Seat::One, 300_000), QUOTA_MS, "the next game begins anew");
        }
    }

    #[test]
    fn a_delay_of_a_local_network_is_forgiven_with_every_move() {
        let mut quotas = LagQuotas::new();
        for now in (2_000..600_000).step_by(2_000) {
            assert!(quotas.left(1, Seat::One, now) >= 6);
            quotas.spend(1, Seat::One, 6, now);
        }
    }
}
