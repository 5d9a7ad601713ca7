//! The wall: up to 16 running games, for people who watch them all on one screen.
//!
//! A room tells the wall of a change only while somebody watches the wall, and only if its game has a place there. So the
//! wall costs nothing otherwise. In a cluster, nodes with a watched wall show the games of all nodes (`far.rs`).

mod far;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tengen_shared::{
    game::{Features, RoomCode},
    protocol::{MAX_WALL, ServerMessage, WallGame, WallMove, WallUpdate},
};
use tokio::{sync::Notify, time::Instant};

use far::FarWalls;
pub(crate) use far::WallNews;

use super::Lobby;
use crate::{
    metrics::{Dropped, Metrics},
    outbox::{Broadcast, Sending},
    peer::Peer,
    room_io::{ConnId, NodeTag, RoomIn},
};

/// How long a game stays after its end, so that people see how it ended.
const AFTER_END: Duration = Duration::from_secs(10);
/// How long a game may stand still before another one may take its place.
const STANDS_STILL: Duration = Duration::from_secs(60);
/// Games per frame. Those with the largest boards take 5 KB each, and the frame, with the moves of the other games, must stay
/// below `MAX_OUTBOUND`, 64 KB.
const FRAME: usize = 8;
/// The most moves of a game that are sent one by one. With more, the whole game takes about as little space.
const FEW_MOVES: usize = 4;

/// The games on the wall, and the peers who watch it.
#[derive(Debug)]
pub(crate) struct Wall {
    /// Whether there is a follower, here or on another node. Rooms ask this after every event, so it needs no lock.
    is_watched: AtomicBool,
    state: Mutex<State>,
    wake: Notify,
    metrics: Arc<Metrics>,
}

#[derive(Debug, Default)]
struct State {
    games: BTreeMap<RoomCode, Shown>,
    /// Rooms that have left the wall since followers were last told.
    gone: BTreeSet<RoomCode>,
    followers: BTreeMap<ConnId, Follower>,
    /// What the other nodes know of this one, and this one of them.
    far: FarWalls,
}

/// A game on the wall.
#[derive(Debug)]
struct Shown {
    game: WallGame,
    /// The node of its room; the default for this one.
    node: NodeTag,
    /// The game as the followers know it; `None` if they do not.
    told: Option<WallGame>,
    changed_at: Instant,
}

#[derive(Debug)]
struct Follower {
    peer: Arc<Peer>,
    /// Whether it has got the first part of the wall.
    has_begun: bool,
    /// The rooms of which it has not got everything, because its outbox was full or they did not fit into the first part.
    pending: BTreeSet<RoomCode>,
}

impl Shown {
    fn is_over(&self, now: Instant) -> bool {
        self.game.end.is_some() && now >= self.changed_at + AFTER_END
    }

    fn stands_still(&self, now: Instant) -> bool {
        now >= self.changed_at + STANDS_STILL
    }
}

impl Lobby {
    /// Sends `peer` the wall, and its changes from now on.
    pub(crate) fn watch_wall(&self, peer: &Arc<Peer>) {
        self.wall.follow(peer);
        self.fill_wall();
    }

    /// Asks rooms with running games for a picture, as many as the wall has places for.
    pub(super) fn fill_wall(&self) {
        let places = self.wall.places();
        if places == 0 {
            return;
        }
        let shown = self.wall.rooms();
        for room in self.list.running(places, |room| !shown.contains(room)) {
            self.tell(&room, RoomIn::ShowOnWall);
        }
    }
}

impl Wall {
    /// Creates an empty wall that nobody watches.
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self { is_watched: AtomicBool::new(false), state: Mutex::default(), wake: Notify::new(), metrics }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the game of `room` is on the wall, or could get a place.
    #[must_use]
    pub(crate) fn wants(&self, room: &RoomCode) -> bool {
        if !self.is_watched.load(Ordering::Acquire) {
            return false;
        }
        let (state, now) = (self.state(), Instant::now());
        let may_replace = || state.games.values().any(|shown| shown.stands_still(now));
        state.games.contains_key(room) || state.games.len() < MAX_WALL || may_replace()
    }

    /// Returns how many games could come on the wall; 0 if nobody watches it.
    #[must_use]
    fn places(&self) -> usize {
        let state = self.state();
        if state.is_watched() { MAX_WALL - state.games.len() } else { 0 }
    }

    /// Returns the rooms whose games are on the wall.
    #[must_use]
    fn rooms(&self) -> BTreeSet<RoomCode> {
        self.state().games.keys().cloned().collect()
    }

    /// Puts a game on the wall if there is a place for it, or updates it there.
    pub(crate) fn show(&self, game: WallGame) {
        self.show_of(NodeTag::HERE, game);
    }

