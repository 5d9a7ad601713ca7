//! The broker NATS, with its streams (JetStream).

mod api;
mod setup;

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use async_nats::{
    ConnectErrorKind, ConnectOptions,
    header::HeaderMap,
    jetstream::{
        self,
        consumer::{DeliverPolicy, pull::OrderedConfig},
        stream::LastRawMessageErrorKind,
    },
};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream::BoxStream};
use thiserror::Error;
use tokio::{sync::mpsc, time::Instant};

use super::{
    Broker, BrokerError, Filter, Message, NatsOptions, NodeName, Publish, PublishError, Stream, Subject,
    broker::Later,
};

/// How long to wait for a connection, or for many messages.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait for an answer. A stream without a leader gives none, so what was sent before a leader was elected is lost
/// time.
const ANSWER: Duration = Duration::from_secs(1);
/// How long a new node tries to reach the brokers.
const REACH: Duration = Duration::from_secs(30);
/// The pause between two tries.
const REACH_AGAIN: Duration = Duration::from_millis(500);
/// The pause before a stream is followed again after a failure.
const FOLLOW_AGAIN: Duration = Duration::from_millis(500);
/// How long a request for more messages of a followed stream lasts. The broker gives a sign of life after half of it, and after
/// two missing ones the stream is followed anew. The library's default, 30 s, would leave a node without leases for so long
/// when the broker that it follows dies.
const PULL: Duration = Duration::from_secs(2);
/// Messages of a followed stream that wait for their reader.
const AHEAD: usize = 1_024;
/// The header with [`Publish::id`].
const ID: &str = "Tengen-Id";
/// The header with [`Publish::note`].
const NOTE: &str = "Tengen-Note";

/// Why the brokers cannot be used.
#[derive(Debug, Error)]
pub enum NatsError {
    #[error("cannot read {}: {source}", file.display())]
    File { file: PathBuf, source: std::io::Error },
    #[error("cannot reach the cluster's broker at {urls}: {why}. Check that nats-server runs there")]
    Connect { urls: String, why: String },
    #[error(
        "the cluster's broker at {urls} refuses this server: {why}. Check the addresses, which begin with nats:// or tls://, and the password"
    )]
    Refused { urls: String, why: String },
    #[error(
        "the certificate of the cluster's broker at {urls} is not accepted: {why}. Check its name and dates, or name a file with the certificate of its authority: --cluster-authority FILE"
    )]
    Untrusted { urls: String, why: String },
    #[error(
        "the broker has version {found}, and Tengen needs 2.11 or later: upgrade nats-server on all brokers"
    )]
    TooOld { found: String },
    #[error(
        "the broker cannot store the stream {stream}: {why}. The brokers may still be choosing a leader; if this goes on, check that JetStream is enabled on all of them"
    )]
    Stream { stream: Stream, why: String },
}

/// A connection to the brokers.
#[derive(Clone)]
pub struct NatsBroker {
    client: async_nats::Client,
    streams: jetstream::Context,
}

impl NatsBroker {
    /// Connects to the brokers, and tries again for a while: they may be starting, or electing a leader.
    ///
    /// # Errors
    /// Returns the last error.
    pub async fn reach(options: &NatsOptions, name: &NodeName) -> Result<Self, NatsError> {
        let until = Instant::now() + REACH;
        loop {
            match Self::connect(options, name).await {
                Err(error @ (NatsError::Connect { .. } | NatsError::Stream { .. }))
                    if Instant::now() < until =>
                {
                    tracing::warn!(%error, "trying again");
                    tokio::time::sleep(REACH_AGAIN).await;
                }
                reached => return reached,
            }
        }
    }

