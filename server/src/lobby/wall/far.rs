//! The wall of a cluster: each node with a watched wall tells the others so, and they tell it of their games.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{Features, RoomCode},
    protocol::{MAX_WALL, WallGame},
};

use super::Wall;
use crate::{lobby::Lobby, room_io::NodeTag};

/// What a node tells the others of its games on the wall.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WallNews {
    /// Whether these are all of its games: what it has told before is void.
    pub is_all: bool,
    /// Each with what a client needs to know, which the game itself does not say on the wire.
    pub changed: Vec<(WallGame, Features)>,
    pub gone: Vec<RoomCode>,
}

/// What the other nodes know of a wall.
#[derive(Debug, Default)]
pub(super) struct FarWalls {
    /// The nodes whose walls are watched.
    pub(super) watching: BTreeSet<NodeTag>,
    /// Whether one of them knows nothing yet.
    pub(super) is_new: bool,
    /// Rooms of this node that have changed, come or gone since they were last told.
    pub(super) untold: BTreeSet<RoomCode>,
    /// Whether they know that somebody watches here.
    pub(super) is_known: bool,
    /// Whether a game of theirs found no place here.
    pub(super) has_more: bool,
}

impl Wall {
    /// Returns whether somebody here watches the wall.
    pub(crate) fn has_followers(&self) -> bool {
        !self.state().followers.is_empty()
    }

    /// Returns whether somebody here watches the wall, if the other nodes must be told so: it has changed, or there is a
    /// place for more of their games. Who is told tells of all games.
    pub(in crate::lobby) fn watch_news(&self) -> Option<bool> {
        let mut state = self.state();
        let is_followed = !state.followers.is_empty();
        let wants_more = is_followed && state.far.has_more && state.games.len() < MAX_WALL;
        if wants_more {
            state.far.has_more = false;
        }
        let was_known = std::mem::replace(&mut state.far.is_known, is_followed);
        (wants_more || was_known != is_followed).then_some(is_followed)
    }

    /// Returns what has changed in this node's part since it was last asked for, and the nodes to tell.
    pub(in crate::lobby) fn own_news(&self) -> (WallNews, Vec<NodeTag>) {
        let mut state = self.state();
        if state.far.watching.is_empty() {
            state.far.untold.clear();
            return (WallNews::default(), Vec::new());
        }
        let mut news =
            WallNews { is_all: std::mem::take(&mut state.far.is_new), changed: Vec::new(), gone: Vec::new() };
        let untold = std::mem::take(&mut state.far.untold);
        for (room, shown) in state.games.iter().filter(|(_, shown)| shown.node == NodeTag::HERE) {
            if news.is_all || untold.contains(room) {
                news.changed.push((shown.game.clone(), shown.game.needs));
            }
        }
        news.gone.extend(untold.into_iter().filter(|room| !state.games.contains_key(room)));
        (news, state.far.watching.iter().copied().collect())
    }

    /// Takes in what another node tells of its games.
    pub(crate) fn hear(&self, node: NodeTag, news: WallNews) {
        let WallNews { is_all, changed, gone } = news;
        if is_all {
            let rooms = changed.iter().map(|(game, _)| &game.room).collect();
            self.keep_of(node, &rooms);
        }
        gone.iter().for_each(|room| self.hide_of(node, room));
        for (game, needs) in changed {
            self.show_of(node, WallGame { needs, ..game });
        }
    }

    /// Takes the games of a node off the wall, but for these.
    fn keep_of(&self, node: NodeTag, rooms: &BTreeSet<&RoomCode>) {
        let of_node: Vec<RoomCode> = {
            let state = self.state();
            let of_node = state.games.iter().filter(|(_, shown)| shown.node == node);
            of_node.map(|(room, _)| room.clone()).collect()
        };
        of_node.iter().filter(|room| !rooms.contains(room)).for_each(|room| self.hide_of(node, room));
    }

    /// Notes whether the wall of another node is watched. It gets all games of this node.
    fn set_watching(&self, node: NodeTag, watches: bool) {
        let mut state = self.state();
        if watches {
            state.far.watching.insert(node);
            state.far.is_new = true;
        } else {
            state.far.watching.remove(&node);
        }
        self.note_watchers(&mut state);
    }
}

impl Lobby {
    /// Notes whether the wall of another node is watched.
    pub(crate) fn set_wall_watched(&self, node: NodeTag, watches: bool) {
        self.wall.set_watching(node, watches);
        self.fill_wall();
    }

    /// Forgets what a node that has gone has said of its rooms, and that it wants to hear of those here.
    pub(crate) fn part_from(&self, node: NodeTag) {
        self.list.forget(node);
        self.wall.keep_of(node, &BTreeSet::new());
        self.wall.set_watching(node, false);
        self.made.forget(node);
    }
}
