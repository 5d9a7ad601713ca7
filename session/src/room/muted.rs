//! The list of players whom the user mutes on a server, and its file format.

use std::{collections::BTreeSet, fmt};

use tengen_shared::game::PlayerId;

/// The maximum number of muted players. If another is added, the one with the lowest number is removed.
const MAX_MUTED: usize = 200;
/// The line of the file that mutes everybody.
const EVERYBODY: &str = "everybody";

/// The players whom the user mutes. The file has one line for each: a player's number, or `everybody`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Muted {
    everybody: bool,
    players: BTreeSet<PlayerId>,
}

impl Muted {
    /// Reads the file and ignores invalid lines.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut muted = Self::default();
        for line in text.lines().map(str::trim) {
            match line.parse() {
                Ok(number) => muted.add(PlayerId(number)),
                Err(_) => muted.everybody |= line == EVERYBODY,
            }
        }
        muted
    }

    /// Whether everybody is muted.
    #[must_use]
    pub const fn is_everybody(&self) -> bool {
        self.everybody
    }

    /// Whether this player is on the list, regardless of `everybody`.
    #[must_use]
    pub fn contains(&self, player: PlayerId) -> bool {
        self.players.contains(&player)
    }

    /// Whether the user sees what this player says.
    #[must_use]
    pub fn hears(&self, player: PlayerId) -> bool {
        !self.everybody && !self.contains(player)
    }

    /// Mutes everybody, or ends that.
    pub const fn toggle_everybody(&mut self) {
        self.everybody = !self.everybody;
    }

    /// Mutes a player, or ends that.
    pub fn toggle(&mut self, player: PlayerId) {
        if !self.players.remove(&player) {
            self.add(player);
        }
    }

    fn add(&mut self, player: PlayerId) {
        self.players.insert(player);
        if self.players.len() > MAX_MUTED {
            self.players.pop_first();
        }
    }
}

impl fmt::Display for Muted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.everybody {
            writeln!(f, "{EVERYBODY}")?;
        }
        self.players.iter().try_for_each(|player| writeln!(f, "{}", player.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again_and_nonsense_is_passed_over() {
        let mut muted = Muted::default();
        assert!(muted.hears(PlayerId(7)));
        muted.toggle(PlayerId(7));
        muted.toggle(PlayerId(9));
        muted.toggle(PlayerId(9));
        assert_eq!(Muted::read(&muted.to_string()), muted);
        assert!(!muted.hears(PlayerId(7)) && muted.hears(PlayerId(9)));
        muted.toggle_everybody();
        assert_eq!(Muted::read(&muted.to_string()), muted);
        assert!(!muted.hears(PlayerId(9)) && !muted.contains(PlayerId(9)));
        let damaged = Muted::read("x\u{0}\n -3\n 7 \n99999999999\neverybody else\n");
        assert_eq!(damaged.to_string(), "7\n");
    }

    #[test]
    fn the_file_stays_small() {
        let mut muted = Muted::default();
        (u32::MAX - 300..u32::MAX).for_each(|number| muted.toggle(PlayerId(number)));
        muted.toggle_everybody();
        assert_eq!(muted.players.len(), MAX_MUTED);
        assert!(muted.to_string().len() < 4 * 1024);
        assert_eq!(Muted::read(&muted.to_string()), muted);
    }
}
