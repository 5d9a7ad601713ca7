//! The lock of a room with a passphrase: a slow, salted hash of it, from which it cannot be read.

use argon2::{Argon2, Block, Params};
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

/// The memory in which hashes are worked out. It is used again: taken anew on one thread after another, it would stay
/// with the allocator many times over.
#[derive(Default)]
pub struct Workspace(Vec<Block>);

impl Lock {
    /// A lock that only `passphrase` opens. Takes tens of milliseconds.
    #[must_use]
    pub fn new(passphrase: &Passphrase, workspace: &mut Workspace) -> Self {
        let salt = rand::random();
        Self { salt, hash: hash(passphrase, &salt, workspace) }
    }

    /// Whether `passphrase` opens it. Takes tens of milliseconds, whatever the answer is.
    #[must_use]
    pub fn opens(&self, passphrase: &Passphrase, workspace: &mut Workspace) -> bool {
        hash(passphrase, &self.salt, workspace).ct_eq(&self.hash).into()
    }
}

fn hash(passphrase: &Passphrase, salt: &[u8; 16], workspace: &mut Workspace) -> [u8; 32] {
    let mut hash = [0; 32];
    let Workspace(blocks) = workspace;
    blocks.resize(Params::DEFAULT.block_count(), Block::default());
    Argon2::default()
        .hash_password_into_with_memory(passphrase.expose().as_bytes(), salt, &mut hash, blocks)
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
        let mut used = Workspace::default();
        let (lock, other) = (Lock::new(&secret, &mut used), Lock::new(&secret, &mut used));
        assert!(lock.opens(&secret, &mut used) && other.opens(&secret, &mut Workspace::default()));
        assert!(!lock.opens(&"open sesamE".parse().unwrap(), &mut used));
        assert_ne!(lock, other);
        assert!(!serde_json::to_string(&lock).unwrap().contains("sesame"));
    }
}
