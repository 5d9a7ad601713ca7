//! The lock of a room with a passphrase: a slow, salted hash of it, from which it cannot be read.

use argon2::Argon2;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use tengen_shared::game::Passphrase;

/// What is kept of a passphrase: its Argon2id hash (RFC 9106, the library's default costs: 19 MiB, two passes) and the
/// salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    salt: [u8; 16],
    hash: [u8; 32],
}

impl Lock {
    /// A lock that only `passphrase` opens. Takes tens of milliseconds.
    #[must_use]
    pub fn new(passphrase: &Passphrase) -> Self {
        let salt = rand::random();
        Self { salt, hash: hash(passphrase, &salt) }
    }

    /// Whether `passphrase` opens it. Takes tens of milliseconds, whatever the answer is.
    #[must_use]
    pub fn opens(&self, passphrase: &Passphrase) -> bool {
        hash(passphrase, &self.salt).ct_eq(&self.hash).into()
    }
}

fn hash(passphrase: &Passphrase, salt: &[u8; 16]) -> [u8; 32] {
    let mut hash = [0; 32];
    Argon2::default()
        .hash_password_into(passphrase.expose().as_bytes(), salt, &mut hash)
        .expect("invariant: lengths of salt and hash are within what Argon2 takes");
    hash
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn only_the_passphrase_opens_its_lock_and_two_locks_of_one_passphrase_differ() {
        let secret: Passphrase = "open sesame".parse().unwrap();
        let (lock, other) = (Lock::new(&secret), Lock::new(&secret));
        assert!(lock.opens(&secret) && other.opens(&secret));
        assert!(!lock.opens(&"open sesamE".parse().unwrap()));
        assert_ne!(lock, other);
        assert!(!serde_json::to_string(&lock).unwrap().contains("sesame"));
    }
}
