//! Tests of the outbox.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use tengen_shared::game::RunId;
use tokio::{
    io::AsyncReadExt,
    net::{TcpListener, TcpStream},
};

use super::*;

fn frames(outbox: &Outbox) -> Vec<Bytes> {
    match outbox.take() {
        Taken::Frames(frames) => frames,
        Taken::Drained(_) | Taken::Shut(_) => Vec::new(),
    }
}

fn pong() -> ServerMessage {
    ServerMessage::Pong { id: CommandId(RunId(1), 1), now: 0 }
}

#[test]
fn events_beyond_the_limit_are_refused_and_answers_have_room_of_their_own() {
    let size = Codec::Json.encode_server(&pong()).len();
    let budget = Arc::new(Budget::new(usize::MAX));
    let outbox = Outbox::new(Codec::Json, size, budget.clone(), Arc::default());
    let message = pong();
    let broadcast = Broadcast::new(pong());
    assert_eq!(outbox.offer(&broadcast, Sending::Queued), Ok(()));
    assert_eq!(outbox.offer(&broadcast, Sending::Queued), Err(Behind));
    outbox.answer(&message);
    assert_eq!(budget.used.load(Ordering::Relaxed), 2 * size);
    assert!(matches!(outbox.take(), Taken::Frames(frames) if frames.len() == 2));
    assert_eq!(budget.used.load(Ordering::Relaxed), 2 * size, "it is under way");
    assert!(matches!(outbox.take(), Taken::Drained(owed) if owed == Owed::default()));
    assert_eq!(budget.used.load(Ordering::Relaxed), 0);
    outbox.owe("amber-fox-42".parse().unwrap());
    outbox.owe("amber-fox-42".parse().unwrap());
    assert!(matches!(outbox.take(), Taken::Drained(owed) if owed.rooms.len() == 1));
    for _ in 0..3 {
        outbox.answer(&message);
    }
    assert_eq!(outbox.take(), Taken::Shut(Shut::Overrun));
    drop(outbox);
    assert_eq!(budget.used.load(Ordering::Relaxed), 0, "what was never sent is given back");
}

#[test]
fn when_all_together_hold_too_much_each_keeps_one_message_and_a_sixteenth_of_its_limit() {
    let (broadcast, size) = (Broadcast::new(pong()), Codec::Json.encode_server(&pong()).len());
    let budget = Arc::new(Budget::new(32 * size));
    let outboxes: Vec<Outbox> =
        (0..8).map(|_| Outbox::new(Codec::Json, 32 * size, budget.clone(), Arc::default())).collect();
    let held: Vec<usize> = outboxes
        .iter()
        .map(|outbox| {
            std::iter::repeat_with(|| outbox.offer(&broadcast, Sending::Queued))
                .take_while(Result::is_ok)
                .count()
        })
        .collect();
    assert_eq!(held, [32, 2, 2, 2, 2, 2, 2, 2]);
}

#[tokio::test]
async fn what_is_sent_at_once_and_what_waits_for_the_connection_arrives_in_order() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (_reader, wire) = listener.accept().await.unwrap().0.into_split();
    let wire = Arc::new(Wire::new(wire));
    let budget = Arc::new(Budget::new(usize::MAX));
    let outbox = Outbox::new(Codec::Json, 1 << 20, budget.clone(), Arc::default());
    let pong = |now| ServerMessage::Pong { id: CommandId(RunId(1), 1), now };
    outbox.answer(&pong(0));
    outbox.attach(&wire);
    outbox.answer(&pong(1));
    assert_eq!(frames(&outbox).len(), 2, "nothing overtakes what waits");
    assert!(frames(&outbox).is_empty());
    let mut sent = 2;
    while outbox.state().frames.is_empty() {
        outbox.offer(&Broadcast::new(pong(sent)), Sending::Now).unwrap();
        sent += 1;
    }
    assert!(budget.used.load(Ordering::Relaxed) > outbox.state().bytes, "a part is under way");
    outbox.detach();
    outbox.answer(&pong(sent));
    let sending = async {
        wire.flush().await.unwrap();
        for frame in frames(&outbox) {
            wire.send(Codec::Json, &frame).await.unwrap();
        }
    };
    let reading = async {
        for number in 2..=sent {
            let mut header = [0; 2];
            client.read_exact(&mut header).await.unwrap();
            let mut message = vec![0; header[1].into()];
            client.read_exact(&mut message).await.unwrap();
            assert_eq!(message, Codec::Json.encode_server(&pong(number)));
        }
    };
    tokio::join!(sending, reading);
    assert!(frames(&outbox).is_empty());
    assert_eq!(budget.used.load(Ordering::Relaxed), 0);
}

#[test]
fn an_answer_that_fits_into_no_frame_is_refused_in_its_place() {
    let id = CommandId(RunId(7), 3);
    let games = tengen_shared::protocol::SafeText::from("x".repeat(MAX_OUTBOUND).as_str());
    let long =
        ServerMessage::Rejected { id: Some(id), room: None, code: RejectCode::Busy, text: games, data: None };
    let outbox = Outbox::new(Codec::Json, 1 << 20, Arc::new(Budget::new(usize::MAX)), Arc::default());
    outbox.answer(&long);
    let Taken::Frames(frames) = outbox.take() else { panic!("it is answered") };
    assert!(frames[0].len() < 500);
}
