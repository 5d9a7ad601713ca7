//! The chat lines that the user sees.

use tengen_session::room::RoomView;
use tengen_shared::game::{Channel, Said};

use super::Model;

impl Model {
    /// Returns the user's chat channel in `view`'s room; `None` until the room's state is received.
    #[must_use]
    pub fn channel(&self, view: &RoomView) -> Option<Channel> {
        Some(view.room()?.channel_of(self.session.player()?))
    }

    /// Whether the user sees the line: it is on their channel and not by a muted player.
    #[must_use]
    pub fn hears(&self, view: &RoomView, said: &Said) -> bool {
        self.channel(view) == Some(said.line.channel)
            && (Some(said.line.player) == self.session.player()
                || self.session.muted().hears(said.line.player))
    }

    /// Returns the chat lines that the user sees in `view`'s room, oldest first.
    pub fn heard<'a>(&'a self, view: &'a RoomView) -> impl DoubleEndedIterator<Item = &'a Said> {
        let channel = self.channel(view);
        let lines = channel.into_iter().flat_map(|channel| view.talk.lines(channel));
        lines.filter(|said| self.hears(view, said))
    }

    /// Returns the number of lines by others since the user last looked.
    #[must_use]
    pub fn unread(&self, view: &RoomView) -> usize {
        let new = |said: &&Said| Some(said.line.player) != self.session.player() && view.talk.is_new(said);
        self.heard(view).filter(new).count()
    }
}
