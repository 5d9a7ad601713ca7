//! What becomes of a room that panics, and of those who are in it.

use std::sync::Arc;

use tengen_shared::{
    game::{Command, CommandId, PerSeat, PlayerId, RejectCode, RoomPlan, RunId, Seat, SeatPlan, Settings},
    protocol::{Codec, ServerFrame, ServerMessage},
    rules::Variant,
};

use super::faults::{Fault, FaultyJournal};
use crate::{
    app::App,
    bots::Pool,
    config::Config,
    lane::Lane,
    mailbox::Envelope,
    metrics::Metrics,
    outbox::Taken,
    peer::Peer,
    room_io::{Ask, Asked, ConnId, NewRoom, PassphraseTry, RoomIn},
};

const ANN: u32 = 1;

/// Returns the next messages of the server.
async fn receive(peer: &Peer) -> Vec<ServerMessage> {
    loop {
        match peer.outbox.take() {
            Taken::Frames(frames) => {
                let message = |frame: &[u8]| match Codec::Bincode.decode_server(frame).unwrap() {
                    ServerFrame::Known(message) => *message,
                    other => panic!("{other:?}"),
                };
                return frames.iter().map(|frame| message(frame)).collect();
            }
            Taken::Drained(_) | Taken::Shut(_) => peer.outbox.wait().await,
        }
    }
}

#[tokio::test]
async fn everybody_in_a_room_that_panics_is_told_and_can_come_back() {
    let journal = Arc::new(FaultyJournal::new());
    let pools = [(); 4].map(|()| Pool::without_threads());
    let app = App::new(Config::in_memory(), journal.clone(), pools, Arc::new(Metrics::new()), 0, None);
    let (app, peer) = (Arc::new(app), Peer::in_test(ConnId(1), PlayerId(ANN), 1 << 16));
    app.gateway.connected(peer.clone());
    let id = |n| CommandId(RunId(1), n);
    let plan = RoomPlan { settings: Settings::new(Variant::TICTACTOE), host: PlayerId(ANN), quick: false };
    let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
    let new =
        NewRoom { code: None, maker: peer.sender(), id: id(1), plan, seats, lock: None, arrived: app.now() };
    let code = app.lobby.create(&app, &peer, new).unwrap();
    while !receive(&peer).await.iter().any(|message| message.answers() == Some(id(1))) {}
    assert!(peer.follows(&code) && app.metrics.rooms.get() == 1);

    let ask = |n, ask, lane| {
        let asked = Asked { from: peer.sender(), id: id(n), ask, arrived: app.now() };
        let ticket = peer.ticket_to_enter(&code, 9);
        app.lobby.send(
            &app,
            Some(&peer),
            &code,
            Envelope { message: RoomIn::Ask(Box::new(asked)), lane, ticket },
        )
    };
    journal.set_fault(Fault::Panic);
    ask(2, Ask::Decide(Command::Stand { seat: Seat::One }), Lane::Players).unwrap();
    let mut told = receive(&peer).await;
    while told.len() < 2 {
        told.extend(receive(&peer).await);
    }
    let refused = |message: &ServerMessage| matches!(message, ServerMessage::Rejected { id: Some(of), code: RejectCode::Busy, .. } if *of == id(2));
    let of = code.clone();
    let put_out = |message: &ServerMessage| matches!(message, ServerMessage::PutOut { room, code: RejectCode::Busy, .. } if *room == of);
    assert!(told.iter().any(refused) && told.iter().any(put_out), "{told:?}");
    assert!(!peer.follows(&code) && !app.lobby.is_open(&code) && app.metrics.rooms.get() == 0);

    journal.set_fault(Fault::None);
    ask(3, Ask::Watch(PassphraseTry::None), Lane::Spectators).unwrap();
    let told = receive(&peer).await;
    assert!(told.iter().any(|message| matches!(message, ServerMessage::Snapshot { .. })), "{told:?}");
    assert!(peer.follows(&code));
}
