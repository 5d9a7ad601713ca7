//! A room on the server: a deterministic machine, its members, and a task around them.

mod absences;
mod ai;
mod answers;
mod clocks;
mod doors;
mod flow;
mod hint;
mod lag;
mod log;
pub(crate) mod machine;
mod members;
mod out;
pub(crate) mod public_view;
mod shell;
#[cfg(test)]
mod simulation;
mod start;
mod stay;
mod talk;
mod task;
mod turned_away;

#[cfg(test)]
pub(crate) use simulation::acts;

use std::sync::Arc;

use tengen_shared::game::RoomCode;

use crate::{
    app::App,
    cluster::Duty,
    lobby::{CodeUse, Origin, Start},
    mailbox::Handle,
    quota::Permit,
};

impl Start for Arc<App> {
    fn start(&self, code: RoomCode, origin: Origin, place: Option<Permit>) -> Handle {
        let limits = &self.config.limits;
        let (handle, mailbox) = Handle::open(limits.room_mailbox, limits.spectator_mailbox);
        self.metrics.rooms.inc();
        let (app, me) = (self.clone(), handle.clone());
        self.tasks.spawn(handle.task(async move {
            task::run(app, code, me, mailbox, origin).await;
            drop(place);
        }));
        handle
    }

    fn use_of(&self, code: &RoomCode) -> CodeUse {
        match &self.member {
            // A node that is about to stop makes rooms anywhere; the others take them over.
            Some(member) => {
                let nodes = &member.nodes;
                let is_here = nodes.duty() != Duty::Serving || nodes.place(code.into()) == *nodes.me();
                if is_here { CodeUse::Free } else { CodeUse::Elsewhere }
            }
            None if self.is_stored(code) => CodeUse::Taken,
            None => CodeUse::Free,
        }
    }

    fn is_stored(&self, code: &RoomCode) -> bool {
        self.journal.has_room(code)
    }
}
