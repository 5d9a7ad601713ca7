//! The engines of AI seats, which keep their transposition tables from move to move.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};
use tengen_engine::{BotError, Engine, cost, engine_for};
use tengen_shared::{
    game::{RoomCode, Seat},
    rules::{Bot, Variant},
};

/// The seat of a game for which an engine plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EngineKey {
    pub room: RoomCode,
    pub seat: Seat,
    /// The number of the game. The next one begins with an empty table.
    pub game: u32,
    pub bot: Bot,
    pub variant: Variant,
}

/// The engines that are not thinking right now, within a budget of memory.
pub(crate) struct Engines {
    kept: Mutex<Kept>,
    /// The most bytes that all kept engines may hold together.
    budget: usize,
}

#[derive(Default)]
struct Kept {
    /// The engine that was used last stands last.
    engines: VecDeque<(EngineKey, Box<dyn Engine>)>,
    bytes: usize,
}

fn bytes(key: &EngineKey) -> usize {
    cost(key.bot, key.variant).memory
}

impl Engines {
    pub(crate) fn new(budget: usize) -> Self {
        Self { kept: Mutex::default(), budget }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the engine of a seat, or creates one.
    ///
    /// # Errors
    /// Returns an error if the bot cannot play the variant.
    pub(crate) fn take(&self, key: &EngineKey) -> Result<Box<dyn Engine>, BotError> {
        let mut kept = self.kept();
        let known = kept.engines.iter().position(|(known, _)| known == key);
        if let Some((key, engine)) = known.and_then(|place| kept.engines.remove(place)) {
            kept.bytes -= bytes(&key);
            return Ok(engine);
        }
        drop(kept);
        engine_for(key.bot, key.variant)
    }

    /// Keeps the engine of a seat for its next move. Engines that were not used for longest give way.
    pub(crate) fn keep(&self, key: EngineKey, engine: Box<dyn Engine>) {
        let size = bytes(&key);
        if size == 0 || size > self.budget {
            return;
        }
        let mut dropped = Vec::new();
        let mut kept = self.kept();
        // A cancelled search may have left one for the same seat.
        let known = kept.engines.iter().position(|(known, _)| *known == key);
        if let Some((_, engine)) = known.and_then(|place| kept.engines.remove(place)) {
            kept.bytes -= size;
            dropped.push(engine);
        }
        kept.bytes += size;
        kept.engines.push_back((key, engine));
        while kept.bytes > self.budget
            && let Some((key, engine)) = kept.engines.pop_front()
        {
            kept.bytes -= bytes(&key);
            dropped.push(engine);
        }
        // Giving memory back takes a while, and nobody needs to wait for it.
        drop(kept);
        drop(dropped);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::rules::Level;

    use super::*;

    fn key(game: u32) -> EngineKey {
        let room = "amber-fox-42".parse().unwrap();
        EngineKey { room, seat: Seat::One, game, bot: Bot::Level(Level::Hard), variant: Variant::GOMOKU15 }
    }

    #[test]
    fn the_engine_that_was_not_used_for_longest_gives_way() {
        let one = cost(key(1).bot, Variant::GOMOKU15).memory;
        let engines = Engines::new(2 * one);
        for game in [1, 2, 1, 3] {
            engines.keep(key(game), engines.take(&key(game)).unwrap());
        }
        let games: Vec<u32> = engines.kept().engines.iter().map(|(key, _)| key.game).collect();
        assert_eq!((games, engines.kept().bytes), (vec![1, 3], 2 * one));
        let taken = engines.take(&key(3)).unwrap();
        assert_eq!(engines.kept().bytes, one);
        engines.keep(key(3), taken);
    }
}
