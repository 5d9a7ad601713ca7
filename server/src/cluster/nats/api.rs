//! Two requests of JetStream for which the client library has no call of the kind that is needed here.

use async_nats::{
    HeaderMap, RequestErrorKind, StatusCode,
    header::{NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, NATS_SEQUENCE},
};
use futures_util::StreamExt as _;
use serde::Deserialize;

use super::{ID, NOTE, NatsBroker, PATIENCE, message};
use crate::cluster::{BrokerError, Message, Publish, PublishError, Stream, Subject};

/// Messages per request.
const BATCH: usize = 512;
/// The error codes of an append that must follow another message than the last: the second one comes without a number, and
/// also when nobody else has written.
const WRONG_LAST: [u64; 2] = [10_071, 10_164];

/// The answer to an append.
#[derive(Deserialize)]
struct Answer {
    seq: Option<u64>,
    error: Option<ApiError>,
}

#[derive(Deserialize)]
struct ApiError {
    err_code: u64,
    description: String,
}

impl NatsBroker {
    /// Appends a message. The library's own call does not tell the two error codes apart from all others.
    pub(super) async fn append(&self, publish: Publish) -> Result<u64, PublishError> {
        let Publish { subject, after, replaces, id, note, body } = publish;
        let mut headers = HeaderMap::new();
        headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, after.to_string());
        headers.insert(ID, id.to_string());
        if !note.is_empty() {
            headers.insert(NOTE, note);
        }
        if replaces {
            headers.insert("Nats-Rollup", "sub");
        }
        let answer = self.client.request_with_headers(subject.to_string(), headers, body).await;
        let answer = answer.map_err(|error| match error.kind() {
            RequestErrorKind::InvalidSubject | RequestErrorKind::MaxPayloadExceeded => {
                PublishError::Failed(error.to_string())
            }
            _ => PublishError::Unknown(error.to_string()),
        })?;
        let unknown = |error: serde_json::Error| PublishError::Unknown(error.to_string());
        let answer: Answer = serde_json::from_slice(&answer.payload).map_err(unknown)?;
        match answer {
            Answer { error: Some(error), .. } if WRONG_LAST.contains(&error.err_code) => {
                Err(PublishError::Refused)
            }
            // Such as a stream without a leader: it may have one in a moment.
            Answer { error: Some(error), .. } => Err(PublishError::Unknown(error.description)),
            Answer { seq: Some(sequence), .. } => Ok(sequence),
            Answer { .. } => Err(PublishError::Unknown("the answer has no number".to_owned())),
        }
    }

    /// Returns the name of the broker that leads a stream; `None` while none does, or no answer comes.
    pub async fn leader(&self, stream: Stream) -> Option<String> {
        let found = self.streams.get_stream(stream.to_string()).await.ok()?;
        found.cached_info().cluster.as_ref()?.leader.clone()
    }

    /// Reads the messages of a subject from any replica, in batches (ADR-31 of NATS, from version 2.11 on).
    pub(super) async fn read_batches(
        &self,
        subject: Subject,
        from: u64,
    ) -> Result<Vec<Message>, BrokerError> {
        let (mut found, mut next) = (Vec::new(), from.max(1));
        loop {
            let had = found.len();
            let is_all = self.read_batch(&subject, next, &mut found).await?;
            match found.last().map(|last: &Message| last.sequence + 1) {
                Some(after) if !is_all && found.len() > had => next = after,
                _ => return Ok(found),
            }
        }
    }

    /// Reads one batch. Returns whether it was the last one.
    async fn read_batch(
        &self,
        subject: &Subject,
        from: u64,
        found: &mut Vec<Message>,
    ) -> Result<bool, BrokerError> {
        let away = |error: &dyn std::fmt::Display| BrokerError::Away(error.to_string());
        let inbox = self.client.new_inbox();
        let mut answers = self.client.subscribe(inbox.clone()).await.map_err(|error| away(&error))?;
        let request = serde_json::json!({"seq": from, "next_by_subj": subject.to_string(), "batch": BATCH});
        let to = format!("$JS.API.DIRECT.GET.{}", subject.stream());
        let sent = self.client.publish_with_reply(to, inbox, request.to_string().into()).await;
        sent.map_err(|error| away(&error))?;
        loop {
            let answer = tokio::time::timeout(PATIENCE, answers.next()).await;
            let Ok(Some(answer)) = answer else { return Err(away(&"no answer in time")) };
            let header = |name| answer.headers.as_ref().and_then(|headers| headers.get(name));
            match answer.status {
                None => {}
                Some(StatusCode::NOT_FOUND) => return Ok(true),
                Some(StatusCode::NO_RESPONDERS) => return Err(away(&"the stream has no leader")),
                // The end of the batch.
                Some(status) if status.as_u16() == 204 => {
                    return Ok(header("Nats-Num-Pending").is_none_or(|pending| pending.as_str() == "0"));
                }
                Some(status) => return Err(away(&format!("status {status}"))),
            }
            let sequence = header(NATS_SEQUENCE.as_ref()).and_then(|sequence| sequence.as_str().parse().ok());
            let Some(sequence) = sequence else { continue };
            found.extend(message(subject.clone(), sequence, answer.headers.as_ref(), answer.payload.clone()));
        }
    }
}
