//! A room on the server: a pure machine, its members, and a task as a thin shell round them.

mod absences;
mod ai;
mod answers;
mod clocks;
mod commands;
mod doors;
mod explain;
pub(crate) mod glimpse;
mod hint;
pub(crate) mod machine;
mod members;
mod pages;
mod presence;
mod shell;
#[cfg(test)]
mod simulation;
mod start;
mod task;
mod time;

use std::sync::Arc;

use tengen_shared::game::RoomCode;

use crate::{
    app::App,
    lobby::Start,
    mailbox::{Handle, Origin},
};

impl Start for Arc<App> {
    fn start(&self, code: RoomCode, origin: Origin) -> Handle {
        let (handle, mailbox) = Handle::open(self.config.limits.room_mailbox);
        self.metrics.rooms.inc();
        self.tasks.spawn(task::run(self.clone(), code, handle.clone(), mailbox, origin));
        handle
    }
}
