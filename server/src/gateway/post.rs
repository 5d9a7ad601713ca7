//! What comes from the other nodes of a cluster, and what follows when one goes.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{StreamExt as _, stream::BoxStream};
use tengen_shared::{game::RoomCode, protocol::unpack_long};
use tokio::time::Instant;

use super::far_thinking;
use crate::{
    app::App,
    cluster::{LinkState, Member, NodeMessage, NodeRun, Received, packed},
    journal::Key,
    lane::Lane,
    lobby::LobbyError,
    mailbox::{Envelope, SendError},
    metrics::Dropped,
    outbox::Shut,
    room_io::{FarTicket, FromOwner, NodeTag, RoomIn, RoomOut, VisitId, Visitor},
    ticket::Ticket,
};

/// The pause before listening again after a failure.
const LISTEN_AGAIN: Duration = Duration::from_millis(250);
/// The pause before a key is looked up again after a failure.
const LOOK_UP_AGAIN: Duration = Duration::from_secs(1);
/// How often to look after the links, besides when a node comes or goes.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// When rooms look whether somebody else has taken them over, after this node was out of touch. Somebody who began to do so
/// may not have written yet when the node is back.
const LOOK_AFTER_LAPSE: [Duration; 4] =
    [Duration::ZERO, Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(8)];

/// Takes in what comes from other nodes, until the server stops. `heard`: what has come so far.
pub(crate) async fn run(app: Arc<App>, member: Arc<Member>, mut heard: BoxStream<'static, Bytes>) {
    app.tasks.spawn(check_keys(app.clone(), member.clone()));
    let (mut changes, mut lapses) = (member.nodes.changes(), app.lapses());
    let mut look = tokio::time::interval(LOOK_EVERY);
    let mut rooms_look: Vec<Instant> = Vec::new();
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            frame = heard.next() => match frame {
                Some(frame) => {
                    if let Some(received) = member.links.receive(frame) {
                        take(&app, &member, received);
                    }
                    continue;
                }
                None => {
                    tokio::time::sleep(LISTEN_AGAIN).await;
                    if let Ok(again) = member.broker.listen(member.nodes.me().name.clone()).await {
                        heard = again;
                    }
                }
            },
            Ok(()) = changes.changed() => {}
            _ = look.tick() => {}
        }
        for node in member.lost() {
            tracing::info!(%node, "parted from a node of the cluster");
            app.part_from(&node);
        }
        if app.lapses() != lapses {
            // Others may have taken rooms over, and removed keys.
            lapses = app.lapses();
            rooms_look = LOOK_AFTER_LAPSE.map(|after| Instant::now() + after).into();
            member.keys_in_doubt.notify_one();
        }
        let now = Instant::now();
        if rooms_look.iter().any(|due| *due <= now) {
            rooms_look.retain(|due| *due > now);
            app.lobby.codes().iter().for_each(|room| _ = app.lobby.tell(room, RoomIn::Look));
        }
        member.nodes.set_free(app.bots.free());
        member.greet(&app.lobby);
    }
}

fn take(app: &Arc<App>, member: &Arc<Member>, Received { from, state, parts }: Received) {
    member.hear_of(&from);
    match state {
        LinkState::GoesOn => {}
        LinkState::Anew => {
            app.start_over_with(&from);
            member.keys_in_doubt.notify_one();
        }
        LinkState::HasGap => {
            app.metrics.drop_one(Dropped::Link);
            app.part_from(&from);
            member.keys_in_doubt.notify_one();
        }
    }
    for (message, payload) in parts {
        take_one(app, member, &from, message, &payload);
    }
}

