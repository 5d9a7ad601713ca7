//! The codes by which players bring another of their devices in. They live in memory only, for some minutes.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tengen_shared::{
    game::PlayerId,
    protocol::{Meeting, PairingCode, SecretMac},
};
use tokio::time::Instant;

/// How long a code works.
pub(crate) const VALID: Duration = Duration::from_secs(10 * 60);
/// Codes that can be valid at once. Whoever shows a code has it compared with each of them.
const MOST: usize = 1_000;

/// The valid codes: at most one for each player.
#[derive(Debug, Default)]
pub(crate) struct Pairings(Mutex<HashMap<PlayerId, (PairingCode, Instant)>>);

impl Pairings {
    fn valid(&self) -> MutexGuard<'_, HashMap<PlayerId, (PairingCode, Instant)>> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        codes.retain(|_, (_, until)| *until > now);
        codes
    }

    /// Returns a new code for the player, in place of an earlier one; `None` if too many are valid.
    pub(crate) fn start(&self, player: PlayerId) -> Option<PairingCode> {
        let mut codes = self.valid();
        if codes.len() >= MOST && !codes.contains_key(&player) {
            return None;
        }
        let code = PairingCode::from_bits(rand::random());
        codes.insert(player, (code, Instant::now() + VALID));
        Some(code)
    }

    /// Returns the player whose code was used for `mac`, and makes it invalid.
    pub(crate) fn redeem(&self, meeting: &Meeting, mac: &SecretMac) -> Option<PlayerId> {
        let mut codes = self.valid();
        let player =
            codes.iter().find(|(_, (code, _))| meeting.knows_code(code, mac)).map(|(player, _)| *player)?;
        codes.remove(&player);
        Some(player)
    }
}
