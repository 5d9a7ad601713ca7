//! What becomes of those who are in a room that panics, or cannot be loaded.

use std::{collections::BTreeSet, sync::Arc};

use tengen_shared::{
    game::{
        Command, CommandId, PerSeat, PlayerId, RejectCode, RoomCode, RoomPlan, RunId, Seat, SeatPlan, Seq,
        Settings,
    },
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

const fn id(n: u32) -> CommandId {
    CommandId(RunId(1), n)
}

/// A connection of Ann.
fn connect(app: &App, conn: u64) -> Arc<Peer> {
    let peer = Peer::in_test(ConnId::here(conn), PlayerId(ANN), 1 << 16);
    app.gateway.connected(peer.clone());
    peer
}

/// Returns a server, and a room that Ann has made.
async fn room() -> (Arc<FaultyJournal>, Arc<App>, Arc<Peer>, RoomCode) {
    let journal = Arc::new(FaultyJournal::new());
    let pools = [(); 4].map(|()| Pool::without_threads());
    let app = App::new(Config::in_memory(), journal.clone(), pools, Arc::new(Metrics::new()), 0, None);
    let (peer, app) = (connect(&app, 1), Arc::new(app));
    let plan = RoomPlan { settings: Settings::new(Variant::TICTACTOE), host: PlayerId(ANN), quick: false };
    let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
    let new = NewRoom {
        code: None,
        maker: peer.sender(),
        id: id(1),
        plan,
        seats,
        lock: None,
        arrived: app.now(),
        passed: BTreeSet::new(),
    };
    let code = app.lobby.create(&app, &peer, new).unwrap();
    while !receive(&peer).await.iter().any(|message| message.answers() == Some(id(1))) {}
    assert!(peer.follows(&code) && app.metrics.rooms.get() == 1);
    (journal, app, peer, code)
}

fn ask(app: &Arc<App>, peer: &Peer, code: &RoomCode, n: u32, ask: Ask, lane: Lane) {
    let asked = Asked { from: peer.sender(), id: id(n), ask, arrived: app.now() };
    let ticket = peer.ticket_to_enter(code, 9);
    let envelope = Envelope { message: RoomIn::Ask(Box::new(asked)), lane, ticket };
    app.lobby.send(app, Some(peer), code, envelope).unwrap();
}

#[tokio::test]
async fn everybody_in_a_room_that_panics_is_told_and_can_come_back() {
    let (journal, app, peer, code) = room().await;
    journal.set_fault(Fault::Panic);
    ask(&app, &peer, &code, 2, Ask::Decide(Command::Stand { seat: Seat::One }), Lane::Players);
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
    ask(&app, &peer, &code, 3, Ask::Watch(PassphraseTry::None), Lane::Spectators);
    let told = receive(&peer).await;
    assert!(told.iter().any(|message| matches!(message, ServerMessage::Snapshot { .. })), "{told:?}");
    assert!(peer.follows(&code));
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_to_a_room_waits_until_it_can_be_loaded() {
    let (journal, app, old, code) = room().await;
    for known in old.end() {
        app.lobby.tell(&known, RoomIn::Gone { conn: old.who.conn });
    }
    app.gateway.disconnected(old.who.conn);
    app.lobby.tell(&code, RoomIn::Evict);
    while app.lobby.is_open(&code) {
        tokio::task::yield_now().await;
    }
    journal.set_fault(Fault::Unreadable);
    let peer = connect(&app, 2);
    let resume = RoomIn::Resume { from: peer.sender(), seen: Seq(0), only_owners: false };
    app.lobby.send(&app, Some(&peer), &code, resume.into()).unwrap();
    let stand = || Ask::Decide(Command::Stand { seat: Seat::One });
    for n in 2..5 {
        ask(&app, &peer, &code, n, stand(), Lane::Players);
        let told = receive(&peer).await;
        let refused = |message: &ServerMessage| matches!(message, ServerMessage::Rejected { id: Some(of), code: RejectCode::Storage, .. } if *of == id(n));
        assert!(told.len() == 1 && refused(&told[0]), "{told:?}");
    }
    journal.set_fault(Fault::None);
    // Whatever she asks now comes after her return.
    ask(&app, &peer, &code, 5, stand(), Lane::Players);
    let mut told = receive(&peer).await;
    while !told.iter().any(|message| message.answers() == Some(id(5))) {
        told.extend(receive(&peer).await);
    }
    assert!(matches!(told[0], ServerMessage::Snapshot { .. }), "{told:?}");
    assert!(told.iter().any(|message| matches!(message, ServerMessage::Accepted { .. })), "{told:?}");
}
