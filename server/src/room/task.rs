//! A room's task: one mailbox, one owner, and nothing that the deterministic machine could do.

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures_util::FutureExt as _;
use tengen_shared::game::{CommandId, RejectCode, RoomCode};
use tokio::time::Instant;

use super::{
    flow::Flow,
    machine::Machine,
    shell::{Loaded, Shell},
    start::{self, NotMade},
};
use crate::{
    app::App,
    gateway::{Delivery, return_to_sender},
    lobby::Origin,
    mailbox::{Envelope, Handle, Mailbox},
    refusal::Refusal,
    room_io::{ConnId, NewRoom, Port, RoomIn},
};

/// An open room, and the command that has made it, if it is new.
type Opened = (Machine, Option<Box<NewRoom>>);

/// Runs a room until it leaves memory.
pub(super) async fn run(app: Arc<App>, code: RoomCode, me: Handle, mut mailbox: Mailbox, origin: Origin) {
    let made_by = match &origin {
        Origin::New(new) => Some((new.plan.host, new.for_ai())),
        Origin::Stored => None,
    };
    let opened = match origin {
        Origin::New(new) => make(&app, &code, new).await,
        Origin::Stored => match unless_it_panics(&code, start::load(&app, &code)).await {
            Ok(Ok(machine)) => Ok((machine, None)),
            Ok(Err(why_not)) | Err(why_not) => Err(why_not),
        },
    };
    let (port, why_not) = match opened {
        Ok((machine, maker)) => {
            let (port, ended) = live(&app, &me, &mut mailbox, machine, maker).await;
            (port, ended.err())
        }
        Err(why_not) => (None, Some(why_not)),
    };
    if let Some((host, for_ai)) = made_by {
        app.lobby.uncount_made(host, for_ai);
    }
    // From here on nobody can find this task. The messages left in the mailbox go to its successor.
    app.lobby.forget(&code, &me);
    app.metrics.rooms.dec();
    for envelope in mailbox.drain() {
        return_to_sender(&app, &code, envelope, why_not.as_ref());
    }
    if let Some(port) = port {
        port.close(why_not.as_ref());
    }
}

/// Runs `future`. If it panics, returns the reason for everybody who is in the room or waits for it. Nobody is sent to its
/// successor, which might panic at the same place.
async fn unless_it_panics<T>(code: &RoomCode, future: impl Future<Output = T>) -> Result<T, Refusal> {
    AssertUnwindSafe(future).catch_unwind().await.map_err(|_| {
        // The panic hook has reported where.
        tracing::error!(room = %code, "a room panicked and leaves memory");
        (RejectCode::Busy, format!("the server made an error in room {code}: try to join it again")).into()
    })
}

/// Makes a room, or tells its maker why it cannot be made.
async fn make(app: &Arc<App>, code: &RoomCode, new: Box<NewRoom>) -> Result<Opened, Refusal> {
    let quick = new.plan.quick.then_some(new.plan.settings.variant);
    let why_not = match unless_it_panics(code, start::make(app, code, &new)).await {
        Ok(Ok(machine)) => return Ok((machine, Some(new))),
        Ok(Err(NotMade::Refused(why_not))) | Err(why_not) => {
            if let Some(peer) = app.gateway.peer(new.maker.who.conn) {
                peer.reject(Some(new.id), None, why_not.clone());
            }
            why_not
        }
        Ok(Err(NotMade::CodeTaken)) => {
            // The room in the journal stays, and another code is drawn.
            let (conn, id) = (new.maker.who.conn, new.id);
            if let Some(peer) = app.gateway.peer(conn)
                && let Err(error) = app.lobby.create(app, &peer, *new)
            {
                peer.reject(Some(id), None, error);
            }
            (RejectCode::Busy, "the room is being loaded: try again").into()
        }
    };
    if let Some(variant) = quick {
        // The room was offered to strangers before it was in the journal.
        app.lobby.set_waiting(code, variant, None);
    }
    Err(why_not)
}

/// Runs an open room. Returns the way out of it at its end, and why it has failed.
async fn live(
    app: &Arc<App>,
    me: &Handle,
    mailbox: &mut Mailbox,
    machine: Machine,
    maker: Option<Box<NewRoom>>,
) -> (Option<Box<dyn Port>>, Result<(), Refusal>) {
    let loaded = if maker.is_some() { Loaded::New } else { Loaded::Stored };
    let code = machine.room().code().clone();
    let port = Box::new(Delivery::new(app.clone(), code.clone(), me.clone(), mailbox.entrance.clone()));
    let mut shell = Shell::new(app.clone(), me.clone(), machine, loaded, port);
    // The room is empty until somebody enters.
    app.lobby.set_idle(&code, true);
    let mut in_hand = maker.as_ref().map(|new| (new.maker.who.conn, new.id));
    let ended = unless_it_panics(&code, serve(app, mailbox, &mut shell, maker, &mut in_hand)).await;
    if let Err(why_not) = &ended
        && let Some((conn, id)) = in_hand
        && let Some(peer) = app.gateway.peer(conn)
    {
        peer.reject(Some(id), Some(code.clone()), why_not.clone());
    }
    (unless_it_panics(&code, shell.end()).await.ok(), ended)
}

/// Handles messages and lets time pass, until the room has to leave memory. `in_hand`: the command that is being handled.
async fn serve(
    app: &App,
    mailbox: &mut Mailbox,
    shell: &mut Shell,
    maker: Option<Box<NewRoom>>,
    in_hand: &mut Option<(ConnId, CommandId)>,
) {
    shell.open(maker.as_deref());
    drop(maker);
    *in_hand = None;
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
                *in_hand = match &message {
                    RoomIn::Ask(asked) => Some((asked.from.who.conn, asked.id)),
                    _ => None,
                };
                let flow = shell.take(message, lane).await;
                *in_hand = None;
                flow
            },
            () = sleep_until(due) => shell.tick().await,
        };
    }
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
