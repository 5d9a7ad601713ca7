//! Members whose clients do not know the rules of a room: they are refused, or put out, before they get something that
//! they cannot read.

use tengen_shared::game::{Event, Feature, Features, Offer, Reject, Seat, Settings, Stamped};

use super::Shell;
use crate::room_io::{ConnId, Identity};

/// Returns what a client must know to read `events`.
fn needed_by(events: &[Stamped]) -> Features {
    let settings = |stamped: &Stamped| -> Option<Settings> {
        match &stamped.event {
            Event::SettingsChanged { settings } => Some(*settings),
            Event::OfferMade { offer: Offer::Change { settings }, .. } => Some(*settings),
            _ => None,
        }
    };
    let needs = events.iter().filter_map(settings).map(|settings| Features::for_settings(&settings));
    needs.fold(Features::default(), Features::union)
}

impl Shell {
    /// Checks whether a client may watch the room and knows its rules.
    pub(super) fn check_reader(&self, who: &Identity) -> Result<(), Reject> {
        self.room().check_watch(who.player).and_then(|()| self.check_features(who))
    }

    /// Checks whether a client knows the rules of the room.
    pub(super) fn check_features(&self, who: &Identity) -> Result<(), Reject> {
        who.features.check(Features::for_room(self.room()))
    }

    /// Returns whether a client can read `events`, which it has missed.
    pub(super) fn can_read(who: &Identity, events: &[Stamped]) -> bool {
        who.features.covers(needed_by(events))
    }

    /// Checks whether the clients of everybody with a seat can read `events`.
    pub(super) fn check_readers(&self, events: &[Stamped]) -> Result<(), Reject> {
        let needed = needed_by(events);
        if needed == Features::default() {
            return Ok(());
        }
        let players = Seat::BOTH.into_iter().filter_map(|seat| self.room().seats().player(seat));
        let members = players.flat_map(|player| self.members.conns_of(player));
        let mut missing = members.filter_map(|conn| self.members.get(*conn)?.features.missing(needed));
        missing.next().map_or(Ok(()), |feature| Err(Reject::PlayersNeedFeature(feature)))
    }

    /// Puts out the members who cannot read `events`.
    pub(super) fn put_out_readers(&mut self, events: &[Stamped]) {
        let needed = needed_by(events);
        if needed == Features::default() {
            return;
        }
        let missing = |conn: &ConnId| Some((*conn, self.members.get(*conn)?.features.missing(needed)?));
        let out: Vec<(ConnId, Feature)> = self.members.conns().filter_map(|conn| missing(&conn)).collect();
        for (conn, feature) in out {
            let code = self.log.code();
            self.out.put_out(&code, conn, Reject::NeedsFeature(feature));
            self.leave(conn);
        }
    }
}
