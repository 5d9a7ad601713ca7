//! The servers on this network, from their announcements. Each server appears once.

use std::collections::BTreeMap;

use tengen_session::link::Address;
use tengen_shared::protocol::{RoomListing, ServerId};

use super::{AskError, LanEvent, LanServer, browse::Announcement};

/// The maximum number of announcements to keep. The client ignores new ones beyond that.
const MOST: usize = 64;

type Rooms = Result<Vec<RoomListing>, AskError>;

/// The servers on this network. A server may announce itself more than once; the first announcement counts
/// until it is withdrawn.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    announced: BTreeMap<String, LanServer>,
    shown: BTreeMap<u64, Shown>,
}

#[derive(Debug)]
struct Shown {
    /// The announcement that counts.
    announcement: String,
    server: LanServer,
    rooms: Option<Rooms>,
}

impl Neighbours {
    /// Applies an announcement or its withdrawal, and returns the resulting events.
    pub(super) fn hear(&mut self, heard: Announcement) -> Vec<LanEvent> {
        match heard {
            Announcement::Here { announcement, server } => self.here(announcement, server),
            Announcement::Gone { announcement } => self.gone(&announcement),
        }
    }

    fn here(&mut self, announcement: String, server: LanServer) -> Vec<LanEvent> {
        let known = self.announced.get(&announcement);
        if known == Some(&server) || (known.is_none() && self.announced.len() >= MOST) {
            return Vec::new();
        }
        let mut events = match known {
            // Another server has taken over this name.
            Some(known) if known.id != server.id => self.gone(&announcement),
            Some(_) | None => Vec::new(),
        };
        self.announced.insert(announcement.clone(), server.clone());
        match self.shown.get_mut(&server.id.0) {
            Some(shown) if shown.announcement != announcement => return events,
            Some(shown) => shown.server = server.clone(),
            None => self.show(announcement, server.clone()),
        }
        events.push(LanEvent::Found(server));
        events
    }

    fn show(&mut self, announcement: String, server: LanServer) {
        self.shown.insert(server.id.0, Shown { announcement, server, rooms: None });
    }

    fn gone(&mut self, announcement: &str) -> Vec<LanEvent> {
        let Some(server) = self.announced.remove(announcement) else { return Vec::new() };
        let id = server.id;
        if self.shown.get(&id.0).is_none_or(|shown| shown.announcement != announcement) {
            return Vec::new();
        }
        self.shown.remove(&id.0);
        let other = self.announced.iter().find(|(_, server)| server.id == id);
        match other.map(|(name, server)| (name.clone(), server.clone())) {
            Some((announcement, server)) => {
                self.show(announcement, server.clone());
                vec![LanEvent::Found(server)]
            }
            None => vec![LanEvent::Gone { id }],
        }
    }

    /// Returns every server, once each.
    pub(super) fn servers(&self) -> impl Iterator<Item = &LanServer> {
        self.shown.values().map(|shown| &shown.server)
    }

    /// Stores the rooms of a server. Returns an event if they have changed.
    pub(super) fn answered(&mut self, id: ServerId, rooms: Rooms) -> Option<LanEvent> {
        let shown = self.shown.get_mut(&id.0)?;
        if shown.rooms.as_ref() == Some(&rooms) {
            return None;
        }
        shown.rooms = Some(rooms.clone());
        Some(LanEvent::Rooms { id, rooms })
    }

    /// Makes `at`, where the server has answered, its preferred address. Returns an event if that is a
    /// change.
    pub(super) fn reached(&mut self, id: ServerId, at: &Address) -> Option<LanEvent> {
        let server = &mut self.shown.get_mut(&id.0)?.server;
        let better = server.others.iter_mut().find(|other| *other == at)?;
        std::mem::swap(&mut server.address, better);
        Some(LanEvent::Found(server.clone()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::protocol::SafeText;

    use super::*;

    fn server(id: u64, address: &str) -> LanServer {
        LanServer {
            id: ServerId(id),
            name: SafeText::from("ann"),
            version: SafeText::from("0.1.0"),
            address: address.parse().unwrap(),
            others: vec!["10.0.0.9".parse().unwrap()],
        }
    }

    fn here(name: &str, server: &LanServer) -> Announcement {
        Announcement::Here { announcement: name.to_owned(), server: server.clone() }
    }

    fn gone(name: &str) -> Announcement {
        Announcement::Gone { announcement: name.to_owned() }
    }

    #[test]
    fn a_server_that_announces_itself_twice_is_one_until_both_are_taken_back() {
        let mut neighbours = Neighbours::default();
        let (one, two) = (server(7, "192.168.1.20"), server(7, "192.168.2.20"));
        assert_eq!(neighbours.hear(here("a", &one)), [LanEvent::Found(one.clone())]);
        assert_eq!(neighbours.hear(here("a", &one)), []);
        assert_eq!(neighbours.hear(here("b", &two)), []);
        assert_eq!(neighbours.hear(gone("a")), [LanEvent::Found(two)]);
        assert_eq!(neighbours.hear(gone("a")), []);
        assert_eq!(neighbours.hear(gone("b")), [LanEvent::Gone { id: ServerId(7) }]);
        assert_eq!(neighbours.servers().count(), 0);
    }

    #[test]
    fn a_name_that_stands_for_another_server_takes_the_first_away() {
        let mut neighbours = Neighbours::default();
        let (one, two) = (server(1, "192.168.1.20"), server(2, "192.168.1.21"));
        neighbours.hear(here("a", &one));
        let events = neighbours.hear(here("a", &two));
        assert_eq!(events, [LanEvent::Gone { id: ServerId(1) }, LanEvent::Found(two)]);
    }

    #[test]
    fn the_address_that_answers_stays_the_best_while_the_same_is_announced() {
        let mut neighbours = Neighbours::default();
        let one = server(1, "192.168.1.20");
        neighbours.hear(here("a", &one));
        let better = "10.0.0.9".parse().unwrap();
        let told = neighbours.reached(ServerId(1), &better);
        assert!(matches!(told, Some(LanEvent::Found(server)) if server.address == better));
        assert_eq!(neighbours.reached(ServerId(1), &better), None);
        assert_eq!(neighbours.hear(here("a", &one)), []);
        assert_eq!(neighbours.servers().next().unwrap().address, better);
    }

    #[test]
    fn a_crowd_of_announcements_is_not_kept() {
        let mut neighbours = Neighbours::default();
        for id in 0..1_000 {
            neighbours.hear(here(&format!("a{id}"), &server(id, "192.168.1.20")));
        }
        assert_eq!(neighbours.servers().count(), MOST);
    }

    #[test]
    fn rooms_are_told_when_they_change_and_only_of_servers_that_are_there() {
        let mut neighbours = Neighbours::default();
        let id = ServerId(1);
        assert_eq!(neighbours.answered(id, Ok(Vec::new())), None);
        neighbours.hear(here("a", &server(1, "192.168.1.20")));
        assert!(neighbours.answered(id, Ok(Vec::new())).is_some());
        assert_eq!(neighbours.answered(id, Ok(Vec::new())), None);
        let rooms = Err(AskError::NoAnswer);
        assert_eq!(neighbours.answered(id, rooms.clone()), Some(LanEvent::Rooms { id, rooms }));
    }
}
