//! Rate limits on chat: one for each player in a room, and one for all spectators together.

use std::collections::BTreeMap;

use tengen_shared::game::{Channel, PlayerId};
use tokio::time::Instant;

use crate::{
    limits::Limits,
    rate_limit::{Rate, RateLimit},
};

/// The number of players from which on those who have been quiet are forgotten.
const TALKERS: usize = 64;

/// How much each player has said lately.
#[derive(Debug)]
pub(super) struct Talk {
    each: Rate,
    talkers: BTreeMap<PlayerId, RateLimit>,
    spectators: RateLimit,
}

/// Why a line is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    /// The player has said too much.
    ByPlayer,
    /// All spectators together have said too much.
    BySpectators,
}

impl Talk {
    pub(super) fn new(limits: &Limits) -> Self {
        let spectators = RateLimit::new(limits.spectators_talk, Instant::now());
        Self { each: limits.talk, talkers: BTreeMap::new(), spectators }
    }

    /// Counts a line of `player`, or refuses it.
    pub(super) fn say(&mut self, player: PlayerId, channel: Channel) -> Result<(), TooMuch> {
        let now = Instant::now();
        if self.talkers.len() >= TALKERS {
            self.talkers.retain(|_, limit| !limit.is_full(now));
        }
        let own = self.talkers.entry(player).or_insert_with(|| RateLimit::new(self.each, now));
        if !own.has_one(now) {
            return Err(TooMuch::ByPlayer);
        }
        if channel == Channel::Spectators && !self.spectators.take(now) {
            return Err(TooMuch::BySpectators);
        }
        own.take(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_player_has_a_bucket_however_many_talk_and_spectators_share_another() {
        let limits = Limits {
            talk: Rate { per_minute: 30, burst: 5 },
            spectators_talk: Rate { per_minute: 240, burst: 20 },
            ..Limits::default()
        };
        let mut talk = Talk::new(&limits);
        let mut said = 0;
        for second in 0..60 {
            for player in 1..=300 {
                while talk.say(PlayerId(player), Channel::Spectators).is_ok() {
                    said += 1;
                }
            }
            if second == 0 {
                assert_eq!(said, 20);
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(said, 20 + 59 * 4);
        for player in [1_000, 1_001] {
            let own = (0..100).filter(|_| talk.say(PlayerId(player), Channel::Players).is_ok()).count();
            assert_eq!(own, 5, "players are not held up by spectators");
        }
        assert_eq!(talk.say(PlayerId(1_000), Channel::Players), Err(TooMuch::ByPlayer));
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(talk.say(PlayerId(1_000), Channel::Players), Ok(()));
    }
}