    /// Connects to the brokers, and creates the streams that are not there yet.
    ///
    /// # Errors
    /// Returns an error if no broker answers, one is too old, or the streams cannot be created.
    pub async fn connect(options: &NatsOptions, name: &NodeName) -> Result<Self, NatsError> {
        let mut connect = ConnectOptions::new()
            .name(format!("tengen {name}"))
            .request_timeout(Some(ANSWER))
            .connection_timeout(PATIENCE)
            .ping_interval(Duration::from_secs(2))
            .event_callback(|event| async move { tracing::info!(%event, "the connection to the broker") });
        if let Some(file) = &options.credentials {
            let source = |source| NatsError::File { file: file.clone(), source };
            connect = connect.credentials_file(file).await.map_err(source)?;
        }
        if let Some(file) = &options.authority {
            connect = connect.add_root_certificates(file.clone());
        }
        let (urls, login) = without_login(&options.urls);
        if let Some((user, password)) = login {
            connect = connect.user_and_password(user, password);
        }
        let failed = |error: async_nats::ConnectError| {
            let (urls, why) = (urls.join(","), error.to_string());
            match error.kind() {
                // Trying again would not help.
                ConnectErrorKind::ServerParse
                | ConnectErrorKind::Authentication
                | ConnectErrorKind::AuthorizationViolation => NatsError::Refused { urls, why },
                // The library has no kind for it.
                _ if why.contains("invalid peer certificate") => NatsError::Untrusted { urls, why },
                _ => NatsError::Connect { urls, why },
            }
        };
        let client = connect.connect(&urls).await.map_err(failed)?;
        let streams = jetstream::context::ContextBuilder::new().timeout(ANSWER).build(client.clone());
        let broker = Self { client, streams };
        broker.check_version()?;
        broker.create_streams().await?;
        broker.look_at_disks().await;
        Ok(broker)
    }

    fn later<T, E, F>(&self, work: impl FnOnce(Self) -> F) -> Later<T, E>
    where
        F: Future<Output = Result<T, E>> + Send + 'static,
    {
        Box::pin(work(self.clone()))
    }

    async fn last_of(&self, subject: Subject) -> Result<Option<Message>, BrokerError> {
        let stream = self.stream(subject.stream()).await?;
        match stream.get_last_raw_message_by_subject(&subject.to_string()).await {
            Ok(found) => Ok(message(subject, found.sequence, Some(&found.headers), found.payload)),
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => Ok(None),
            Err(error) => Err(BrokerError::Away(error.to_string())),
        }
    }

    async fn stream(&self, stream: Stream) -> Result<jetstream::stream::Stream<()>, BrokerError> {
        let found = self.streams.get_stream_no_info(stream.to_string()).await;
        found.map_err(|error| BrokerError::Away(error.to_string()))
    }

    async fn consumer(
        &self,
        filter: Filter,
        deliver_policy: DeliverPolicy,
        headers_only: bool,
    ) -> Result<jetstream::consumer::Consumer<OrderedConfig>, BrokerError> {
        let config = OrderedConfig {
            filter_subject: filter.to_string(),
            deliver_policy,
            headers_only,
            max_expires: PULL,
            ..Default::default()
        };
        let created = self.stream(filter.stream()).await?.create_consumer(config).await;
        created.map_err(|error| BrokerError::Away(error.to_string()))
    }

    /// Follows a part of a stream until it fails or nobody reads on. Returns where to go on.
    async fn follow_on(
        &self,
        filter: Filter,
        from: u64,
        out: &mpsc::Sender<Message>,
    ) -> Result<u64, (u64, BrokerError)> {
        let mut next = from;
        let policy = DeliverPolicy::ByStartSequence { start_sequence: from.max(1) };
        let away = |error: &dyn std::fmt::Display| BrokerError::Away(error.to_string());
        let consumer = self.consumer(filter, policy, false).await.map_err(|error| (next, error))?;
        let mut messages = consumer.messages().await.map_err(|error| (next, away(&error)))?;
        while let Some(found) = messages.next().await {
            let found = found.map_err(|error| (next, away(&error)))?;
            let Ok(sequence) = found.info().map(|info| info.stream_sequence) else { continue };
            // A consumer that had received nothing before it was made anew begins with the first message of all.
            if sequence < next {
                continue;
            }
            next = sequence + 1;
            let read = found.subject.parse().ok();
            let read = read.and_then(|subject| {
                message(subject, sequence, found.headers.as_ref(), found.payload.clone())
            });
            if let Some(message) = read
                && out.send(message).await.is_err()
            {
                return Ok(next);
            }
        }
        Err((next, BrokerError::Away("the stream has ended".to_owned())))
    }

    async fn notes_of(&self, filter: Filter) -> Result<Vec<Message>, BrokerError> {
        let consumer = self.consumer(filter, DeliverPolicy::LastPerSubject, true).await?;
        // A subject comes again if it gets another message meanwhile, or the library has to begin anew.
        let mut found = BTreeMap::new();
        if consumer.cached_info().num_pending == 0 {
            return Ok(Vec::new());
        }
        let away = |error: &dyn std::fmt::Display| BrokerError::Away(error.to_string());
        let mut messages = consumer.messages().await.map_err(|error| away(&error))?;
        loop {
            // The last one may have been removed meanwhile.
            let next = tokio::time::timeout(PATIENCE, messages.next()).await.map_err(|error| away(&error))?;
            let Some(next) = next else { break };
            let next = next.map_err(|error| away(&error))?;
            let Ok(info) = next.info() else { continue };
            let (sequence, pending) = (info.stream_sequence, info.pending);
            if let Ok(subject) = next.subject.parse::<Subject>()
                && let Some(message) = message(subject.clone(), sequence, next.headers.as_ref(), Bytes::new())
            {
                found.insert(subject, message);
            }
            if pending == 0 {
                break;
            }
        }
        Ok(found.into_values().collect())
    }
}

