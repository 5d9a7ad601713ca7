//! What the brokers must be like: their version, the streams, and how safely they store.

use std::time::Duration;

use async_nats::jetstream::{
    context::{CreateStreamError, CreateStreamErrorKind},
    stream::{Config, StorageType},
};
use serde::Deserialize;

use super::{NatsBroker, NatsError, PATIENCE};
use crate::cluster::Stream;

/// The oldest version that works: it can read a room in one request.
const OLDEST: (u32, u32, u32) = (2, 11, 0);
/// The oldest version without known faults that lose messages when brokers come and go.
const GOOD: (u32, u32, u32) = (2, 12, 3);
/// The number of copies of each message.
const COPIES: usize = 3;
/// How long it is remembered into which room a command led. Nobody repeats a command after that.
const ENTRIES: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The part of a broker's answer that says how it writes to disk.
#[derive(Deserialize)]
struct Jsz {
    data: Option<JszData>,
}

#[derive(Deserialize)]
struct JszData {
    config: Option<JszConfig>,
}

#[derive(Deserialize)]
struct JszConfig {
    #[serde(default)]
    sync_always: bool,
}

/// Reads a version such as `2.12.3` or `2.12.0-RC.1`.
fn version(text: &str) -> Option<(u32, u32, u32)> {
    let mut numbers = text.trim_start_matches('v').splitn(3, '.');
    let mut next = || {
        let digits = numbers.next()?;
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    Some((next()?, next()?, next()?))
}

impl NatsBroker {
    pub(super) fn check_version(&self) -> Result<(), NatsError> {
        let found = self.client.server_info().version;
        let number = version(&found);
        if number.is_none_or(|number| number < OLDEST) {
            return Err(NatsError::TooOld { found });
        }
        if number.is_some_and(|number| number < GOOD) {
            tracing::warn!(
                "the broker has version {found}: before 2.12.3, changing the set of brokers can lose what was accepted"
            );
        }
        Ok(())
    }

    pub(super) async fn create_streams(&self) -> Result<(), NatsError> {
        let mut fewest = COPIES;
        for stream in Stream::all() {
            let copies = self
                .create(stream)
                .await
                .map_err(|error| NatsError::Stream { stream, why: error.to_string() })?;
            fewest = fewest.min(copies);
        }
        if fewest < COPIES {
            tracing::warn!(
                "the broker stores {fewest} copies of each message, not {COPIES}: what is accepted is lost with a \
                 machine. Run three brokers to keep it"
            );
        }
        Ok(())
    }

    /// Creates a stream if it is not there. Returns the number of its copies.
    async fn create(&self, stream: Stream) -> Result<usize, CreateStreamError> {
        match self.streams.get_or_create_stream(config(stream, COPIES)).await {
            Ok(found) => Ok(found.cached_info().config.num_replicas),
            // A single broker, or too few of them.
            Err(error) if matches!(error.kind(), CreateStreamErrorKind::JetStream(_)) => {
                let found = self.streams.get_or_create_stream(config(stream, 1)).await?;
                Ok(found.cached_info().config.num_replicas)
            }
            Err(error) => Err(error),
        }
    }

    /// Looks whether the broker writes to its disk before it answers. Only the system account may ask for that.
    pub(super) async fn look_at_disks(&self) {
        let asked = self.client.request("$SYS.REQ.SERVER.PING.JSZ", r#"{"config":true}"#.into());
        let answer = tokio::time::timeout(PATIENCE / 4, asked).await.ok().and_then(Result::ok);
        let answer = answer.and_then(|answer| serde_json::from_slice::<Jsz>(&answer.payload).ok());
        match answer.and_then(|answer| answer.data?.config) {
            Some(config) if config.sync_always => {}
            Some(_) => tracing::warn!(
                "the broker answers before its disk has a message: a power failure of several brokers at once can lose \
                 what was accepted. Set sync_interval: always in the configuration of each broker"
            ),
            None => tracing::warn!(
                "this server may not see whether the brokers write to disk before they answer: make sure that each has \
                 sync_interval: always in its configuration"
            ),
        }
    }
}

fn config(stream: Stream, copies: usize) -> Config {
    let subjects = match stream {
        Stream::Rooms(shard) => format!("tengen.room.{shard}.>"),
        Stream::Games => "tengen.game.>".to_owned(),
        Stream::Table => "tengen.table.>".to_owned(),
        Stream::Entries => "tengen.entry.>".to_owned(),
        Stream::Nodes => "tengen.node.*".to_owned(),
    };
    Config {
        name: stream.to_string(),
        subjects: vec![subjects],
        num_replicas: copies,
        max_messages_per_subject: if stream.keeps_last_only() { 1 } else { -1 },
        max_age: if stream == Stream::Entries { ENTRIES } else { Duration::ZERO },
        // Also for leases: in memory, their numbers would begin anew after a restart of all brokers, and whoever follows
        // them would wait for the old ones.
        storage: StorageType::File,
        allow_rollup: true,
        allow_direct: true,
        ..Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert_eq!(version("2.12.3"), Some((2, 12, 3)));
        assert_eq!(version("v2.12.0-RC.1"), Some((2, 12, 0)));
        assert_eq!(version("2.9"), None);
        assert!(version("2.9.10") < Some(OLDEST) && version("2.100.0") > Some(GOOD));
    }
}
