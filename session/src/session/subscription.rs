//! Subscriptions to the room list and to the wall.

use std::time::Duration;

use tengen_shared::protocol::{Cmd, Frame, Request};

use super::{RoomList, Session, Wall};

/// How long to wait before asking again, after the server refused.
const RETRY: Duration = Duration::from_secs(5);

/// The subject of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Rooms,
    Wall,
}

/// Whether the server was asked for something, on the present connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subscription {
    pub(super) is_asked: bool,
    /// The local time before which the server is not asked again, after a refusal.
    wait_until: Duration,
}

impl Subscription {
    /// Returns the state after the server was asked to begin or to stop.
    pub(super) fn asked(is_asked: bool) -> Self {
        Self { is_asked, ..Self::default() }
    }

    /// Returns the state after a refusal at the local time `now`.
    pub(super) fn refused(now: Duration) -> Self {
        Self { is_asked: false, wait_until: now + RETRY }
    }

    /// Prepares for a new connection, on which the server sends nothing unless `waiting` contains the request for it.
    pub(super) fn renew<'a>(&mut self, topic: Topic, waiting: impl Iterator<Item = &'a Frame>) {
        let wanted = |frame: &Frame| match &frame.cmd {
            Cmd::Request(request) if *request == topic.request(true) => Some(true),
            Cmd::Request(request) if *request == topic.request(false) => Some(false),
            _ => None,
        };
        self.is_asked = waiting.filter_map(wanted).last().unwrap_or(false);
    }
}

impl Topic {
    const fn request(self, wanted: bool) -> Request {
        match (self, wanted) {
            (Self::Rooms, true) => Request::ListRooms {},
            (Self::Rooms, false) => Request::UnlistRooms {},
            (Self::Wall, true) => Request::WatchWall {},
            (Self::Wall, false) => Request::UnwatchWall {},
        }
    }
}

impl Session {
    /// Asks the server to start or stop sending its list, if it does not already do what is `wanted`. Call it after
    /// each event.
    pub fn want_list(&mut self, wanted: bool) {
        if self.ask_for(Topic::Rooms, wanted, self.list.subscription) {
            self.list = RoomList::asked(wanted);
        }
    }

    /// Asks the server to start or stop sending the wall, if it does not already do what is `wanted`. Call it after each
    /// event.
    pub fn want_wall(&mut self, wanted: bool) {
        if self.ask_for(Topic::Wall, wanted, self.wall.subscription) {
            self.wall = Wall::asked(wanted);
        }
    }

    /// Asks for a topic, or for an end of it, if that is due. Returns whether it has asked.
    fn ask_for(&mut self, topic: Topic, wanted: bool, now: Subscription) -> bool {
        let waits = wanted && self.time.local() < now.wait_until;
        wanted != now.is_asked
            && !waits
            && self.link.is_online()
            && self.ask(None, topic.request(wanted)).is_ok()
    }
}
