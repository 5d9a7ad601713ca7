//! Spectators: a few in each room, or one more room with thousands.

use std::{
    io::Write as _,
    net::SocketAddr,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, ensure};
use hdrhistogram::Histogram;
use tengen_shared::{
    game::{Event, RoomCode},
    protocol::{Codec, Request, ServerFrame, ServerMessage},
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::{Child, Command},
    task::JoinSet,
    time::interval,
};

use super::{bot_room::LoadConfig, idle, report::Seen};
use crate::{attack::Pair, bot::Bot, cli::CrowdArgs, latency::Latency, socket::raise_file_limit, tell};

/// The time from one move in the crowd's room to the next.
const PACE: Duration = Duration::from_millis(500);

/// Makes `count` spectators watch each of `rooms`, and read everything that they are sent.
///
/// # Errors
/// Returns an error if the server refuses.
pub(super) async fn watch_rooms(
    load: &LoadConfig,
    rooms: &[RoomCode],
    count: usize,
    tasks: &mut JoinSet<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let open = |number: usize| watch(load.addresses[0], load.codec, &rooms[number / count], number);
    for mut bot in idle::open_all(0..rooms.len() * count, open).await? {
        tasks.spawn(async move {
            loop {
                bot.frame().await?;
            }
        });
    }
    Ok(())
}

async fn watch(address: SocketAddr, codec: Codec, room: &RoomCode, number: usize) -> anyhow::Result<Bot> {
    let mut bot = Bot::enter(address, codec, number).await?;
    bot.ask(Some(room.clone()), Request::Watch { passphrase: None }).await?;
    Ok(bot)
}

/// A room with many spectators. They are in a process of their own, so that their work does not delay other bots.
pub(super) struct Crowd {
    pair: Pair,
    spectators: Child,
}

impl Crowd {
    /// Opens a room with a game on, and `count` spectators of it.
    ///
    /// # Errors
    /// Returns an error if the server refuses.
    pub(super) async fn gather(address: SocketAddr, count: usize) -> anyhow::Result<Self> {
        let pair = Pair::first(address).await?;
        let me = std::env::current_exe().context("this program does not know where it is")?;
        let mut command = Command::new("nice");
        command.args(["-n", "19"]).arg(me).arg("crowd").arg(address.to_string());
        command.arg(pair.room.as_str()).arg(count.to_string()).kill_on_drop(true);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut spectators = started.context("cannot start the crowd")?;
        let mut lines = BufReader::new(spectators.stdout.as_mut().context("the crowd cannot be heard")?);
        lines.read_line(&mut String::new()).await?;
        tell(&format!("{count} spectators watch one room"));
        Ok(Self { pair, spectators })
    }

    /// Plays until it is dropped.
    ///
    /// # Errors
    /// Returns an error if the server refuses a move.
    pub(super) async fn play(&mut self) -> anyhow::Result<()> {
        let mut pace = interval(PACE);
        loop {
            pace.tick().await;
            self.pair.play().await?;
        }
    }

    /// Ends the crowd, and returns what it saw.
    ///
    /// # Errors
    /// Returns an error if it saw nothing.
    pub(super) async fn end(mut self) -> anyhow::Result<Seen> {
        drop(self.spectators.stdin.take());
        let ended = self.spectators.wait_with_output().await?;
        serde_json::from_slice(&ended.stdout).context("the crowd says nothing: was it cut off?")
    }
}

/// Runs the crowd's process: prints a line when all watch, and the figures when standard input ends.
///
/// # Errors
/// Returns an error if the server refuses or cuts off a spectator.
pub(crate) async fn run(args: &CrowdArgs) -> anyhow::Result<()> {
    raise_file_limit(args.count + 100)?;
    let took = Arc::new(Mutex::new(Histogram::new_with_bounds(1, 60_000_000, 3)?));
    let open = |number| watch(args.address, Codec::Bincode, &args.room, number);
    let mut tasks = JoinSet::new();
    for bot in idle::open_all(0..args.count, open).await? {
        tasks.spawn(note_moves(bot, took.clone()));
    }
    writeln!(std::io::stdout(), "all watch")?;
    tokio::io::stdin().read_to_end(&mut Vec::new()).await?;
    if let Some(ended) = tasks.try_join_next() {
        ended?.context("a spectator was cut off")?;
    }
    let took = took.lock().unwrap_or_else(PoisonError::into_inner);
    ensure!(!took.is_empty(), "no spectator saw a move");
    let seen = Seen { spectators: args.count, moves: took.len(), delivered: Latency::of(&took) };
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&seen)?).context("cannot write the figures")
}

async fn note_moves(mut bot: Bot, took: Arc<Mutex<Histogram<u64>>>) -> anyhow::Result<()> {
    loop {
        let frame = bot.frame().await?;
        if let ServerFrame::Known(message) = Codec::Bincode.decode_server(&frame)?
            && let ServerMessage::Events { events, .. } = *message
            && let Some(stone) = events.iter().find(|s| matches!(s.event, Event::StonePlaced { .. }))
        {
            let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
            let late = now.saturating_sub(Duration::from_millis(stone.time));
            let late = u64::try_from(late.as_micros())?.max(1);
            took.lock().unwrap_or_else(PoisonError::into_inner).saturating_record(late);
        }
    }
}
