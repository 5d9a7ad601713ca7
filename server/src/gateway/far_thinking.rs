//! Thinking for AI seats on other nodes of a cluster, while all threads here are busy.
//!
//! A node's lease says how many of its threads are free. It may be wrong by the time a job comes; then the other node
//! refuses it, and the room asks again.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tengen_engine::{StopFlag, Turn};
use tengen_shared::{
    game::{Seat, Seq},
    protocol::unpack_long,
    rules::{Opening, Position},
};

use crate::{
    app::App,
    bots::{self, Chosen, EngineKey, Job, Owner, Rank},
    cluster::{Member, NodeMessage, NodeRun, packed},
    mailbox::Handle,
    room_io::{JobId, RoomIn, by_moves},
};

/// The number of a job among those that its node has given away.
pub(crate) type FarJobId = u64;

/// What nodes say of the jobs that one does for another.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum ThinkingNews {
    /// The receiver is to think; the payload is a `FarJob`.
    Think(FarJobId),
    /// The sender has thought.
    Thought(FarJobId, Chosen),
    /// The sender has no thread for the job, or has ended it.
    Refused(FarJobId),
    /// Nobody needs the answer any more.
    Stop(FarJobId),
}

/// A search for an AI seat. Times are in milliseconds, counted from when it is sent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FarJob {
    pub(crate) key: EngineKey,
    #[serde(with = "by_moves")]
    pub(crate) position: Position,
    pub(crate) owner: Owner,
    pub(crate) rank: Rank,
    /// The longest time that it needs.
    pub(crate) want_ms: u64,
    /// The time that the game clock leaves.
    pub(crate) left_ms: Option<u64>,
}

/// The turn of a room here for which another node thinks.
struct Asked {
    node: NodeRun,
    room: Handle,
    turn: (Seat, Seq),
    job: JobId,
}

/// The jobs that this node has given to others, and those that it does for them.
#[derive(Default)]
pub(crate) struct FarThinking {
    last: AtomicU64,
    asked: Mutex<HashMap<FarJobId, Asked>>,
    lent: Mutex<HashMap<(NodeRun, FarJobId), StopFlag>>,
}

/// A job that another node does. Dropping it ends the job.
pub(crate) struct Away {
    app: Arc<App>,
    number: FarJobId,
}

impl Drop for Away {
    fn drop(&mut self) {
        let asked = self.app.far_thinking.asked().remove(&self.number);
        if let (Some(asked), Some(member)) = (asked, &self.app.member) {
            tell(member, &asked.node, ThinkingNews::Stop(self.number), Bytes::new());
        }
    }
}

