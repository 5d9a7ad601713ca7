//! Who a peer is: what a client program keeps from connection to connection.

use tengen_shared::{
    game::{Name, RunId},
    protocol::{Codec, PlayerKey},
};

/// A player's name and key, and the run of the program.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The name to play under.
    pub name: Name,
    /// The key, once the server has given one.
    pub key: Option<PlayerKey>,
    /// The run.
    pub run: RunId,
    /// How messages are written; `None` offers no subprotocol, which means JSON.
    pub offer: Option<Codec>,
}

impl Identity {
    /// A new player whose program has just started.
    ///
    /// # Panics
    /// If `name` is no name.
    #[must_use]
    pub fn new(name: &str, codec: Codec) -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static RUNS: AtomicU64 = AtomicU64::new(0x0007_e61e_0000_0000);
        let run = RunId(RUNS.fetch_add(1, Ordering::Relaxed));
        Self { name: name.parse().expect("a name"), key: None, run, offer: Some(codec) }
    }

    /// The codec that the server will speak.
    #[must_use]
    pub fn codec(&self) -> Codec {
        self.offer.unwrap_or(Codec::Json)
    }

    /// The same player in another run of the program.
    #[must_use]
    pub fn new_run(&self) -> Self {
        Self { name: self.name.clone(), key: self.key, ..Self::new("x", self.codec()) }
    }
}
