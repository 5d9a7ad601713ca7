//! Strategies for keys and proofs.

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_shared::protocol::{
    HexBytes, KeyClaim, KeyId, KeyKind, ListedKey, Nonce, Proof, PublicKey, SecretMac, Signature,
};

use super::{
    life::times,
    values::{Boxed, safe_texts},
};

pub(crate) fn bytes<const N: usize>() -> Boxed<HexBytes<N>> {
    vec(any::<u8>(), N).prop_map(|bytes| HexBytes(bytes.try_into().unwrap())).boxed()
}

pub(crate) fn key_ids() -> Boxed<KeyId> {
    bytes().prop_map(KeyId).boxed()
}

pub(crate) fn proofs() -> Boxed<Box<Proof>> {
    let macs = || bytes().prop_map(SecretMac);
    let claim = prop_oneof![
        (key_ids(), macs()).prop_map(|(id, mac)| KeyClaim::SecretKey { id, mac }),
        macs().prop_map(|mac| KeyClaim::Pairing { mac }),
    ];
    let parts = (bytes(), bytes(), bytes(), safe_texts(), option::of(claim));
    parts
        .prop_map(|(public_key, nonce, signature, device, claim)| {
            let (public_key, nonce, signature) = (PublicKey(public_key), Nonce(nonce), Signature(signature));
            Box::new(Proof { public_key, nonce, signature, device, claim })
        })
        .boxed()
}

pub(crate) fn listed_keys() -> Boxed<ListedKey> {
    let kinds = select(vec![KeyKind::Secret, KeyKind::Pair]);
    (key_ids(), kinds, safe_texts(), times(), times(), any::<bool>())
        .prop_map(|(key, kind, device, added, used, current)| ListedKey {
            key,
            kind,
            device,
            added,
            used,
            current,
        })
        .boxed()
}