impl FarThinking {
    fn asked(&self) -> MutexGuard<'_, HashMap<FarJobId, Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lent(&self) -> MutexGuard<'_, HashMap<(NodeRun, FarJobId), StopFlag>> {
        self.lent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the jobs that this node does for others.
    pub(crate) fn end(&self) {
        self.lent().values().for_each(StopFlag::stop);
    }

    /// Ends the jobs between this node and another one, which has gone or has forgotten them. Rooms here ask again.
    pub(super) fn part_from(&self, node: &NodeRun) {
        let lost: Vec<Asked> =
            self.asked().extract_if(|_, asked| asked.node == *node).map(|(_, asked)| asked).collect();
        for Asked { room, job, .. } in lost {
            room.tell(RoomIn::AiLost { job });
        }
        self.lent().retain(|(of, _), stop| {
            if of == node {
                stop.stop();
            }
            of != node
        });
    }
}

fn tell(member: &Member, to: &NodeRun, news: ThinkingNews, payload: Bytes) {
    // If it does not fit, the link begins anew, which ends all jobs.
    let _ = member.links.send(to, &NodeMessage::Thinking(news), payload);
}

impl App {
    /// Returns the member of a cluster that this server is, if none of its threads is free.
    pub(crate) fn lacks_threads(&self) -> Option<&Arc<Member>> {
        self.member.as_ref().filter(|_| self.bots.free() == 0)
    }
}

/// Gives a job for the turn of `room` to another node, if that has a free thread.
pub(crate) fn think_elsewhere(
    app: &Arc<App>,
    member: &Member,
    far: &FarJob,
    room: &Handle,
    (turn, job): ((Seat, Seq), JobId),
) -> Option<Away> {
    let node = member.nodes.take_free()?;
    let number = app.far_thinking.last.fetch_add(1, Ordering::Relaxed) + 1;
    let asked = Asked { node: node.clone(), room: room.clone(), turn, job };
    app.far_thinking.asked().insert(number, asked);
    tell(member, &node, ThinkingNews::Think(number), packed(far));
    Some(Away { app: app.clone(), number })
}

/// Takes in what another node says of a job.
pub(super) fn hear(app: &Arc<App>, member: &Arc<Member>, from: &NodeRun, news: ThinkingNews, payload: &[u8]) {
    let take_asked = |number| {
        let mut all = app.far_thinking.asked();
        all.get(&number)
            .is_some_and(|asked: &Asked| asked.node == *from)
            .then(|| all.remove(&number))
            .flatten()
    };
    match news {
        ThinkingNews::Think(number) => match unpack_long::<FarJob>(payload) {
            Ok(far) => lend(app, member, (from, number), far),
            Err(error) => {
                tracing::error!(%from, %error, "a job of another node cannot be read");
                tell(member, from, ThinkingNews::Refused(number), Bytes::new());
            }
        },
        ThinkingNews::Thought(number, chosen) => {
            if let Some(Asked { room, turn: (seat, at), job, .. }) = take_asked(number) {
                app.metrics.cluster.far_moves.inc();
                room.tell(RoomIn::AiChose { seat, at, chosen, job });
            }
        }
        ThinkingNews::Refused(number) => {
            if let Some(Asked { room, job, .. }) = take_asked(number) {
                member.nodes.has_none_free(from);
                room.tell(RoomIn::AiLost { job });
            }
        }
        ThinkingNews::Stop(number) => {
            if let Some(stop) = app.far_thinking.lent().get(&(from.clone(), number)) {
                stop.stop();
            }
        }
    }
}

/// Tells the node that has given a job away what has become of it, at the latest when it is dropped.
struct Answer {
    app: Arc<App>,
    member: Arc<Member>,
    to: NodeRun,
    number: FarJobId,
    is_given: bool,
}

impl Answer {
    fn give(&mut self, news: ThinkingNews) {
        if !std::mem::replace(&mut self.is_given, true) {
            self.app.far_thinking.lent().remove(&(self.to.clone(), self.number));
            tell(&self.member, &self.to, news, Bytes::new());
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.give(ThinkingNews::Refused(self.number));
    }
}

/// Does a job of another node, if a thread is free.
fn lend(app: &Arc<App>, member: &Arc<Member>, (from, number): (&NodeRun, FarJobId), far: FarJob) {
    let mut answer =
        Answer { app: app.clone(), member: member.clone(), to: from.clone(), number, is_given: false };
    if app.bots.free() == 0 || app.stop.is_cancelled() {
        return;
    }
    let FarJob { key, position, owner, rank, want_ms, left_ms } = far;
    app.metrics.cluster.lent_moves.inc();
    let turn = Turn { position, opening: Opening::None, step: None, choices: 0 };
    let stop = StopFlag::default();
    app.far_thinking.lent().insert((from.clone(), number), stop.clone());
    let most = app.config.limits.bot_think_ms;
    let (flag, seed) = (stop.clone(), rand::random());
    let job = Job {
        rank,
        owner,
        want: Duration::from_millis(want_ms.min(most)),
        by: left_ms.map(|left| Instant::now() + Duration::from_millis(left.min(most))),
        stop,
        began: Box::new(|| ()),
        work: Box::new(move |grant| {
            let engines = &answer.app.engines;
            let chosen = bots::choose(engines, &key, &turn, (grant, seed), &flag);
            // Of a search that was ended early, nobody wants the move.
            if let Some(chosen) = chosen.filter(|_| !flag.is_set()) {
                answer.give(ThinkingNews::Thought(number, chosen));
            }
        }),
    };
    // If it is refused, it is dropped, and so is the answer.
    let _ = app.bots.submit(job);
}
