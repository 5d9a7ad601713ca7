//! What every broker must do, the one in memory as well as NATS.

use bytes::Bytes;
use futures_util::StreamExt as _;
use tengen_server::cluster::{Broker, Filter, Message, Publish, PublishError, Shard, Subject};
use tengen_shared::game::{PlayerId, RoomCode};

use crate::{poll_for, poll_until, within};

fn room(text: &str) -> RoomCode {
    text.parse().expect("a code")
}

fn bodies(messages: &[Message]) -> Vec<&[u8]> {
    messages.iter().map(|message| &*message.body).collect()
}

/// Appends a message with this body, and returns its number.
async fn append(broker: &dyn Broker, subject: &Subject, after: u64, body: &'static str) -> u64 {
    let publish = Publish::new(subject.clone(), after, body).with_note(&format!("note of {body}"));
    broker.publish(publish).await.expect("it follows the last message")
}

/// Reads from any replica until there are so many messages.
async fn read(broker: &dyn Broker, subject: &Subject, from: u64, count: usize) -> Vec<Message> {
    poll_for("the messages on every replica", async || {
        let found = broker.read(subject.clone(), from).await.ok()?;
        (found.len() == count).then_some(found)
    })
    .await
}

/// Runs all of it.
///
/// # Panics
/// Panics where the broker does something else.
pub async fn behaves(broker: &dyn Broker) {
    appends_only_behind_the_last_message(broker).await;
    keeps_what_it_should(broker).await;
    is_followed(broker).await;
    carries_messages(broker).await;
}

async fn appends_only_behind_the_last_message(broker: &dyn Broker) {
    let (log, other) = (Subject::Log(room("amber-fox-42")), Subject::Log(room("quiet-owl-17")));
    assert_eq!(broker.last(log.clone()).await, Ok(None));
    assert_eq!(broker.read(log.clone(), 1).await, Ok(Vec::new()));
    let first = append(broker, &log, 0, "a").await;
    append(broker, &other, 0, "x").await;
    let second = append(broker, &log, first, "b").await;
    for after in [0, first, second + 1] {
        let refused = broker.publish(Publish::new(log.clone(), after, "c")).await;
        assert_eq!(refused, Err(PublishError::Refused), "behind {after}");
    }
    let last = broker.last(log.clone()).await.expect("it answers").expect("there is one");
    assert_eq!((last.sequence, &*last.note, &*last.body), (second, "note of b", &b"b"[..]));
    assert_eq!(bodies(&read(broker, &log, 1, 2).await), [b"a", b"b"]);
    assert_eq!(bodies(&read(broker, &log, second, 1).await), [b"b"]);
}

async fn keeps_what_it_should(broker: &dyn Broker) {
    // Of a player, only the last message counts.
    let player = Subject::Player(PlayerId(7));
    let first = append(broker, &player, 0, "a").await;
    append(broker, &player, first, "b").await;
    assert_eq!(bodies(&read(broker, &player, 1, 1).await), [b"b"]);
    // A checkpoint takes the place of the one before.
    let state = Subject::State(room("amber-fox-42"));
    let first = append(broker, &state, 0, "a").await;
    let publish = Publish::new(state.clone(), first, "b").in_place_of_all();
    broker.publish(publish).await.expect("it follows the last message");
    assert_eq!(bodies(&read(broker, &state, 1, 1).await), [b"b"]);
    // Records that a checkpoint covers go; the last one does not, and others follow it.
    let log = Subject::Log(room("tidy-hen-11"));
    let mut last = 0;
    let mut places = Vec::new();
    for body in ["a", "b", "c"] {
        last = append(broker, &log, last, body).await;
        places.push(last);
    }
    broker.purge(log.clone(), Some(places[2])).await.expect("it answers");
    assert_eq!(bodies(&read(broker, &log, 1, 1).await), [b"c"]);
    append(broker, &log, last, "d").await;
    broker.purge(log.clone(), None).await.expect("it answers");
    assert_eq!(broker.last(log.clone()).await, Ok(None));
    append(broker, &log, 0, "e").await;
}

async fn is_followed(broker: &dyn Broker) {
    let game = |number| Subject::Game(room("amber-fox-42"), number);
    append(broker, &game(1), 0, "first").await;
    let second = append(broker, &game(2), 0, "second").await;
    let mut followed = broker.follow(Filter::Games, 1);
    let mut later = broker.follow(Filter::Games, second + 1);
    for number in [1, 2] {
        let message = within("a game that was there", followed.next()).await.expect("it goes on");
        assert_eq!(message.subject, game(number));
    }
    append(broker, &game(3), 0, "third").await;
    for stream in [&mut followed, &mut later] {
        let message = within("a new game", stream.next()).await.expect("it goes on");
        assert_eq!((message.subject, &*message.body), (game(3), &b"third"[..]));
    }
    let amber = room("amber-fox-42");
    poll_until("the notes on every replica", async || {
        let notes = broker.notes(Filter::Logs(Shard::of(&amber))).await.unwrap_or_default();
        let note = notes.iter().find(|note| note.subject == Subject::Log(amber.clone()));
        note.is_some_and(|note| note.note == "note of b" && note.body.is_empty())
    })
    .await;
    assert_eq!(broker.notes(Filter::Nodes).await, Ok(Vec::new()));
}

async fn carries_messages(broker: &dyn Broker) {
    let name = |text: &str| text.parse().expect("a name");
    let mut heard = broker.listen(name("club-1")).await.expect("it answers");
    poll_until("the way to a node", async || {
        broker.tell(name("club-1"), Bytes::from_static(b"ping")).await.expect("it answers");
        tokio::time::timeout(std::time::Duration::from_millis(100), heard.next()).await.is_ok()
    })
    .await;
    broker.tell(name("club-2"), Bytes::from_static(b"not for 1")).await.expect("it answers");
    let texts = ["one", "two", "three"];
    for text in texts {
        broker.tell(name("club-1"), Bytes::from_static(text.as_bytes())).await.expect("it answers");
    }
    for text in texts {
        // Pings of the first attempts may come later.
        let mut others = heard.by_ref().filter(|body| std::future::ready(body != "ping"));
        assert_eq!(within("a message", others.next()).await.expect("it goes on"), text);
    }
}
