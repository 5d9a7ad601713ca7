//! A message on its way into a stream, until it is certain what has become of it.

use std::time::Duration;

use tokio::time::Instant;

use super::PATIENCE;
use crate::{
    cluster::{Broker, Publish, PublishError},
    journal::JournalError,
};

/// The pauses between two tries: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(4), Duration::from_millis(250));

/// A message that is to be appended.
pub(super) struct Draft<'a> {
    broker: &'a dyn Broker,
    publish: Publish,
}

/// What the stream says about a message.
enum Found {
    /// It is there, with this number.
    Stored(u64),
    /// Nothing has been written since: it may be sent again.
    NotYet,
    /// Something else is there.
    Other,
}

impl<'a> Draft<'a> {
    pub(super) fn new(broker: &'a dyn Broker, publish: Publish) -> Self {
        Self { broker, publish }
    }

    /// Sends the message until it is stored, or cannot be. It is never stored twice, because each copy must follow the same
    /// message.
    ///
    /// # Errors
    /// Returns `Conflict` if something else follows that message, and `Broker` if it is not known what has become of this
    /// one: it may be stored, or may still come.
    pub(super) async fn write(self) -> Result<u64, JournalError> {
        let until = Instant::now() + PATIENCE;
        let mut pause = PAUSES.0;
        loop {
            let why = match self.broker.publish(self.publish.clone()).await {
                Ok(sequence) => return Ok(sequence),
                Err(PublishError::Failed(why)) => return Err(JournalError::Broker(why)),
                Err(error @ (PublishError::Refused | PublishError::Unknown(_))) => error.to_string(),
            };
            match self.look().await {
                Some(Found::Stored(sequence)) => return Ok(sequence),
                Some(Found::Other) => return Err(JournalError::Conflict),
                Some(Found::NotYet) | None => {}
            }
            if Instant::now() >= until {
                return Err(JournalError::Broker(why));
            }
            tracing::debug!(subject = %self.publish.subject, %why, "writing again");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// Reads what follows the message that this one must follow; `None` if the broker cannot be read.
    async fn look(&self) -> Option<Found> {
        let Publish { subject, after, id, .. } = &self.publish;
        let last = self.broker.last(subject.clone()).await.ok()?;
        if last.as_ref().map_or(0, |last| last.sequence) == *after {
            return Some(Found::NotYet);
        }
        Some(match last.filter(|last| last.id == *id) {
            Some(last) => Found::Stored(last.sequence),
            None => Found::Other,
        })
    }
}