/// Takes the user name and the password out of addresses: the client library does not read them there, and they must not
/// be in messages. The last ones count for all addresses.
fn without_login(urls: &[String]) -> (Vec<String>, Option<(String, String)>) {
    let mut login = None;
    let clean = |url: &String| {
        let (scheme, rest) = url.split_once("://").unwrap_or(("nats", url));
        let Some((who, host)) = rest.rsplit_once('@') else { return url.clone() };
        let (user, password) = who.split_once(':').unwrap_or((who, ""));
        login = Some((user.to_owned(), password.to_owned()));
        format!("{scheme}://{host}")
    };
    let urls = urls.iter().map(clean).collect();
    (urls, login)
}

/// Returns a message of a stream; `None` if it is not one of ours.
fn message(subject: Subject, sequence: u64, headers: Option<&HeaderMap>, body: Bytes) -> Option<Message> {
    let text = |name| headers.and_then(|headers| headers.get(name)).map(ToString::to_string);
    let id = text(ID)?.parse().ok()?;
    Some(Message { subject, sequence, id, note: text(NOTE).unwrap_or_default(), body })
}

/// Returns the subject of the messages to a node.
fn to(node: &NodeName) -> String {
    format!("tengen.to.{node}")
}

impl Broker for NatsBroker {
    fn publish(&self, publish: Publish) -> Later<u64, PublishError> {
        self.later(|broker| async move { broker.append(publish).await })
    }

    fn last(&self, subject: Subject) -> Later<Option<Message>> {
        self.later(|broker| async move { broker.last_of(subject).await })
    }

    fn read(&self, subject: Subject, from: u64) -> Later<Vec<Message>> {
        self.later(|broker| async move { broker.read_batches(subject, from).await })
    }

    fn purge(&self, subject: Subject, before: Option<u64>) -> Later<()> {
        self.later(|broker| async move {
            let stream = broker.stream(subject.stream()).await?;
            let purge = stream.purge().filter(subject.to_string());
            let done = match before {
                Some(before) => purge.sequence(before).await,
                None => purge.await,
            };
            done.map(|_| ()).map_err(|error| BrokerError::Away(error.to_string()))
        })
    }

    fn follow(&self, filter: Filter, from: u64) -> BoxStream<'static, Message> {
        let (out, messages) = mpsc::channel(AHEAD);
        let (broker, mut next) = (self.clone(), from);
        tokio::spawn(async move {
            while let Err((reached, error)) = broker.follow_on(filter, next, &out).await {
                tracing::debug!(%filter, %error, "following a stream again");
                next = reached;
                tokio::time::sleep(FOLLOW_AGAIN).await;
                if out.is_closed() {
                    return;
                }
            }
        });
        let next = |mut messages: mpsc::Receiver<Message>| async { Some((messages.recv().await?, messages)) };
        futures_util::stream::unfold(messages, next).boxed()
    }

    fn notes(&self, filter: Filter) -> Later<Vec<Message>> {
        self.later(|broker| async move { broker.notes_of(filter).await })
    }

    fn tell(&self, node: NodeName, body: Bytes) -> Later<()> {
        self.later(|broker| async move {
            let told = broker.client.publish(to(&node), body).await;
            told.map_err(|error| BrokerError::Away(error.to_string()))
        })
    }

    fn listen(&self, node: NodeName) -> Later<BoxStream<'static, Bytes>> {
        self.later(|broker| async move {
            let heard = broker.client.subscribe(to(&node)).await;
            let heard = heard.map_err(|error| BrokerError::Away(error.to_string()))?;
            Ok(heard.map(|message| message.payload).boxed())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_of_the_address() {
        let urls = ["nats://ann:a@b:c@10.0.0.1:4222", "tls://10.0.0.2"].map(str::to_owned);
        let (clean, login) = without_login(&urls);
        assert_eq!(clean, ["nats://10.0.0.1:4222", "tls://10.0.0.2"]);
        assert_eq!(login, Some(("ann".to_owned(), "a@b:c".to_owned())));
        assert_eq!(without_login(&urls[1..]), (vec!["tls://10.0.0.2".to_owned()], None));
    }
}
