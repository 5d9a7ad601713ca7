//! A server inside the test's process, on its own threads.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::Path,
    sync::{Mutex, Once, PoisonError, atomic::AtomicU32, atomic::Ordering},
    thread::{self, JoinHandle},
};

use tengen_server::{
    Config, Error, RoomMaker, Server,
    config::{Limits, PerAddress, Rate},
};
use tokio::{net::TcpListener, sync::oneshot};
use tokio_util::sync::CancellationToken;

/// The panics on the servers' threads, by the name of the thread.
static PANICS: Mutex<BTreeMap<String, Vec<String>>> = Mutex::new(BTreeMap::new());
static SERVERS: AtomicU32 = AtomicU32::new(1);

/// A rate that nobody can reach.
const ANY_RATE: Rate = Rate { per_minute: u32::MAX, burst: u32::MAX };

/// Returns limits that allow tests to send as fast as they can, and short times for gathering news.
#[must_use]
pub fn test_limits() -> Limits {
    Limits {
        commands_per_second: 20_000,
        command_burst: 20_000,
        gather_ms: 10,
        list_refresh_ms: 10,
        full_lists: ANY_RATE,
        spectators_talk: ANY_RATE,
        control_frames: ANY_RATE,
        close_linger_ms: 500,
        per_address: PerAddress { requests: ANY_RATE, new_players: ANY_RATE, ..PerAddress::default() },
        ..Limits::default()
    }
}

/// Returns the configuration of a server in memory with [`test_limits`].
#[must_use]
pub fn test_config() -> Config {
    Config { limits: test_limits(), bot_threads: 1, ..Config::in_memory() }
}

/// A running server. Dropping it stops it, waits for its end, and fails if anything in it panicked.
#[derive(Debug)]
pub struct TestServer {
    /// The address that it listens on.
    pub addr: SocketAddr,
    /// Makes rooms on behalf of the server.
    pub rooms: RoomMaker,
    name: String,
    stop: CancellationToken,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

impl TestServer {
    /// Starts a server in memory with [`test_config`].
    pub async fn memory() -> Self {
        Self::start(test_config()).await
    }

    /// Starts a server in memory with other limits.
    pub async fn limited(change: impl FnOnce(&mut Limits)) -> Self {
        let mut config = test_config();
        change(&mut config.limits);
        Self::start(config).await
    }

    /// Starts a server that keeps its data in `folder`.
    pub async fn in_folder(folder: &Path) -> Self {
        let data = Config::in_folder(folder.to_owned()).data;
        Self::start(Config { data, ..test_config() }).await
    }

    /// Starts a server with this configuration.
    ///
    /// # Panics
    /// Panics if it cannot start.
    pub async fn start(config: Config) -> Self {
        Self::try_start(config).await.expect("the server starts")
    }

    /// Tries to start a server with this configuration.
    ///
    /// # Errors
    /// Returns the reason why it cannot start.
    ///
    /// # Panics
    /// Panics if the system refuses a socket or a thread.
    pub async fn try_start(config: Config) -> Result<Self, Error> {
        record_panics();
        let name = format!("tested-server-{}", SERVERS.fetch_add(1, Ordering::Relaxed));
        let stop = CancellationToken::new();
        let (tell, told) = oneshot::channel();
        let (threads, stopped) = (name.clone(), stop.clone());
        let thread = thread::Builder::new().name(name.clone()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .thread_name(threads)
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
                let addr = listener.local_addr().expect("an address");
                let server = Server::open(config).await?;
                let _ = tell.send((addr, server.room_maker()));
                server.serve(listener, stopped).await
            })
        });
        let thread = thread.expect("a thread");
        match told.await {
            Ok((addr, rooms)) => Ok(Self { addr, rooms, name, stop, thread: Some(thread) }),
            Err(_) => Err(thread.join().expect("no panic at start").expect_err("it has not started")),
        }
    }

    /// Asks the server to stop, without waiting. [`TestServer::stopped`] waits for its end.
    pub fn ask_to_stop(&self) {
        self.stop.cancel();
    }

    /// Stops the server and waits for its end, while the test's peers go on.
    ///
    /// # Panics
    /// Panics if it ends with an error, or if anything in it panicked.
    pub async fn stopped(mut self) {
        self.stop.cancel();
        let thread = self.thread.take().expect("it runs");
        let ended = super::within("the server's end", tokio::task::spawn_blocking(|| thread.join())).await;
        ended.expect("no panic").expect("no panic in the server").expect("a clean end");
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.stop.cancel();
        let ended = self.thread.take().map(JoinHandle::join);
        let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
        if !thread::panicking() {
            assert!(panics.is_none(), "the server panicked: {panics:?}");
            if let Some(ended) = ended {
                ended.expect("no panic in the server").expect("a clean end");
            }
        }
    }
}

/// Records every panic by thread, in addition to printing it, because a panic in a task ends only the task.
fn record_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let name = thread::current().name().unwrap_or_default().to_owned();
            if name.starts_with("tested-server-") {
                let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
                panics.entry(name).or_default().push(info.to_string());
            }
            before(info);
        }));
    });
}
