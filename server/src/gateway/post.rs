//! What comes from the other nodes of a cluster, and what follows when one goes.

use std::{collections::HashSet, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::StreamExt as _;
use tengen_shared::{game::RoomCode, protocol::unpack_long};

use crate::{
    app::App,
    cluster::{Member, NodeMessage, NodeRun, Received},
    journal::Key,
    lane::{Lane, Ticket},
    mailbox::{Envelope, SendError},
    metrics::Dropped,
    room_io::{FarTicket, FromOwner, NodeTag, RoomIn, RoomOut, VisitId, Visitor},
};

/// The pause before listening again after a failure.
const LISTEN_AGAIN: Duration = Duration::from_millis(250);

/// Takes in what comes from other nodes, until the server stops.
pub(crate) async fn run(app: Arc<App>, member: Arc<Member>) {
    let mut changes = member.nodes.changes();
    let mut greeted = HashSet::new();
    loop {
        greet(&app, &member, &mut greeted);
        let Ok(mut heard) = member.broker.listen(member.nodes.me().name.clone()).await else {
            tokio::select! {
                () = app.stop.cancelled() => return,
                () = tokio::time::sleep(LISTEN_AGAIN) => continue,
            }
        };
        loop {
            tokio::select! {
                () = app.stop.cancelled() => return,
                frame = heard.next() => match frame {
                    Some(frame) => {
                        let Some(received) = member.links.receive(frame) else { continue };
                        let from = received.from.clone();
                        if take(&app, &member, received) == Link::Anew {
                            greeted.remove(&from);
                        }
                    }
                    None => break,
                },
                Ok(()) = changes.changed() => {
                    for node in member.dead() {
                        tracing::info!(%node, "a node of the cluster has gone");
                        app.part_from(&node);
                    }
                }
            }
            greet(&app, &member, &mut greeted);
        }
    }
}

/// Whether a link goes on, or has begun anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    GoesOn,
    Anew,
}

/// Tells nodes that have come, or whose link has begun anew, this node's part of the room list.
fn greet(app: &App, member: &Member, greeted: &mut HashSet<NodeRun>) {
    let others = member.nodes.others().into_iter().map(|(name, lease)| NodeRun { name, run: lease.run });
    let others: HashSet<NodeRun> = others.collect();
    for node in others.difference(greeted) {
        member.tell_whole_list(node, app.lobby.list.own());
    }
    *greeted = others;
}

fn take(app: &Arc<App>, member: &Arc<Member>, Received { from, has_gap, parts }: Received) -> Link {
    let mut link = if has_gap { Link::Anew } else { Link::GoesOn };
    if has_gap {
        app.metrics.drop_one(Dropped::Link);
        app.part_from(&from);
        // If it does not fit, the next gap tells it again.
        let _ = member.links.send(&from, NodeMessage::Reset, Bytes::new());
    }
    for (message, payload) in parts {
        match message {
            NodeMessage::Visit { room, visit } => {
                let visitor = Visitor { node: from.clone(), visit };
                let message = RoomIn::Visit(visitor.clone());
                if let Err(error) = app.lobby.send(app, None, &room, message.into()) {
                    member.close_visit(&visitor, &room, Some(&error.about(&room)));
                }
            }
            NodeMessage::Leave { room } => {
                app.lobby.tell(&room, RoomIn::NodeGone(NodeTag::of_run(from.run)));
            }
            NodeMessage::ToRoom { room, visit, number, lane } => {
                to_room(app, member, &from, (&room, visit), (number, lane), &payload);
            }
            NodeMessage::FromRoom { room, visit } => {
                if let Ok(out) = unpack_long::<RoomOut>(&payload) {
                    let news = FromOwner::Out(Box::new(out));
                    app.lobby.tell(&room, RoomIn::FromOwner { visit, news });
                }
            }
            NodeMessage::Closed { room, visit, why_not } => {
                let news = FromOwner::Closed(why_not);
                app.lobby.tell(&room, RoomIn::FromOwner { visit, news });
            }
            NodeMessage::List(news) => app.lobby.list.hear(NodeTag::of_run(from.run), news),
            NodeMessage::KeysGone { keys, why } => {
                let keys: Vec<Key> = keys.into_iter().map(|(kind, bytes)| Key::of(kind, bytes.0)).collect();
                app.end_keys_here(&keys, why);
            }
            NodeMessage::Pairing { player, key: (kind, bytes), address, code } => {
                if let Ok(code) = code.parse() {
                    app.pairings.hear(player, Key::of(kind, bytes.0), address, code);
                }
            }
            NodeMessage::PairingUsed(player) => app.pairings.forget(player),
            NodeMessage::Reset => {
                app.part_from(&from);
                link = Link::Anew;
            }
        }
    }
    link
}

/// Puts a message of another node into the mailbox of a room here. A room that is not in memory has ended the visit
/// already.
fn to_room(
    app: &Arc<App>,
    member: &Member,
    from: &NodeRun,
    (room, visit): (&RoomCode, VisitId),
    (number, lane): (u64, Lane),
    packed: &[u8],
) {
    let Ok(mut message) = unpack_long::<RoomIn>(packed) else { return };
    if let RoomIn::Ask(asked) = &mut message {
        // No two machines' clocks are compared.
        asked.arrived = app.now();
    }
    let asked = match &message {
        RoomIn::Ask(asked) => Some((asked.from.who.conn, asked.id)),
        _ => None,
    };
    let ticket = FarTicket { node: NodeTag::of_run(from.run), visit, number };
    let envelope = Envelope { message, lane, ticket: Some(Ticket::Far(ticket)) };
    if let Some(Err(SendError::Full)) = app.lobby.send_if_open(room, envelope) {
        app.metrics.drop_one(Dropped::Mailbox);
        let visitor = Visitor { node: from.clone(), visit };
        let busy = crate::lobby::LobbyError::Busy.about(room);
        let refused =
            asked.map(|(to, id)| RoomOut::Answer { to, message: busy.message(Some(id), Some(room.clone())) });
        for out in refused.into_iter().chain([RoomOut::Handled(ticket)]) {
            let _ = member.tell_visitor(&visitor, room, crate::cluster::packed(&out));
        }
    }
}
