//! The identity of a peer, which a client program keeps from connection to connection.

use tengen_shared::{
    game::{Name, RunId},
    protocol::{Codec, PlayerKey},
};

/// A player's name and key, and the run of the program.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The name to play under.
    pub name: Name,
    /// The key; `None` until the server has given one.
    pub key: Option<PlayerKey>,
    /// The run of the program.
    pub run: RunId,
    /// The codec to offer; `None` offers no subprotocol, which means JSON.
    pub offer: Option<Codec>,
}

impl Identity {
    /// Creates a new player whose program has just started.
    ///
    /// # Panics
    /// Panics if `name` is not a valid name.
    #[must_use]
    pub fn new(name: &str, codec: Codec) -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static RUNS: AtomicU64 = AtomicU64::new(0x0007_e61e_0000_0000);
        let run = RunId(RUNS.fetch_add(1, Ordering::Relaxed));
        Self { name: name.parse().expect("a name"), key: None, run, offer: Some(codec) }
    }

    /// Returns the codec that the server will use.
    #[must_use]
    pub fn codec(&self) -> Codec {
        self.offer.unwrap_or(Codec::Json)
    }

    /// Returns the same player in another run of the program.
    #[must_use]
    pub fn new_run(&self) -> Self {
        Self { name: self.name.clone(), key: self.key, ..Self::new("x", self.codec()) }
    }
}
