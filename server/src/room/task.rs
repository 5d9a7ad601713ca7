//! A room's task: one mailbox, one owner, and nothing that the deterministic machine could do.

use std::sync::Arc;

use tengen_shared::game::{RejectCode, RoomCode};
use tokio::time::Instant;

use super::{
    flow::Flow,
    machine::Machine,
    shell::{Loaded, Shell},
    start::{self, NotMade, WhyNot},
};
use crate::{
    app::App,
    gateway::{Delivery, return_to_sender},
    lobby::Origin,
    mailbox::{Envelope, Handle, Mailbox},
    room_io::{NewRoom, Port, RoomIn},
};

/// Runs a room until it leaves memory.
pub(super) async fn run(app: Arc<App>, code: RoomCode, me: Handle, mut mailbox: Mailbox, origin: Origin) {
    let (port, why_not) = match origin {
        Origin::New(new) => make_and_run(&app, &code, &me, &mut mailbox, new).await,
        Origin::Stored => match start::load(&app, &code).await {
            Ok(machine) => (Some(live(&app, &me, &mut mailbox, machine, None).await), None),
            Err(why_not) => (None, Some(why_not)),
        },
    };
    // From here on nobody can find this task. The messages left in the mailbox go to its successor.
    app.lobby.forget(&code, &me);
    app.metrics.rooms.dec();
    for envelope in mailbox.drain() {
        return_to_sender(&app, &code, envelope, why_not.as_ref());
    }
    if let Some(port) = port {
        port.close();
    }
}

/// Makes a room and runs it, or tells its maker why it cannot be made.
async fn make_and_run(
    app: &Arc<App>,
    code: &RoomCode,
    me: &Handle,
    mailbox: &mut Mailbox,
    new: Box<NewRoom>,
) -> (Option<Box<dyn Port>>, Option<WhyNot>) {
    let (host, for_ai) = (new.opening.host, new.for_ai());
    let quick = new.opening.quick.then_some(new.opening.settings.variant);
    let why_not = match start::make(app, code, &new).await {
        Ok(machine) => {
            let port = live(app, me, mailbox, machine, Some(new)).await;
            app.lobby.uncount_made(host, for_ai);
            return (Some(port), None);
        }
        Err(NotMade::Refused(why_not)) => {
            app.gateway.reject(new.maker.who.conn, Some(new.id), None, why_not.0, &why_not.1);
            why_not
        }
        Err(NotMade::CodeTaken) => {
            // The room in the journal stays, and another code is drawn.
            let (conn, id) = (new.maker.who.conn, new.id);
            if let Some(peer) = app.gateway.peer(conn)
                && let Err(error) = app.lobby.create(app, &peer, *new)
            {
                peer.reject(Some(id), None, error.code(), error.to_string());
            }
            (RejectCode::Busy, "the room is being loaded: try again".to_owned())
        }
    };
    app.lobby.uncount_made(host, for_ai);
    if let Some(variant) = quick {
        // The room was offered to strangers before it was in the journal.
        app.lobby.set_waiting(code, variant, None);
    }
    (None, Some(why_not))
}

/// Runs an open room. Returns the way out of it at its end.
async fn live(
    app: &Arc<App>,
    me: &Handle,
    mailbox: &mut Mailbox,
    machine: Machine,
    maker: Option<Box<NewRoom>>,
) -> Box<dyn Port> {
    let loaded = if maker.is_some() { Loaded::New } else { Loaded::Stored };
    let code = machine.room().code().clone();
    let port = Box::new(Delivery::new(app.clone(), code.clone(), me.clone(), mailbox.entrance.clone()));
    let mut shell = Shell::new(app.clone(), me.clone(), machine, loaded, port);
    // The room is empty until somebody enters.
    app.lobby.set_idle(&code, true);
    shell.open(maker.as_deref());
    let mut flow = shell.settle().await;
    let mut stopped = std::pin::pin!(app.stop.cancelled());
    while flow == Flow::Go {
        let due = shell.due();
        flow = tokio::select! {
            biased;
            () = &mut stopped => Flow::End,
            // Somebody who has left meanwhile must not take a seat.
            envelope = mailbox.recv() => if enters_too_late(app, &envelope.message) {
                Flow::Go
            } else {
                // The ticket counts until the room has handled the message.
                let Envelope { message, lane, ticket: _ticket } = envelope;
                shell.take(message, lane).await
            },
            () = sleep_until(due) => shell.tick().await,
        };
    }
    shell.end().await
}

/// Returns whether a message would let in a connection that has ended.
fn enters_too_late(app: &App, message: &RoomIn) -> bool {
    match message {
        RoomIn::Ask(asked) if asked.ask.enters() => app.gateway.peer(asked.from.who.conn).is_none(),
        _ => false,
    }
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