fn take_one(app: &Arc<App>, member: &Arc<Member>, from: &NodeRun, message: NodeMessage, payload: &[u8]) {
    match message {
        NodeMessage::Hello => {}
        NodeMessage::Visit { room, visit, epoch } => {
            let visitor = Visitor { node: from.clone(), visit };
            member.welcome(&visitor, &room);
            let message = RoomIn::Visit { visitor: visitor.clone(), epoch };
            if let Err(error) = app.lobby.send(app, None, &room, message.into()) {
                member.close_visit(&visitor, &room, Some(&error.about(&room)));
            }
        }
        NodeMessage::Leave { room } => {
            member.see_off(from, &room);
            app.lobby.tell(&room, RoomIn::NodeGone(NodeTag::of_run(from.run)));
        }
        NodeMessage::ToRoom { room, visit, number, lane } => {
            to_room(app, member, from, (&room, visit), (number, lane), payload);
        }
        NodeMessage::FromRoom { room, visit } => match unpack_long::<RoomOut>(payload) {
            Ok(mut out) => {
                if let RoomOut::TurnedAway { arrived, .. } = &mut out {
                    // No two machines' clocks are compared.
                    *arrived = app.now();
                }
                let news = FromOwner::Out(Box::new(out));
                app.lobby.tell(&room, RoomIn::FromOwner { visit, news });
            }
            Err(error) => tracing::error!(%from, %error, "what a room on another node says cannot be read"),
        },
        NodeMessage::Closed { room, visit, why_not } => {
            let news = FromOwner::Closed(why_not);
            app.lobby.tell(&room, RoomIn::FromOwner { visit, news });
        }
        NodeMessage::List(news) => app.lobby.list.hear(NodeTag::of_run(from.run), news),
        NodeMessage::WatchesWall(watches) => {
            app.lobby.set_wall_watched(NodeTag::of_run(from.run), watches);
        }
        NodeMessage::Wall(news) => app.lobby.wall.hear(NodeTag::of_run(from.run), news),
        NodeMessage::Made(news) => app.lobby.made.hear(NodeTag::of_run(from.run), news),
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
        NodeMessage::Thinking(news) => far_thinking::hear(app, member, from, news, payload),
    }
}

/// Puts a message of another node into the mailbox of a room here. A visit that is over is closed once more: the other
/// node looks again where the room is.
fn to_room(
    app: &Arc<App>,
    member: &Member,
    from: &NodeRun,
    (room, visit): (&RoomCode, VisitId),
    (number, lane): (u64, Lane),
    packed_message: &[u8],
) {
    let visitor = Visitor { node: from.clone(), visit };
    let mut message = match unpack_long::<RoomIn>(packed_message) {
        Ok(message) if member.is_visiting(from, room, visit) => message,
        Ok(_) => return member.close_visit(&visitor, room, None),
        Err(error) => {
            tracing::error!(%from, %error, "a message to a room here cannot be read");
            return member.close_visit(&visitor, room, Some(&LobbyError::Busy.about(room)));
        }
    };
    if let RoomIn::Ask(asked) = &mut message {
        // No two machines' clocks are compared.
        asked.arrived = app.now();
    }
    let asked = message.asks();
    let ticket = FarTicket { node: NodeTag::of_run(from.run), visit, number };
    let envelope = Envelope { message, lane, ticket: Some(Ticket::Far(ticket)) };
    match app.lobby.send_if_open(room, envelope) {
        Some(Ok(())) => {}
        None | Some(Err(SendError::Gone(_))) => member.close_visit(&visitor, room, None),
        Some(Err(SendError::Full)) => {
            app.metrics.drop_one(Dropped::Mailbox);
            let busy = LobbyError::Busy.about(room);
            let refused = asked
                .map(|(to, id)| RoomOut::Answer { to, message: busy.message(Some(id), Some(room.clone())) });
            for out in refused.into_iter().chain([RoomOut::Handled(ticket)]) {
                // If it does not fit, the link begins anew.
                let _ = member.tell_visitor(&visitor, room, packed(&out));
            }
        }
    }
}

impl App {
    /// Forgets what another node has said, and ends all visits between the two. If it lives, it is greeted again.
    fn start_over_with(&self, node: &NodeRun) {
        let Some(member) = &self.member else { return };
        member.greet_again(node);
        self.far_thinking.part_from(node);
        for (room, message) in member.end_visits(node) {
            self.lobby.tell(&room, message);
        }
        self.lobby.part_from(NodeTag::of_run(node.run));
    }

    /// Parts from a node that has gone, is out of reach, or has sent something that is missing. What is sent to it from now on
    /// goes a new way, by which it sees that it must start over, too.
    fn part_from(&self, node: &NodeRun) {
        if let Some(member) = &self.member {
            member.part_from(node);
            self.start_over_with(node);
        }
    }
}

/// Looks whether connections use keys that were removed while this node could not hear of it, whenever that is possible.
async fn check_keys(app: Arc<App>, member: Arc<Member>) {
    let stopped = app.stop.clone();
    let check = async {
        loop {
            member.keys_in_doubt.notified().await;
            for peer in app.gateway.peers() {
                if peer.is_unwritten() {
                    continue;
                }
                let owner = loop {
                    match app.journal.player(peer.key.key).await {
                        Ok(owner) => break owner,
                        Err(_) => tokio::time::sleep(LOOK_UP_AGAIN).await,
                    }
                };
                if owner.is_none_or(|owner| owner.id != peer.who.player) {
                    peer.outbox.shut(Shut::Revoked);
                }
            }
        }
    };
    stopped.run_until_cancelled(check).await;
}