    fn show_of(&self, node: NodeTag, game: WallGame) {
        let (mut state, now) = (self.state(), Instant::now());
        let is_own = node == NodeTag::HERE;
        // The last follower may have left since the room asked.
        let is_wanted = if is_own { state.is_watched() } else { !state.followers.is_empty() };
        if !is_wanted {
            return;
        }
        let room = game.room.clone();
        match state.games.get_mut(&room) {
            Some(shown) if shown.node == node && shown.game == game => return,
            // What this node says of a room of its own is newer than what the former owner said.
            Some(shown) if !is_own && shown.node == NodeTag::HERE => return,
            Some(shown) => {
                // Who is here, for example, does not keep a game on the wall.
                let stage = |game: &WallGame| (game.moves.len(), game.turn, game.end.is_some());
                if stage(&shown.game) != stage(&game) {
                    shown.changed_at = now;
                }
                (shown.game, shown.node) = (game, node);
            }
            None if game.turn.is_none() => return,
            None => {
                if state.games.len() >= MAX_WALL {
                    let stalest = state.games.iter().min_by_key(|(_, shown)| shown.changed_at);
                    let stalest = stalest.filter(|(_, shown)| shown.stands_still(now));
                    let Some(stalest) = stalest.map(|(room, _)| room.clone()) else {
                        state.far.has_more |= !is_own;
                        return;
                    };
                    state.remove(&stalest);
                }
                state.gone.remove(&room);
                state.games.insert(room.clone(), Shown { game, node, told: None, changed_at: now });
            }
        }
        if is_own {
            state.far.untold.insert(room);
        }
        drop(state);
        self.wake.notify_one();
    }

    /// Takes the game of a room off the wall.
    pub(crate) fn hide(&self, room: &RoomCode) {
        self.hide_of(NodeTag::HERE, room);
    }

    /// Takes the game of a room off the wall, unless another node has put it there since.
    fn hide_of(&self, node: NodeTag, room: &RoomCode) {
        if !self.is_watched.load(Ordering::Acquire) {
            return;
        }
        let mut state = self.state();
        if state.games.get(room).is_some_and(|shown| shown.node == node) {
            state.remove(room);
            drop(state);
            self.wake.notify_one();
        }
    }

    /// Sends `peer` the wall, and its changes from now on.
    fn follow(&self, peer: &Arc<Peer>) {
        let mut state = self.state();
        let follower = Follower { peer: peer.clone(), has_begun: false, pending: BTreeSet::new() };
        state.followers.insert(peer.who.conn, follower);
        self.note_watchers(&mut state);
        self.send_missed(&mut state, peer.who.conn);
    }

    /// Takes in that somebody has begun or ceased to watch. Nobody keeps what nobody sees.
    fn note_watchers(&self, state: &mut State) {
        self.is_watched.store(state.is_watched(), Ordering::Release);
        if !state.is_watched() {
            let far = FarWalls { is_known: state.far.is_known, ..FarWalls::default() };
            *state = State { far, ..State::default() };
        } else if state.followers.is_empty() {
            state.games.retain(|_, shown| shown.node == NodeTag::HERE);
            state.gone.clear();
        }
        // The other nodes are told.
        self.wake.notify_one();
    }

    /// Stops sending the wall to this connection.
    pub(crate) fn unfollow(&self, conn: ConnId) {
        let mut state = self.state();
        if state.followers.remove(&conn).is_some() {
            self.note_watchers(&mut state);
        }
    }

    /// Continues with a peer whose outbox has space again.
    pub(crate) fn caught_up(&self, conn: ConnId) {
        self.send_missed(&mut self.state(), conn);
    }

    /// Sends a peer what it has not got yet, as much as fits into its outbox.
    fn send_missed(&self, state: &mut State, conn: ConnId) {
        let State { games, followers, .. } = state;
        let Some(follower) = followers.get_mut(&conn) else { return };
        let known = follower.peer.who.features;
        // What the others have not been told yet is among the next changes, for all.
        let told = |shown: &Shown| shown.told.clone().filter(|game| known.covers(game.needs));
        if !follower.has_begun {
            let games: Vec<WallGame> = games.values().filter_map(told).collect();
            let (first, rest) = games.split_at(games.len().min(FRAME));
            follower.pending = rest.iter().map(|game| game.room.clone()).collect();
            if !self.offer(follower, &message(WallUpdate::Full { games: first.to_vec() })) {
                return;
            }
            follower.has_begun = true;
        }
        while !follower.pending.is_empty() {
            let shown = |room: &RoomCode| games.get(room).and_then(told);
            // Those that are gone go first: no peer needs to know more than 16 games.
            let (here, gone): (Vec<_>, Vec<_>) =
                follower.pending.iter().cloned().partition(|room| shown(room).is_some());
            let page: Vec<RoomCode> =
                if gone.is_empty() { here.into_iter().take(FRAME).collect() } else { gone.clone() };
            let games = page.iter().filter_map(shown).collect();
            if !self.offer(follower, &message(WallUpdate::Changes { gone, games, moves: Vec::new() })) {
                return;
            }
            for room in &page {
                follower.pending.remove(room);
            }
        }
    }

