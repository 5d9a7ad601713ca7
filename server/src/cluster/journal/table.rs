//! Values in the stream of which only the last message of each subject counts. A value changes only if it is still what
//! the change was made from.

use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tengen_shared::protocol::{HexBytes, SecretKey, ServerId};

use super::{Draft, Store};
use crate::{
    cluster::{Broker, Publish, Subject},
    journal::{JournalError, ServerIdentity},
};

/// How often to make a change anew because the value has changed meanwhile.
const TRIES: u32 = 50;

/// What becomes of a value.
pub(super) enum Change<V, T> {
    Keep(T),
    /// This one takes its place.
    Put(V, T),
}

pub(super) fn encode<V: Serialize>(value: &V) -> Result<Bytes, JournalError> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).map_err(|error| JournalError::Storage(error.to_string()))?;
    Ok(bytes.into())
}

pub(super) fn decode<V: DeserializeOwned>(subject: &Subject, body: &[u8]) -> Result<V, JournalError> {
    let broken = |error| JournalError::Broker(format!("{subject} cannot be read: {error}"));
    ciborium::from_reader(body).map_err(broken)
}

impl Store {
    /// Returns the value of a subject; `None` if it never had one.
    pub(super) async fn value<V: DeserializeOwned>(
        &self,
        subject: Subject,
    ) -> Result<Option<V>, JournalError> {
        let last = self.last(subject.clone()).await?;
        last.map(|last| decode(&subject, &last.body)).transpose()
    }

    /// Changes the value of a subject, as often as others have changed it meanwhile.
    ///
    /// # Errors
    /// Returns `Busy` if others change it all the time.
    pub(super) async fn change<V: Serialize + DeserializeOwned, T>(
        &self,
        subject: Subject,
        change: impl Fn(Option<V>) -> Change<V, T>,
    ) -> Result<T, JournalError> {
        for _ in 0..TRIES {
            let last = self.last(subject.clone()).await?;
            let after = last.as_ref().map_or(0, |last| last.sequence);
            let value = last.map(|last| decode(&subject, &last.body)).transpose()?;
            let (new, result) = match change(value) {
                Change::Keep(result) => return Ok(result),
                Change::Put(new, result) => (new, result),
            };
            match self.write(Publish::new(subject.clone(), after, encode(&new)?)).await {
                Ok(_) => return Ok(result),
                Err(JournalError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Err(JournalError::Busy)
    }
}

/// The identity as it is stored.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StoredIdentity {
    id: u64,
    key: HexBytes<32>,
}

impl StoredIdentity {
    pub(super) fn of(identity: &ServerIdentity) -> Self {
        Self { id: identity.id.0, key: HexBytes(*identity.key.expose_bytes()) }
    }
}

/// Returns the identity of the cluster; `None` if no node has ever run.
pub(super) async fn stored_identity(
    broker: &Arc<dyn Broker>,
) -> Result<Option<ServerIdentity>, JournalError> {
    let Some(last) = broker.last(Subject::Identity).await? else { return Ok(None) };
    let StoredIdentity { id, key } = decode(&Subject::Identity, &last.body)?;
    Ok(Some(ServerIdentity { id: ServerId(id), key: SecretKey::from_bytes(key.0) }))
}

/// Returns the identity that all nodes of the cluster share. The first node draws it.
pub(super) async fn identity(broker: &Arc<dyn Broker>) -> Result<ServerIdentity, JournalError> {
    loop {
        if let Some(identity) = stored_identity(broker).await? {
            return Ok(identity);
        }
        let new = ServerIdentity::random();
        let body = encode(&StoredIdentity::of(&new))?;
        match Draft::new(&**broker, Publish::new(Subject::Identity, 0, body)).write().await {
            // Another node was faster.
            Ok(_) | Err(JournalError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
}
