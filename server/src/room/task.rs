//! A room's task: one mailbox, one owner, and nothing that the deterministic machine could do.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use tengen_shared::game::{CommandId, RejectCode, RoomCode};
use tokio::time::Instant;

use super::{
    flow::Flow,
    machine::Machine,
    shell::{Loaded, Shell},
    start::{self, NotLoaded, NotMade},
};
use crate::{
    app::App,
    cluster::{Member, Tenure, Whereabouts},
    gateway::{Delivery, Fanout, VisitEnd, return_to_sender, visit},
    journal::JournalError,
    lobby::{LobbyError, Origin},
    mailbox::{Entrance, Envelope, Handle, Mailbox},
    quick::enter_again,
    refusal::Refusal,
    room_io::{ConnId, NewRoom, Port, RoomIn},
    ticket::Ticket,
};

/// The pause before looking again for a room that is not there yet, and how often.
const BEING_MADE: (Duration, u32) = (Duration::from_millis(50), 10);
/// A visit to another node's room that is shorter than this leads to a pause.
const SHORT_VISIT: Duration = Duration::from_millis(50);
/// When to look again whether this node still has a room, if the broker did not say.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// The pause before a room that the journal could not load is loaded again, for those who come back to it.
const LOAD_AGAIN: Duration = Duration::from_secs(1);
/// How long they wait for it.
const LOAD_WITHIN: Duration = Duration::from_secs(120);

/// An open room.
struct Opened {
    machine: Machine,
    /// The command that has made it, if it is new.
    maker: Option<Box<NewRoom>>,
    /// [`App::lapses`] before the room was made or read.
    lapses: u64,
}

/// The end of a room here, or of a try to open it.
struct Exit {
    /// The way to those who follow it.
    port: Option<Box<dyn Port>>,
    /// What it has received and not handled.
    left: Vec<Envelope>,
    then: Then,
}

/// What becomes of those who are in a room that has ended, and of the messages to it.
enum Then {
    /// They go to its successor.
    Successor,
    Refused(Refusal),
    /// The room cannot be read at present. Those who come back to it may wait.
    TryAgain(Refusal),
}

impl Exit {
    /// Returns the exit of a room that nobody has entered.
    const fn unopened(then: Then) -> Self {
        Self { port: None, left: Vec::new(), then }
    }
}

/// Runs a room until it leaves memory.
pub(super) async fn run(app: Arc<App>, code: RoomCode, me: Handle, mut mailbox: Mailbox, origin: Origin) {
    let Exit { port, left, then } = match origin {
        Origin::New(new) => {
            let (host, for_ai, lapses) = (new.plan.host, new.for_ai(), app.lapses());
            let exit = match make(&app, &code, new).await {
                Ok((machine, new)) => {
                    live(&app, &me, &mut mailbox, Opened { machine, maker: Some(new), lapses }).await
                }
                Err(why_not) => Exit::unopened(Then::Refused(why_not)),
            };
            app.lobby.made.uncount(host, for_ai);
            exit
        }
        Origin::Stored => run_stored(&app, &code, &me, &mut mailbox).await,
    };
    let why_not = match then {
        Then::Successor => None,
        Then::Refused(why_not) | Then::TryAgain(why_not) => Some(why_not),
    };
    // From here on nobody can find this task. The messages left in the mailbox go to its successor.
    app.lobby.forget(&code, &me);
    app.metrics.rooms.dec();
    // First, so that the successor knows who sends the messages.
    if let Some(port) = port {
        port.close(why_not.as_ref());
    }
    for envelope in left.into_iter().chain(mailbox.drain()) {
        return_to_sender(&app, &code, envelope, why_not.as_ref());
    }
}

/// Runs a stored room. While the journal cannot load it, those who come back after a lost connection wait for it: they are in
/// the room as far as they know, and would have to enter it again. Everybody else is refused.
async fn run_stored(app: &Arc<App>, code: &RoomCode, me: &Handle, mailbox: &mut Mailbox) -> Exit {
    let (until, mut is_first) = (Instant::now() + LOAD_WITHIN, true);
    loop {
        let exit = run_once(app, code, me, mailbox).await;
        let Then::TryAgain(why_not) = exit.then else { return exit };
        // Whoever waits with a passphrase must not wait as long.
        mailbox.entrance.send_replace(Entrance::Unreadable);
        let waiting: Vec<Envelope> = exit.left.into_iter().chain(mailbox.take_all()).collect();
        let is_to_move = waiting.iter().any(|envelope| matches!(envelope.message, RoomIn::HandOver));
        let (back, others): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|envelope| comes_back(app, envelope));
        for envelope in others {
            return_to_sender(app, code, envelope, Some(&why_not));
        }
        let is_over = back.is_empty() || app.stop.is_cancelled() || Instant::now() >= until;
        if is_to_move || is_over {
            let then = if is_to_move { Then::Successor } else { Then::Refused(why_not) };
            return Exit { left: back, ..Exit::unopened(then) };
        }
        if std::mem::take(&mut is_first) {
            tracing::warn!(room = %code, error = %why_not.text, "cannot load a room: the server will try again");
        }
        mailbox.put_back(back);
        tokio::select! {
            () = app.stop.cancelled() => {}
            () = tokio::time::sleep(LOAD_AGAIN) => {}
        }
    }
}

