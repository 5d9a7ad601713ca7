//! What lies over a room to talk there, and to choose whom not to hear; and what of the talk is heard.

use tengen_session::room::RoomView;
use tengen_shared::game::{Channel, Said};

use super::Model;

impl Model {
    /// The channel on which the user speaks and hears in `view`'s room.
    #[must_use]
    pub fn channel(&self, view: &RoomView) -> Option<Channel> {
        Some(view.room()?.channel_of(self.session.player()?))
    }

    /// Whether the line is on the user's channel and nobody's who is muted.
    #[must_use]
    pub fn hears(&self, view: &RoomView, said: &Said) -> bool {
        self.channel(view) == Some(said.line.channel)
            && (Some(said.line.player) == self.session.player()
                || self.session.muted().hears(said.line.player))
    }

    /// What the user hears of the talk in `view`'s room, in order.
    pub fn heard<'a>(&'a self, view: &'a RoomView) -> impl DoubleEndedIterator<Item = &'a Said> {
        let channel = self.channel(view);
        let lines = channel.into_iter().flat_map(|channel| view.talk.lines(channel));
        lines.filter(|said| self.hears(view, said))
    }

    /// The lines of others that have come since the user looked last.
    #[must_use]
    pub fn unread(&self, view: &RoomView) -> usize {
        let new = |said: &&Said| Some(said.line.player) != self.session.player() && view.talk.is_new(said);
        self.heard(view).filter(new).count()
    }
}
