//! A room of another node that connections of this node are in: what they ask goes to its owner, and what the owner says
//! goes to them.
//!
//! It stands in the lobby like a room of this node. When its owner dies or gives it up, it leaves memory, and everything
//! that was not answered goes to its successor.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bytes::Bytes;
use tengen_shared::{
    game::{CommandId, RoomCode},
    protocol::unpack_long,
};
use tokio::time::Instant;

use super::Delivery;
use crate::{
    app::App,
    cluster::{Member, NodeRun, Tenure, packed},
    journal::JournalError,
    lane::Lane,
    lobby::LobbyError,
    mailbox::{Envelope, Handle, Mailbox},
    metrics::Dropped,
    refusal::Refusal,
    room_io::{ConnId, FromOwner, Port as _, RoomIn, RoomOut, VisitId},
    ticket::Ticket,
};

/// How long a room of another node stays in memory without followers here.
const IDLE: Duration = Duration::from_secs(60);
/// Messages to one owner that are not handled yet. More are refused.
const MOST_UNANSWERED: usize = 1_024;

/// A message that the owner has not handled yet.
struct Unanswered {
    packed: Bytes,
    /// The command in it.
    asks: Option<(ConnId, CommandId)>,
    lane: Lane,
    ticket: Option<Ticket>,
}

/// A room of another node.
struct FarRoom {
    app: Arc<App>,
    member: Arc<Member>,
    code: RoomCode,
    owner: NodeRun,
    visit: VisitId,
    delivery: Delivery,
    unanswered: BTreeMap<u64, Unanswered>,
    /// The number of the last message.
    last: u64,
    idle_due: Option<Instant>,
}

/// How the visit to a room ends.
enum Leave {
    /// Its followers enter its successor.
    ForSuccessor,
    /// They are put out.
    For(Refusal),
}

/// The end of a visit.
pub(crate) struct VisitEnd {
    /// What the owner has not handled.
    pub(crate) unanswered: Vec<Envelope>,
    /// The way to those who follow the room here.
    pub(crate) delivery: Delivery,
    /// Why they are put out; `None` if they enter the room's successor.
    pub(crate) why_not: Option<Refusal>,
}

/// Follows a room of another node until it ends. Returns nothing if the owner could not be told.
pub(crate) async fn visit(
    app: &Arc<App>,
    member: &Arc<Member>,
    code: &RoomCode,
    me: &Handle,
    mailbox: &mut Mailbox,
    tenure: Tenure,
) -> Option<VisitEnd> {
    let visit = member.begin_visit(&tenure, code).ok()?;
    let delivery = Delivery::new(app.clone(), code.clone(), me.clone(), mailbox.entrance.clone());
    let mut room = FarRoom {
        app: app.clone(),
        member: member.clone(),
        code: code.clone(),
        owner: tenure.owner,
        visit,
        delivery,
        unanswered: BTreeMap::new(),
        last: 0,
        idle_due: Some(Instant::now() + IDLE),
    };
    let why_not = match room.serve(mailbox).await {
        Leave::ForSuccessor => None,
        Leave::For(why_not) => Some(why_not),
    };
    Some(room.end(why_not))
}

