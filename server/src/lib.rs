//! The Tengen game server: HTTP and WebSockets, rooms as actors, and a journal on disk.
//!
//! [`run`] serves on a listener until it is cancelled; `ARCHITECTURE.md` has the map.

mod announce;
mod app;
mod arrival;
mod bots;
pub mod cli;
pub mod cluster;
pub mod config;
mod connection;
mod error;
mod folder;
mod gateway;
mod history;
mod http;
mod invite;
pub mod journal;
mod lane;
mod limits;
mod lobby;
mod log;
mod mailbox;
pub mod manual;
mod metered;
pub mod metrics;
mod outbox;
mod pairings;
pub mod passphrase_hash;
mod peer;
pub mod program;
mod quick;
mod quota;
mod rate_limit;
mod refusal;
mod reserved;
mod room;
mod room_io;
mod runner;
mod session;
mod strangers;
mod ticket;
pub mod transfer;
mod upkeep;
mod wire;

use std::{sync::Arc, time::Duration};

use tengen_shared::game::RoomCode;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use config::Config;
pub use error::Error;
pub use reserved::RoomMaker;

use app::App;
use bots::Pool;
use cluster::{ClusterError, Duty, Member, Membership};
use config::Data;
use folder::DataFolder;
use journal::{Journal, MemoryJournal, ServerIdentity, SqliteJournal};
use metrics::Metrics;

/// How far the system clock may lag behind the newest event before the server warns.
const CLOCK_BEHIND: Duration = Duration::from_secs(3_600);

/// A server that has opened its data and is ready to serve.
pub struct Server {
    app: Arc<App>,
    folder: Option<DataFolder>,
    membership: Option<Membership>,
}

/// Serves on `listener` until `shutdown` is cancelled, and returns once its tasks have ended or the drain time is over.
///
/// # Errors
/// Returns the errors of [`Server::open`] and [`Server::serve`].
pub async fn run(listener: TcpListener, config: Config, shutdown: CancellationToken) -> Result<(), Error> {
    Server::open(config).await?.serve(listener, shutdown).await
}

impl Server {
    /// Opens the data. Rooms are loaded into memory on demand.
    ///
    /// # Errors
    /// Returns an error if a limit is out of range or a thread cannot start. Also returns one if another server holds
    /// the data folder, or the folder cannot be written or has no usable database.
    pub async fn open(config: Config) -> Result<Self, Error> {
        config.limits.validate()?;
        let metrics = Arc::new(if config.cluster.is_some() { Metrics::of_node() } else { Metrics::new() });
        let (journal, folder, membership) = open_journal(&config, &metrics).await?;
        let window = Duration::from_millis(config.limits.bot_window_ms);
        let pool = |threads, name, space| Pool::start(threads, name, space, window);
        let queue = config.limits.bot_queue;
        let bots = [
            pool(config.bot_threads, "bot", queue)?,
            pool(1, "quick", queue)?,
            pool(1, "hint", queue)?,
            pool(1, "explain", config.limits.explain_queue)?,
        ];
        let newest = journal.newest().await?;
        let ahead = Duration::from_millis(newest.saturating_sub(app::system_time()));
        if ahead >= CLOCK_BEHIND {
            tracing::warn!(
                "the newest event in the data folder is {} hours ahead of this machine's clock: check the clock",
                ahead.as_secs() / 3_600
            );
        }
        let member = membership.as_ref().map(|membership| membership.member.clone());
        let app = Arc::new(App::new(config, journal, bots, metrics, newest, member));
        Ok(Self { app, folder, membership })
    }

    /// Returns a way to make rooms on behalf of the server.
    #[must_use]
    pub fn room_maker(&self) -> RoomMaker {
        RoomMaker::new(self.app.clone())
    }

