//! The identity of a peer, which a client program keeps from connection to connection.

use tengen_session::KeyOrigin;
use tengen_shared::{
    game::{Name, RunId},
    protocol::{Codec, SecretKey},
};

/// A player's name and keys, and the run of the program.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The name to play under.
    pub name: Name,
    /// The key pair.
    pub key: SecretKey,
    /// Whose key it is, if the server does not know it.
    pub origin: KeyOrigin,
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
        let (name, key) = (name.parse().expect("a name"), SecretKey::from_bytes(rand::random()));
        Self { name, key, origin: KeyOrigin::New, run, offer: Some(codec) }
    }

    /// Returns the codec that the server will use.
    #[must_use]
    pub fn codec(&self) -> Codec {
        self.offer.unwrap_or(Codec::Json)
    }

    /// Returns the same player in another run of the program.
    #[must_use]
    pub fn new_run(&self) -> Self {
        Self {
            name: self.name.clone(),
            key: self.key.clone(),
            origin: self.origin,
            ..Self::new("x", self.codec())
        }
    }
}
