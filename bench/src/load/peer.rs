//! The bare echo server for comparison, with as many connections and frames of the same size.

use std::{
    path::Path,
    slice,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use tokio::{process::Command, task::JoinSet};
use tokio_tungstenite::tungstenite::Message;

use super::{
    WARM_UP, idle,
    tally::Tally,
    watch::{STALL, Watch},
};
use crate::{
    cli::LoadArgs,
    latency::Latency,
    program::Program,
    socket::{Socket, connect},
};

/// The figures of the echo server.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Echo {
    /// The bytes of each connection's read buffer; `None` for the library's default of 128 KiB.
    pub(super) read_buffer: Option<usize>,
    /// The resident memory of an idle connection, in KiB.
    pub(super) idle_kib: f64,
    /// Round trips per second at saturation.
    pub(super) round_trips_per_second: f64,
    /// Its processor time for a round trip, in microseconds.
    pub(super) cpu_us: f64,
    /// The time from sending a frame to receiving its echo.
    pub(super) round_trip: Latency,
    /// The number of cores that it used.
    pub(super) echo_cores: f64,
    /// The number of cores that the driver used.
    pub(super) driver_cores: f64,
    /// The number of cores that everything else used.
    pub(super) others_cores: f64,
}

/// Starts an echo server with this read buffer, measures it and ends it.
///
/// # Errors
/// Returns an error if it cannot be started or driven.
pub(super) async fn measure(
    args: &LoadArgs,
    read_buffer: Option<usize>,
    frame: u64,
    folder: &Path,
) -> anyhow::Result<Echo> {
    let me = std::env::current_exe().context("this program does not know where it is")?;
    let mut command = Command::new(me);
    command.args(["echo", "--read-buffer", &read_buffer.unwrap_or(0).to_string()]);
    let mut program = Program::start("echo server", &mut command, &folder.join("echo.log")).await?;
    let address = program.address();
    let payload = Bytes::from(vec![b'x'; usize::try_from(frame).context("a frame that long")?]);
    let open = async |_| {
        let mut socket = connect(address, None).await?;
        round_trip(&mut socket, &payload).await?;
        Ok(socket)
    };
    let idle_kib = idle::memory_per_connection(&mut program, args.idle, open).await?;
    let sockets = idle::open_all(0..args.rooms * 2, open).await?;
    let tally = Arc::new(Tally::new()?);
    let mut tasks = JoinSet::new();
    let mut sockets = sockets.into_iter();
    for number in 0..args.rooms {
        let pair = [sockets.next(), sockets.next()].into_iter().flatten().collect();
        tasks.spawn(volley(pair, payload.clone(), number, tally.clone()));
    }
    let mut watch =
        Watch { programs: slice::from_mut(&mut program), tally: tally.clone(), tasks, stall: STALL };
    watch.pass(WARM_UP).await?;
    let window = watch.window(Duration::from_secs(args.seconds / 2)).await?;
    drop(watch);
    let failures = tally.failures();
    ensure!(failures.stopped == 0, "the echo server failed: {}", failures.texts.join("; "));
    let trips = window.counts.delivered.len();
    Ok(Echo {
        read_buffer,
        idle_kib,
        round_trips_per_second: window.per_second(trips),
        cpu_us: window.cpu_each(trips),
        round_trip: Latency::of(&window.counts.delivered),
        echo_cores: window.cores(window.program),
        driver_cores: window.cores(window.driver),
        others_cores: window.cores(window.others),
    })
}

/// Sends over both sockets in turn, as two players of a room do.
async fn volley(
    mut pair: Vec<Socket>,
    payload: Bytes,
    number: usize,
    tally: Arc<Tally>,
) -> anyhow::Result<()> {
    loop {
        for socket in &mut pair {
            let sent = Instant::now();
            let length = round_trip(socket, &payload).await?;
            tally.delivered(number, sent.elapsed(), length);
        }
    }
}

async fn round_trip(socket: &mut Socket, payload: &Bytes) -> anyhow::Result<usize> {
    socket.send(Message::Binary(payload.clone())).await.context("cannot send to the echo server")?;
    let echo = socket.next().await.context("the echo server has ended the connection")?;
    Ok(echo.context("the connection broke")?.len())
}