/// Runs a stored room: here if this node owns it, or is to own it; otherwise this stands for the room of the node that does.
async fn run_once(app: &Arc<App>, code: &RoomCode, me: &Handle, mailbox: &mut Mailbox) -> Exit {
    let failed = |error: JournalError| {
        let again = error.may_pass();
        let why_not = Refusal::from(error);
        Exit::unopened(if again { Then::TryAgain(why_not) } else { Then::Refused(why_not) })
    };
    if let Some(member) = &app.member {
        match find(member, code).await {
            Ok(Some(Whereabouts::Here)) => me.set_here(true),
            Ok(Some(Whereabouts::There(tenure))) => {
                me.set_here(false);
                return follow(app, member, code, me, mailbox, tenure).await;
            }
            Ok(None) => return Exit::unopened(Then::Refused(LobbyError::NoSuchRoom.about(code))),
            Err(error) => return failed(error),
        }
    }
    let lapses = app.lapses();
    match unless_it_panics(code, start::load(app, code)).await {
        Ok(Ok(machine)) => live(app, me, mailbox, Opened { machine, maker: None, lapses }).await,
        Ok(Err(NotLoaded::Elsewhere)) => Exit::unopened(Then::Successor),
        Ok(Err(NotLoaded::Failed(error))) => failed(error),
        Ok(Err(NotLoaded::Refused(why_not))) | Err(why_not) => Exit::unopened(Then::Refused(why_not)),
    }
}

/// Returns whether somebody comes back to a room whose connection is still there.
fn comes_back(app: &App, envelope: &Envelope) -> bool {
    matches!(&envelope.message, RoomIn::Resume { from, .. } if app.gateway.peer(from.who.conn).is_some())
}

/// Returns where a stored room of a cluster is.
async fn find(member: &Member, code: &RoomCode) -> Result<Option<Whereabouts>, JournalError> {
    // A quick match may lead into a room that another node is still making.
    for _ in 0..BEING_MADE.1 {
        let found = member.journal.whereabouts(code).await;
        if !matches!(found, Ok(None)) {
            return found;
        }
        tokio::time::sleep(BEING_MADE.0).await;
    }
    member.journal.whereabouts(code).await
}