    /// Serves on `listener` until `shutdown` is cancelled, and returns once its tasks have ended or the drain time is
    /// over.
    ///
    /// # Errors
    /// Returns an error if the folder's lock file cannot be written, the journal cannot be closed, or another server of the
    /// cluster has taken this one's name.
    pub async fn serve(mut self, listener: TcpListener, shutdown: CancellationToken) -> Result<(), Error> {
        if let (Some(folder), Ok(address)) = (&mut self.folder, listener.local_addr()) {
            folder.write_holder(&address.to_string())?;
        }
        let app = self.app;
        start_tasks(&app);
        let bound = listener.local_addr().ok();
        if let Some(bound) = bound {
            app.tasks.spawn(announce::announce(app.clone(), bound));
        }
        if let Some(membership) = &mut self.membership
            && let Some(heard) = membership.open_door(bound)
        {
            app.tasks.spawn(gateway::take_post(app.clone(), membership.member.clone(), heard));
        }
        let accepting = app.tasks.spawn(http::accept(app.clone(), listener));
        let lost = match &mut self.membership {
            None => {
                shutdown.cancelled().await;
                None
            }
            Some(membership) => tokio::select! {
                () = shutdown.cancelled() => None,
                error = membership.lost() => Some(error),
            },
        };
        if let (Some(member), None) = (&app.member, &lost) {
            hand_over(&app, member).await;
        }
        app.stop.cancel();
        app.far_thinking.end();
        // Close the listener first, so that nobody new arrives while the others leave.
        let _ = accepting.await;
        app.tasks.close();
        let drain = Duration::from_millis(app.config.limits.drain_ms);
        if tokio::time::timeout(drain, app.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = app.tasks.len(), "some tasks did not end in time");
        }
        let pool = app.clone();
        let _ = tokio::task::spawn_blocking(move || {
            [&pool.bots, &pool.quick_bots, &pool.hints, &pool.explanations].map(Pool::close)
        })
        .await;
        app.journal.close().await?;
        match (self.membership, lost) {
            (_, Some(error)) => Err(ClusterError::from(error).into()),
            (Some(membership), None) => {
                membership.end().await;
                Ok(())
            }
            (None, None) => Ok(()),
        }
    }
}

/// Starts the tasks that need no socket.
fn start_tasks(app: &Arc<App>) {
    let gather = Duration::from_millis(app.config.limits.gather_ms);
    let (teller, stop) = (app.clone(), app.stop.clone());
    app.tasks.spawn(async move {
        let tell = |news| {
            if let Some(member) = &teller.member {
                member.tell_lobby(news);
            }
        };
        teller.lobby.run(gather, stop, tell).await;
    });
    app.tasks.spawn(upkeep::run(app.clone()));
}

/// How long a node that stops may take to hand its rooms over.
const HAND_OVER: Duration = Duration::from_secs(20);
/// How long the others take to hear that a node is about to stop.
const KNOWN_AFTER: Duration = Duration::from_millis(250);
/// Rooms handed over at a time, so that nobody waits behind many others.
const AT_A_TIME: usize = 8;

/// Hands the rooms of a node that is about to stop over to the other nodes.
async fn hand_over(app: &Arc<App>, member: &Member) {
    let nodes = &member.nodes;
    if nodes.others().is_empty() {
        return;
    }
    nodes.set_duty(Duty::Draining);
    // Most others know it then. One that does not sends its connections back here, and looks again.
    tokio::time::sleep(KNOWN_AFTER).await;
    // Where nobody else serves, a room stays until the end.
    let has_other_place = |room: &RoomCode| nodes.place(room.into()) != *nodes.me();
    let handing_over = async {
        let rooms: Vec<RoomCode> = app.lobby.codes().into_iter().filter(has_other_place).collect();
        for rooms in rooms.chunks(AT_A_TIME) {
            for room in rooms {
                app.lobby.tell(room, room_io::RoomIn::HandOver);
            }
            while rooms.iter().any(|room| app.lobby.is_here(room) && has_other_place(room)) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    };
    if tokio::time::timeout(HAND_OVER, handing_over).await.is_err() {
        tracing::warn!("some rooms were not handed over in time: they go on when somebody comes to them");
    }
}

/// Opens the journal, with the folder or the cluster to which it belongs.
async fn open_journal(
    config: &Config,
    metrics: &Arc<Metrics>,
) -> Result<(Arc<dyn Journal>, Option<DataFolder>, Option<Membership>), Error> {
    let folder = match &config.data {
        Data::Memory => None,
        Data::Folder(path) => Some(DataFolder::open(path)?),
    };
    if let Some(cluster) = &config.cluster {
        let games = folder.as_ref().map(DataFolder::games).transpose()?;
        let membership = Membership::begin(cluster, games.as_deref()).await?;
        return Ok((membership.journal.clone(), folder, Some(membership)));
    }
    let journal: Arc<dyn Journal> = match &folder {
        None => Arc::new(MemoryJournal::new(ServerIdentity::random())),
        Some(folder) => {
            let file = folder.database();
            Arc::new(SqliteJournal::open(&file, config.durability, &config.limits, metrics.clone())?)
        }
    };
    Ok((journal, folder, None))
}
