//! The chat of a room: the lines that this client has received.

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::game::{Channel, SNAPSHOT_CHAT_LINES, Said, Seq};

/// The maximum number of chat lines kept, more than the server keeps for a room.
const MAX_LINES: usize = 500;
/// How long the latest line is shown on its own where there is no room for a chat panel.
const GLOW: Duration = Duration::from_secs(8);

/// The chat lines that the client has received, all of one channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    channel: Option<Channel>,
    lines: BTreeMap<Seq, Said>,
    /// Whether no older lines can be loaded.
    complete: bool,
    /// The last line when the user last looked; `None` before the first snapshot or line.
    read: Option<Seq>,
    /// The remaining time for which the latest line is shown on its own.
    glow: Duration,
}

impl Talk {
    /// The lines of `channel`, oldest first.
    pub fn lines(&self, channel: Channel) -> impl DoubleEndedIterator<Item = &Said> {
        self.lines.values().filter(move |said| said.line.channel == channel)
    }

    /// Whether no older lines can be loaded.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number of the oldest line received on `channel`.
    #[must_use]
    pub fn first(&self, channel: Channel) -> Option<Seq> {
        self.lines(channel).next().map(|said| said.seq)
    }

    /// Whether the line arrived after the user last looked.
    #[must_use]
    pub fn is_new(&self, said: &Said) -> bool {
        self.read.is_none_or(|read| said.seq > read)
    }

    /// Whether the latest line is shown on its own now.
    #[must_use]
    pub const fn glows(&self) -> bool {
        !self.glow.is_zero()
    }

    /// The remaining time for which the latest line is shown on its own; `None` if it is not.
    #[must_use]
    pub fn glow(&self) -> Option<Duration> {
        self.glows().then_some(self.glow)
    }

    /// Shows the latest line on its own for a few seconds.
    pub const fn light(&mut self) {
        self.glow = GLOW;
    }

    /// Advances the time by `elapsed`.
    pub const fn pass(&mut self, elapsed: Duration) {
        self.glow = self.glow.saturating_sub(elapsed);
    }

    /// Marks all lines as read, and stops showing the latest on its own.
    pub fn look(&mut self) {
        self.glow = Duration::ZERO;
        self.read = self.lines.keys().next_back().copied().or(self.read);
    }

    /// Adds a line that was said just now.
    pub fn hear(&mut self, said: Said) {
        self.read.get_or_insert_default();
        self.insert(said);
    }

    /// Adds older lines. An empty list means that there are none.
    pub fn take_older(&mut self, lines: Vec<Said>) {
        self.complete |= lines.is_empty();
        lines.into_iter().for_each(|said| self.insert(said));
    }

    /// Notes that no older lines can be loaded.
    pub const fn end(&mut self) {
        self.complete = true;
    }

    /// Takes in the lines of a snapshot, which are the latest of the room. Earlier lines are dropped if some in between
    /// may be missing. Lines of the first snapshot count as read.
    pub fn replace(&mut self, latest: &[Said]) {
        let full = latest.len() >= SNAPSHOT_CHAT_LINES;
        let joins = latest.first().is_none_or(|first| self.lines.contains_key(&first.seq));
        if full && !joins {
            self.lines.clear();
        }
        self.complete = !full || (joins && self.complete);
        latest.iter().for_each(|said| self.insert(said.clone()));
        let last = latest.last().map(|said| said.seq).unwrap_or_default();
        self.read.get_or_insert(last);
    }

    /// Switches to `channel`, as of event `now`. If it was another one before, all lines are dropped, because those
    /// said on the new channel meanwhile are unknown. Returns true in that case.
    pub fn turn_to(&mut self, channel: Channel, now: Seq) -> bool {
        let other = self.channel.replace(channel).is_some_and(|before| before != channel);
        if other {
            *self = Self { channel: Some(channel), read: Some(now), ..Self::default() };
        }
        other
    }

    fn insert(&mut self, said: Said) {
        self.lines.insert(said.seq, said);
        if self.lines.len() > MAX_LINES {
            self.lines.pop_first();
            self.complete = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::game::{ChatLine, PlayerId};

    use super::*;

    fn said(seq: u32) -> Said {
        let line = ChatLine {
            channel: Channel::Players,
            player: PlayerId(2),
            name: "Bob".parse().unwrap(),
            text: format!("line {seq}").parse().unwrap(),
        };
        Said { seq: Seq(seq), time: 0, line }
    }

    fn known(talk: &Talk) -> Vec<u32> {
        talk.lines(Channel::Players).map(|said| said.seq.0).collect()
    }

    #[test]
    fn a_snapshot_leaves_no_hole_and_makes_nothing_new_at_first() {
        let mut talk = Talk::default();
        let page = |from: u32| -> Vec<Said> { (from..from + 10).map(said).collect() };
        talk.replace(&page(1));
        assert!(!talk.is_new(&said(10)) && talk.is_new(&said(11)) && !talk.is_complete());
        talk.replace(&page(5));
        assert_eq!(known(&talk), (1..15).collect::<Vec<_>>(), "they join");
        talk.replace(&page(30));
        assert_eq!(known(&talk), (30..40).collect::<Vec<_>>(), "they do not");
        talk.take_older(page(20));
        assert_eq!(known(&talk).len(), 20);
        talk.take_older(Vec::new());
        assert!(talk.is_complete());
        talk.look();
        assert!(!talk.is_new(&said(39)));
    }

    #[test]
    fn another_channel_begins_anew() {
        let mut talk = Talk::default();
        assert!(!talk.turn_to(Channel::Players, Seq(1)));
        talk.hear(said(2));
        assert!(talk.is_new(&said(2)));
        assert!(!talk.turn_to(Channel::Players, Seq(3)));
        assert!(talk.turn_to(Channel::Spectators, Seq(3)));
        assert!(talk.turn_to(Channel::Players, Seq(4)));
        assert_eq!(known(&talk), [0_u32; 0]);
    }

    #[test]
    fn it_is_bounded() {
        let mut talk = Talk::default();
        (0..2_000).for_each(|seq| talk.hear(said(seq)));
        assert_eq!(known(&talk).len(), MAX_LINES);
        assert!(talk.is_complete());
    }
}