/// Stands for a room of another node until that gives it up.
async fn follow(
    app: &Arc<App>,
    member: &Arc<Member>,
    code: &RoomCode,
    me: &Handle,
    mailbox: &mut Mailbox,
    tenure: Tenure,
) -> Exit {
    let began = Instant::now();
    let end = visit(app, member, code, me, mailbox, tenure).await;
    // Two nodes that disagree about the owner must not send a room back and forth at full speed.
    if began.elapsed() < SHORT_VISIT {
        tokio::time::sleep(SHORT_VISIT).await;
    }
    let Some(VisitEnd { unanswered, delivery, why_not }) = end else {
        return Exit::unopened(Then::Successor);
    };
    let then = match why_not {
        None => Then::Successor,
        // If nobody was let in, the owner could not load it.
        Some(why_not) if why_not.code == RejectCode::Storage && delivery.is_empty() => {
            Then::TryAgain(why_not)
        }
        Some(why_not) => Then::Refused(why_not),
    };
    Exit { port: Some(Box::new(delivery)), left: unanswered, then }
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
async fn make(
    app: &Arc<App>,
    code: &RoomCode,
    new: Box<NewRoom>,
) -> Result<(Machine, Box<NewRoom>), Refusal> {
    let quick = new.plan.quick.then_some(new.plan.settings.variant);
    let why_not = match unless_it_panics(code, start::make(app, code, &new)).await {
        Ok(Ok(machine)) => return Ok((machine, new)),
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
        Ok(Err(NotMade::Before(room))) => {
            // As if the command had come a moment later.
            if let Some(peer) = app.gateway.peer(new.maker.who.conn) {
                enter_again(app, &peer, room, quick, *new);
            }
            LobbyError::NoSuchRoom.about(code)
        }
    };
    if let Some(variant) = quick {
        // The room was offered to strangers before it was in the journal.
        app.set_waiting(code, variant, None);
    }
    Err(why_not)
}

/// How an open room ends.
enum Leaving {
    Ended,
    /// Another node owns it. Its successor handles this first.
    Moved(Option<Envelope>),
}

/// Runs an open room.
async fn live(app: &Arc<App>, me: &Handle, mailbox: &mut Mailbox, opened: Opened) -> Exit {
    let Opened { machine, maker, lapses } = opened;
    let loaded = if maker.is_some() { Loaded::New } else { Loaded::Stored };
    let code = machine.room().code().clone();
    let delivery = Delivery::new(app.clone(), code.clone(), me.clone(), mailbox.entrance.clone());
    let port: Box<dyn Port> = match &app.member {
        Some(member) => Box::new(Fanout::new(app.clone(), member.clone(), code.clone(), delivery)),
        None => Box::new(delivery),
    };
    let mut shell = Shell::new(app.clone(), me.clone(), machine, loaded, port);
    // The room is empty until somebody enters.
    app.lobby.set_idle(&code, true);
    let mut in_hand = maker.as_ref().map(|new| (new.maker.who.conn, new.id));
    let ended = unless_it_panics(&code, serve(app, mailbox, &mut shell, (maker, lapses), &mut in_hand)).await;
    if let Err(why_not) = &ended
        && let Some((conn, id)) = in_hand
        && !shell.has_answered((conn, id))
        && let Some(peer) = app.gateway.peer(conn)
    {
        peer.reject(Some(id), Some(code.clone()), why_not.clone());
    }
    let has_moved = matches!(ended, Ok(Leaving::Moved(_)));
    let port = unless_it_panics(&code, shell.end(has_moved)).await.ok();
    let (left, then) = match ended {
        Ok(Leaving::Moved(in_hand)) => (in_hand.into_iter().collect(), Then::Successor),
        Ok(Leaving::Ended) => (Vec::new(), Then::Successor),
        Err(why_not) => (Vec::new(), Then::Refused(why_not)),
    };
    Exit { port, left, then }
}

/// Handles messages and lets time pass, until the room has to leave memory. `in_hand`: the command that is being handled.
async fn serve(
    app: &App,
    mailbox: &mut Mailbox,
    shell: &mut Shell,
    (maker, mut lapses): (Option<Box<NewRoom>>, u64),
    in_hand: &mut Option<(ConnId, CommandId)>,
) -> Leaving {
    shell.open(maker.as_deref());
    drop(maker);
    *in_hand = None;
    let mut flow = shell.settle().await;
    let mut again = None;
    let mut stopped = std::pin::pin!(app.stop.cancelled());
    while flow == Flow::Go {
        let mut due = shell.due();
        if app.lapses() != lapses {
            let look = Instant::now() + LOOK_AGAIN;
            due = Some(due.map_or(look, |due| due.min(look)));
        }
        let envelope = tokio::select! {
            biased;
            () = &mut stopped => return Leaving::Ended,
            envelope = mailbox.recv() => Some(envelope),
            () = sleep_until(due) => None,
        };
        let now = app.lapses();
        let is_asked = matches!(&envelope, Some(Envelope { message: RoomIn::Look, .. }));
        if is_asked || now != lapses {
            // Another node may have taken the room.
            match shell.is_current().await {
                Some(true) => lapses = now,
                Some(false) => return Leaving::Moved(envelope.filter(is_near)),
                None => {}
            }
        }
        again = envelope.as_ref().filter(|_| app.member.is_some()).and_then(kept);
        // Somebody who has left meanwhile must not take a seat.
        flow = match envelope {
            None => shell.tick().await,
            Some(envelope) if has_left(app, shell, &envelope) => Flow::Go,
            Some(envelope) => handle(shell, envelope, in_hand).await,
        };
    }
    // Whoever has an answer must not get another one from the room's successor.
    let again =
        again.filter(|again| !again.message.asks().is_some_and(|command| shell.has_answered(command)));
    if flow == Flow::Moved { Leaving::Moved(again) } else { Leaving::Ended }
}

/// Lets a room handle a message.
async fn handle(shell: &mut Shell, envelope: Envelope, in_hand: &mut Option<(ConnId, CommandId)>) -> Flow {
    *in_hand = envelope.message.asks();
    // The ticket counts until the room has handled the message.
    let Envelope { message, lane, ticket } = envelope;
    let flow = shell.take(message, lane).await;
    *in_hand = None;
    if flow != Flow::Moved
        && let Some(Ticket::Far(ticket)) = ticket
    {
        shell.handled(ticket);
    }
    flow
}

/// Returns whether a message is from a connection of this node. Other nodes keep their own until it is handled.
fn is_near(envelope: &Envelope) -> bool {
    !matches!(envelope.ticket, Some(Ticket::Far(_)))
}

/// Returns a copy of what a connection of this node asks, for the case that another node has taken the room.
fn kept(envelope: &Envelope) -> Option<Envelope> {
    let message = match &envelope.message {
        RoomIn::Ask(asked) => RoomIn::Ask(asked.clone()),
        RoomIn::Resume { from, seen, only_owners } => {
            RoomIn::Resume { from: from.clone(), seen: *seen, only_owners: *only_owners }
        }
        _ => return None,
    };
    is_near(envelope).then_some(Envelope { message, lane: envelope.lane, ticket: None })
}

/// Returns whether a message would let in a connection that has ended, or is of a visit that is over.
fn has_left(app: &App, shell: &Shell, envelope: &Envelope) -> bool {
    if let (Some(Ticket::Far(ticket)), Some(member)) = (&envelope.ticket, &app.member) {
        return !member.is_current(shell.room().code(), *ticket);
    }
    app.has_left(&envelope.message)
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
