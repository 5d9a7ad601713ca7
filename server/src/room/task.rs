//! A room's task: one mailbox, one owner, and nothing that the deterministic machine could do.

use std::sync::Arc;

use tengen_shared::game::{RoomCode, Seq};
use tokio::time::Instant;

use super::{
    shell::{Flow, Loaded, Shell},
    start::{self, Opened, WhyNot},
};
use crate::{
    app::App,
    mailbox::{Handle, Mailbox, Origin, RoomMsg},
    peer::Peer,
};

/// Runs a room until it leaves memory.
pub(super) async fn run(app: Arc<App>, code: RoomCode, me: Handle, mut mailbox: Mailbox, origin: Origin) {
    let maker = match &origin {
        Origin::New(new) => Some((new.opening.host, new.for_ai())),
        Origin::Stored => None,
    };
    let match_of = match &origin {
        Origin::New(new) if new.opening.quick => Some(new.opening.settings.variant),
        Origin::New(_) | Origin::Stored => None,
    };
    let opened = match origin {
        Origin::New(new) => start::make(&app, &code, new).await,
        Origin::Stored => start::load(&app, &code).await,
    };
    let (why_not, stranded) = match opened {
        Ok(opened) => (None, live(&app, &me, &mut mailbox, opened).await),
        Err(why_not) => (Some(why_not), Vec::new()),
    };
    // From here on nobody can find this task. The messages left in the mailbox go to its successor.
    app.lobby.forget(&code, &me);
    if let Some((maker, for_ai)) = maker {
        app.lobby.uncount_made(maker, for_ai);
    }
    if let (Some(variant), Some(_)) = (match_of, &why_not) {
        // The room was offered to strangers before it was in the journal.
        app.lobby.set_waiting(&code, variant, None);
    }
    app.metrics.rooms.dec();
    for msg in mailbox.drain().await {
        pass_on(&app, &code, msg, why_not.as_ref());
    }
    if !app.stop.is_cancelled() {
        for peer in stranded {
            pass_on(&app, &code, RoomMsg::Resume { peer, seen: Seq(0), guessed: false }, None);
        }
    }
}

/// Runs an open room. Returns the peers who still follow it at its end.
async fn live(app: &Arc<App>, me: &Handle, mailbox: &mut Mailbox, opened: Opened) -> Vec<Arc<Peer>> {
    let origin = opened.maker.as_ref().map_or(Loaded::Stored, |_| Loaded::New);
    let mut shell = Shell::new(app.clone(), me.clone(), opened.machine, origin);
    // The room is empty until somebody enters.
    app.lobby.set_idle(shell.machine.room().code(), true);
    if let Some(new) = opened.maker {
        shell.welcome_maker(&new);
        // The maker's session continues now.
        drop(new.done);
    }
    let mut flow = shell.settle().await;
    let mut stopped = std::pin::pin!(app.stop.cancelled());
    while flow == Flow::Go {
        let due = shell.due();
        flow = tokio::select! {
            biased;
            () = &mut stopped => Flow::End,
            msg = mailbox.recv() => match msg {
                Some(msg) => shell.take(msg).await,
                None => Flow::End,
            },
            () = sleep_until(due) => shell.tick().await,
        };
    }
    shell.end().await
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

fn pass_on(app: &Arc<App>, code: &RoomCode, msg: RoomMsg, why_not: Option<&WhyNot>) {
    let (peer, id) = match &msg {
        RoomMsg::Ask(asked) | RoomMsg::Tried { asked, .. } => (asked.peer.clone(), Some(asked.id)),
        RoomMsg::Resume { peer, .. } => (peer.clone(), None),
        RoomMsg::Gone { .. }
        | RoomMsg::Silent { .. }
        | RoomMsg::Heard { .. }
        | RoomMsg::CaughtUp { .. }
        | RoomMsg::Glimpse { .. }
        | RoomMsg::Evict
        | RoomMsg::EndUntouched { .. }
        | RoomMsg::AiBegan { .. }
        | RoomMsg::AiChose { .. }
        | RoomMsg::HintFound { .. } => return,
    };
    let refusal = match why_not {
        Some((reject, text)) => Some((*reject, text.clone())),
        None => {
            let sent = app.lobby.send(app, Some(&peer), code, msg);
            sent.err().map(|error| (error.code(), error.text(code)))
        }
    };
    if let Some((reject, text)) = refusal {
        app.metrics.rejected.inc();
        peer.reject(id, Some(code.clone()), reject, text);
    }
}