    /// Puts a message into the outbox of a peer. Returns false if it is full; the rest follows when the peer has read on.
    fn offer(&self, follower: &Follower, broadcast: &Broadcast) -> bool {
        let fits = follower.peer.outbox.offer(broadcast, Sending::Queued).is_ok();
        if !fits {
            self.metrics.drop_one(Dropped::Outbox);
            follower.peer.outbox.owe_news();
        }
        fits
    }

    /// Waits until something has changed, or a game has stayed long enough after its end.
    pub(super) async fn has_changed(&self) {
        let over = |shown: &Shown| shown.game.end.is_some().then_some(shown.changed_at + AFTER_END);
        let due = self.state().games.values().filter_map(over).min();
        tokio::select! {
            () = self.wake.notified() => {}
            () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
        }
    }

    /// Removes the games that are over, and tells the followers of every change.
    pub(super) fn flush(&self) {
        let (mut state, now) = (self.state(), Instant::now());
        let over = state.games.iter().filter(|(_, shown)| shown.is_over(now));
        let over: Vec<RoomCode> = over.map(|(room, _)| room.clone()).collect();
        for room in over {
            state.remove(&room);
        }
        self.tell(&mut state);
    }

    /// Tells the followers of every change. Each change is encoded once for all who know the same rules.
    fn tell(&self, state: &mut State) {
        let gone: Vec<RoomCode> = std::mem::take(&mut state.gone).into_iter().collect();
        let (mut games, mut moves): (Vec<WallGame>, Vec<(Features, WallMove)>) = (Vec::new(), Vec::new());
        for Shown { game, told, .. } in state.games.values_mut() {
            if told.as_ref() == Some(&*game) {
                continue;
            }
            let known = told.replace(game.clone());
            match known.as_ref().and_then(|known| game.moves_since(known)) {
                Some(new) if new.len() <= FEW_MOVES => {
                    moves.extend(new.into_iter().map(|new| (game.needs, new)));
                }
                Some(_) | None => games.push(game.clone()),
            }
        }
        let moved = moves.iter().map(|(_, new)| &new.room);
        let rooms: BTreeSet<&RoomCode> =
            gone.iter().chain(games.iter().map(|game| &game.room)).chain(moved).collect();
        let mut frames: BTreeMap<Features, Vec<Broadcast>> = BTreeMap::new();
        for follower in state.followers.values_mut() {
            let known = follower.peer.who.features;
            let frames = frames.entry(known).or_insert_with(|| {
                // A game that they could read may have become one that they cannot.
                let (games, hidden): (Vec<_>, Vec<_>) =
                    games.iter().cloned().partition(|game| known.covers(game.needs));
                let gone = gone.iter().cloned().chain(hidden.into_iter().map(|game| game.room)).collect();
                let moves = moves.iter().filter(|(needs, _)| known.covers(*needs));
                changes(gone, &games, moves.map(|(_, new)| new.clone()).collect())
            });
            let is_level = follower.has_begun && follower.pending.is_empty();
            if !is_level || !frames.iter().all(|frame| self.offer(follower, frame)) {
                follower.pending.extend(rooms.iter().copied().cloned());
            }
            // Who has missed that much gets the whole wall again.
            if follower.pending.len() > 2 * MAX_WALL {
                follower.pending.clear();
                follower.has_begun = false;
            }
        }
    }
}

/// Returns messages with these changes, none of them too long.
fn changes(gone: Vec<RoomCode>, games: &[WallGame], moves: Vec<WallMove>) -> Vec<Broadcast> {
    let (first, rest) = games.split_at(games.len().min(FRAME));
    if gone.is_empty() && games.is_empty() && moves.is_empty() {
        return Vec::new();
    }
    let first = WallUpdate::Changes { gone, games: first.to_vec(), moves };
    let rest = rest.chunks(FRAME).map(|games| WallUpdate::Changes {
        gone: Vec::new(),
        games: games.to_vec(),
        moves: Vec::new(),
    });
    std::iter::once(first).chain(rest).map(message).collect()
}

fn message(update: WallUpdate) -> Broadcast {
    Broadcast::new(ServerMessage::Wall { update })
}

impl State {
    fn is_watched(&self) -> bool {
        !(self.followers.is_empty() && self.far.watching.is_empty())
    }

    /// Removes the game of a room, if it is there.
    fn remove(&mut self, room: &RoomCode) {
        let Some(removed) = self.games.remove(room) else { return };
        // Followers have never received it otherwise.
        if removed.told.is_some() {
            self.gone.insert(room.clone());
        }
        if removed.node == NodeTag::HERE {
            self.far.untold.insert(room.clone());
        }
    }
}
