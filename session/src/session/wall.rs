//! The wall: the running games of a server that everybody may watch.

use std::time::Duration;

use tengen_shared::protocol::{MAX_WALL, WallGame, WallUpdate};

use super::subscription::Subscription;

/// The games on the wall of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wall {
    pub(super) subscription: Subscription,
    /// The games, those with the largest boards first; `None` until the server has sent them.
    games: Option<Vec<WallGame>>,
}

impl Wall {
    pub(super) fn asked(is_asked: bool) -> Self {
        Self { subscription: Subscription::asked(is_asked), games: None }
    }

    /// The games, at most 16, those with the largest boards first; `None` until the server has sent them.
    #[must_use]
    pub fn games(&self) -> Option<&[WallGame]> {
        self.games.as_deref()
    }

    pub(super) fn refused(&mut self, now: Duration) {
        *self = Self { subscription: Subscription::refused(now), games: None };
    }

    pub(super) fn take(&mut self, update: WallUpdate) {
        let (gone, games, moves) = match update {
            WallUpdate::Full { games } => {
                self.games = None;
                (Vec::new(), games, Vec::new())
            }
            WallUpdate::Changes { gone, games, moves } => (gone, games, moves),
        };
        let known = self.games.get_or_insert_default();
        known.retain(|game| !gone.contains(&game.room));
        for game in games.into_iter().filter(WallGame::is_on_board) {
            let is_same = |old: &WallGame| old.room == game.room && old.variant == game.variant;
            if let Some(old) = known.iter_mut().find(|old| is_same(old)) {
                *old = game;
                continue;
            }
            known.retain(|old| old.room != game.room);
            if known.len() < MAX_WALL {
                let smaller = |old: &WallGame| old.variant.points() < game.variant.points();
                let place = known.iter().position(smaller).unwrap_or(known.len());
                known.insert(place, game);
            }
        }
        for next in moves {
            // A move that was in the whole game already is ignored.
            if let Some(game) = known.iter_mut().find(|game| game.room == next.room) {
                game.play(&next);
            }
        }
    }
}