impl FarRoom {
    async fn serve(&mut self, mailbox: &mut Mailbox) -> Leave {
        let stop = self.app.stop.clone();
        loop {
            let due = self.idle_due;
            let envelope = tokio::select! {
                biased;
                () = stop.cancelled() => return Leave::ForSuccessor,
                envelope = mailbox.recv() => envelope,
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    return Leave::ForSuccessor;
                }
            };
            if let Err(leave) = self.take(envelope) {
                return leave;
            }
            let is_idle = self.delivery.is_empty() && self.unanswered.is_empty();
            if is_idle != self.idle_due.is_some() {
                self.app.lobby.set_idle(&self.code, is_idle);
            }
            self.idle_due = is_idle.then(|| self.idle_due.unwrap_or_else(|| Instant::now() + IDLE));
        }
    }

    fn take(&mut self, Envelope { message, lane, ticket }: Envelope) -> Result<(), Leave> {
        if matches!(ticket, Some(Ticket::Far(_))) {
            // Its node looks again where the room is.
            return Ok(());
        }
        if self.app.has_left(&message) {
            // It may have waited for a successor of the owner, and the command may have been sent again and refused meanwhile.
            return Ok(());
        }
        match message {
            RoomIn::FromOwner { visit, news } if visit == self.visit => self.hear(news),
            RoomIn::OwnerGone(owner) if owner == self.owner => Err(Leave::ForSuccessor),
            // Whoever comes here wants this room, and must look again where it is.
            RoomIn::Visit { visitor, .. } => {
                self.member.close_visit(&visitor, &self.code, None);
                Ok(())
            }
            RoomIn::Evict if self.delivery.is_empty() && self.unanswered.is_empty() => {
                Err(Leave::ForSuccessor)
            }
            RoomIn::Ask(_)
            | RoomIn::Resume { .. }
            | RoomIn::EndUntouched { .. }
            | RoomIn::Gone { .. }
            | RoomIn::Silent { .. }
            | RoomIn::Heard { .. }
            | RoomIn::Lag { .. }
            | RoomIn::CaughtUp { .. }
            | RoomIn::Glimpse { .. } => self.forward(&message, lane, ticket),
            RoomIn::FromOwner { .. }
            | RoomIn::OwnerGone(_)
            | RoomIn::Evict
            | RoomIn::ShowOnWall
            | RoomIn::NodeGone(_)
            | RoomIn::HandOver
            | RoomIn::Look
            | RoomIn::AiBegan { .. }
            | RoomIn::AiLost { .. }
            | RoomIn::AiChose { .. }
            | RoomIn::HintFound { .. } => Ok(()),
        }
    }

    fn hear(&mut self, news: FromOwner) -> Result<(), Leave> {
        match news {
            FromOwner::Out(out) => match *out {
                RoomOut::Handled(ticket) => {
                    if ticket.visit == self.visit {
                        self.unanswered.remove(&ticket.number);
                    }
                }
                out => {
                    if let Some(command) = out.answers() {
                        // Whoever has an answer must not get another one from the room's successor. If the command was
                        // sent twice, this answers the first.
                        let first = self.unanswered.iter().find(|(_, message)| message.asks == Some(command));
                        if let Some(number) = first.map(|(number, _)| *number) {
                            self.unanswered.remove(&number);
                        }
                    }
                    self.delivery.put(out);
                }
            },
            FromOwner::Closed(None) => return Err(Leave::ForSuccessor),
            FromOwner::Closed(Some(why_not)) => return Err(Leave::For(why_not)),
        }
        Ok(())
    }

    /// Returns why a command cannot go to the owner now.
    fn cannot_ask(&self) -> Option<Refusal> {
        if !self.app.has_lease() {
            // Nobody knows when the owner can be reached again.
            return Some(JournalError::NoLease.into());
        }
        if self.unanswered.len() >= MOST_UNANSWERED {
            self.app.metrics.drop_one(Dropped::Mailbox);
            return Some(LobbyError::Busy.about(&self.code));
        }
        None
    }

    fn forward(&mut self, message: &RoomIn, lane: Lane, ticket: Option<Ticket>) -> Result<(), Leave> {
        let asks = message.asks();
        if let Some((conn, id)) = asks
            && let Some(why_not) = self.cannot_ask()
        {
            if let Some(peer) = self.app.gateway.peer(conn) {
                peer.reject(Some(id), Some(self.code.clone()), why_not);
            }
            return Ok(());
        }
        let packed = packed(message);
        self.last += 1;
        let to = (&self.code, self.visit);
        let told = self.member.tell_owner(&self.owner, to, (self.last, lane), packed.clone());
        self.unanswered.insert(self.last, Unanswered { packed, asks, lane, ticket });
        // The owner is out of reach. Somebody else may be there.
        told.map_err(|_| Leave::ForSuccessor)
    }

    fn end(self, why_not: Option<Refusal>) -> VisitEnd {
        self.member.end_visit(&self.owner, &self.code);
        let again = |Unanswered { packed, lane, ticket, .. }: Unanswered| {
            let message = unpack_long(&packed).ok()?;
            Some(Envelope { message, lane, ticket })
        };
        let unanswered = self.unanswered.into_values().filter_map(again).collect();
        VisitEnd { unanswered, delivery: self.delivery, why_not }
    }
}
