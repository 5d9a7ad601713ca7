//! What this client knows of the talk in a room.

use std::{collections::BTreeMap, time::Duration};

use tengen_shared::game::{Channel, SNAPSHOT_CHAT_LINES, Said, Seq};

/// The most lines kept; more than a room of the server keeps.
const MAX_LINES: usize = 500;
/// How long the latest line is shown where there is no space for more.
const GLOW: Duration = Duration::from_secs(8);

/// What was said in a room, as far as it was told, on the channel of this client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    channel: Option<Channel>,
    lines: BTreeMap<Seq, Said>,
    /// Whether nothing older can be had.
    complete: bool,
    /// The last line that was there when the user looked; `None` before the first look.
    read: Option<Seq>,
    /// How long the latest line is still shown by itself.
    glow: Duration,
}

impl Talk {
    /// The lines of `channel`, in order.
    pub fn lines(&self, channel: Channel) -> impl DoubleEndedIterator<Item = &Said> {
        self.lines.values().filter(move |said| said.line.channel == channel)
    }

    /// Whether nothing older can be had.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number of the first line known of `channel`.
    #[must_use]
    pub fn first(&self, channel: Channel) -> Option<Seq> {
        self.lines(channel).next().map(|said| said.seq)
    }

    /// Whether the line has come since the user looked last.
    #[must_use]
    pub fn is_new(&self, said: &Said) -> bool {
        self.read.is_none_or(|read| said.seq > read)
    }

    /// Whether the latest line is shown by itself.
    #[must_use]
    pub const fn glows(&self) -> bool {
        !self.glow.is_zero()
    }

    /// How long it still is; `None` if it is not.
    #[must_use]
    pub fn glow(&self) -> Option<Duration> {
        self.glows().then_some(self.glow)
    }

    /// Shows the latest line by itself for a while.
    pub const fn light(&mut self) {
        self.glow = GLOW;
    }

    /// Lets time pass.
    pub const fn pass(&mut self, elapsed: Duration) {
        self.glow = self.glow.saturating_sub(elapsed);
    }

    /// The user has seen all that there is.
    pub fn look(&mut self) {
        self.glow = Duration::ZERO;
        self.read = self.lines.keys().next_back().copied().or(self.read);
    }

    /// Takes in a line that was said now.
    pub fn hear(&mut self, said: Said) {
        self.read.get_or_insert_default();
        self.insert(said);
    }

    /// Takes in older lines; if there are none, there is nothing older.
    pub fn take_older(&mut self, lines: Vec<Said>) {
        self.complete |= lines.is_empty();
        lines.into_iter().for_each(|said| self.insert(said));
    }

    /// Nothing older can be had.
    pub const fn end(&mut self) {
        self.complete = true;
    }

    /// Takes in the lines of a snapshot, the latest that the room keeps. What was known before stays if no line
    /// between can be missing. Whatever was said before the first snapshot is not new.
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

    /// The user hears `channel` from now on. If that was another one before, what was said there meanwhile is
    /// unknown: everything is forgotten, and true is the answer.
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
