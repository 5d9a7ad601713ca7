//! `client`: the terminal client in a pseudo-terminal, compared with other terminal programs.

pub(crate) mod bare;
mod measure;
mod report;

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use tengen_shared::{
    game::{ClockRule, PerSeat, RoomCode, SeatPlan, Settings},
    protocol::{Codec, Request, ServerMessage},
    rules::Variant,
};
use tengen_tests::pty::{Launch, Pty, Seen};
use tokio::process::Command;

use crate::{
    bot::Bot,
    cli::ClientArgs,
    proc::Machine,
    program::{Program, find},
    tell,
};
use measure::{Idle, begin_idle, end_idle, first_text, keys, launches, settle};
use report::{Report, Subject};

/// The name of the player in the client's terminal, and part of the opponent's name.
const ME: &str = "Zoe";
const OPPONENT: &str = "bot";
/// The clock of the room with clocks, so long that no flag falls.
const CLOCK_MS: u32 = 3 * 60 * 60 * 1000;

/// Runs the benchmark and prints its report.
///
/// # Errors
/// Returns an error if a program cannot be started, ends, or shows nothing.
pub(crate) async fn run(args: &ClientArgs) -> anyhow::Result<()> {
    let programs = Programs::find(args)?;
    let folder = tempfile::Builder::new().prefix("tengen-bench-").tempdir()?;
    let machine = Machine::now();
    let server = start_server(&programs.server, folder.path()).await?;
    let quiet = room(server.address(), [SeatPlan::Open {}, SeatPlan::Me {}], ClockRule::default(), 1).await?;
    let clocked = ClockRule::per_move(CLOCK_MS)?;
    let clocked = room(server.address(), [SeatPlan::Me {}, SeatPlan::Open {}], clocked, 2).await?;
    let home = |name: &str| -> anyhow::Result<PathBuf> {
        let home = folder.path().join(name);
        std::fs::create_dir(&home).context("cannot make a folder")?;
        Ok(home)
    };
    let address = server.address().to_string();
    let launch = |program: &Path, home: &Path| Launch::new(program, home).size(args.size.0, args.size.1);
    let join = |home: &Path, code: &RoomCode| {
        let args = ["join", &address, "--room", code.as_str(), "--name", ME];
        launch(&programs.client, home).args(args)
    };
    let homes = [home("quiet")?, home("clock")?, home("others")?];
    let mut subjects = vec![Started::new("tengen", join(&homes[0], &quiet), at_board, "")];
    subjects.push(Started::new("bare", launch(&programs.bare, &homes[2]).args(["bare-terminal"]), any, ""));
    if let Some(peer) = &args.peer {
        let mut words = peer.split_whitespace();
        let program = words.next().context("--peer names no program")?;
        let launch = launch(Path::new(program), &homes[2]).args(words);
        subjects.push(Started::new(program, launch, any, &args.peer_keys));
    }
    let clock = Started::new("tengen, a clock runs", join(&homes[1], &clocked), at_board, "");
    // This thread waits for the terminals; the bots run on another.
    let report = tokio::task::block_in_place(|| measure_all(args, &subjects, &clock, machine))?;
    let complaints = server.complaints();
    ensure!(complaints.is_empty(), "the server complains: {complaints:?}");
    report.print()
}

/// The programs to run.
struct Programs {
    client: PathBuf,
    server: PathBuf,
    bare: PathBuf,
}

impl Programs {
    fn find(args: &ClientArgs) -> anyhow::Result<Self> {
        let bare = std::env::current_exe().context("this program does not know where it is")?;
        Ok(Self {
            client: find(args.client.as_deref(), "tengen", "client")?.canonicalize()?,
            server: find(args.server.as_deref(), "tengen-server", "server")?.canonicalize()?,
            bare,
        })
    }
}

async fn start_server(program: &Path, folder: &Path) -> anyhow::Result<Program> {
    let mut command = Command::new(program);
    command.env_clear().env("TENGEN_LOG", "warn").env("NO_COLOR", "1");
    command.args(["--bind", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    Program::start("server", &mut command, &folder.join("server.log")).await
}

/// Creates a gomoku room with a bot that stays connected and never moves.
async fn room(
    at: SocketAddr,
    seats: [SeatPlan; 2],
    clock: ClockRule,
    number: usize,
) -> anyhow::Result<RoomCode> {
    let mut bot = Bot::enter(at, Codec::Bincode, number).await?;
    let settings = Settings { clock, ..Settings::new(Variant::GOMOKU15) };
    let made = bot.ask(None, Request::Create { settings, seats: PerSeat(seats), passphrase: None }).await?;
    let ServerMessage::Accepted { room: Some(code), .. } = *made else { bail!("no room was made") };
    // It answers the server's pings until this program ends.
    tokio::spawn(async move { while bot.frame().await.is_ok() {} });
    Ok(code)
}

/// A program to measure, and how to reach its board.
struct Started {
    name: String,
    launch: Launch,
    ready: fn(&Seen) -> bool,
    keys: Vec<String>,
}

impl Started {
    fn new(name: &str, launch: Launch, ready: fn(&Seen) -> bool, keys: &str) -> Self {
        let keys = keys.replace("\\r", "\r").replace("\\e", "\x1b").replace("\\t", "\t");
        let name = name.rsplit('/').next().unwrap_or(name).to_owned();
        Self { name, launch, ready, keys: keys.chars().map(String::from).collect() }
    }

    /// Starts the program and brings a board to its screen.
    fn open(&self) -> anyhow::Result<Pty> {
        let pty = self.launch.clone().start()?;
        first_text(&pty)?;
        pty.wait("what it opens with", measure::TIMEOUT, |seen| (self.ready)(seen).then_some(()))?;
        settle(&pty);
        for key in &self.keys {
            pty.send(key.as_bytes())?;
            settle(&pty);
        }
        Ok(pty)
    }
}

/// Whether both players' names are on the screen, which means that the game is on.
fn at_board(seen: &Seen) -> bool {
    let screen = seen.screen();
    [ME, OPPONENT].iter().all(|name| screen.contains(name)) && seen.terminal().alternate_screen()
}

fn any(_: &Seen) -> bool {
    true
}

fn measure_all(
    args: &ClientArgs,
    subjects: &[Started],
    clock: &Started,
    machine: Machine,
) -> anyhow::Result<Report> {
    let mut measured = Vec::new();
    for subject in subjects {
        tell(&format!("measuring {}", subject.name));
        let [first_text, ready] = launches(&subject.launch, args.launches, subject.ready)?;
        let pty = subject.open()?;
        let keys = keys(&pty, args.keys)?;
        let screen = pty.look(Seen::screen);
        measured.push(Subject { name: subject.name.clone(), first_text, ready, keys, screen });
    }
    tell(&format!("leaving all alone for {} s", args.seconds));
    let idle = idle(subjects.iter().chain([clock]), Duration::from_secs(args.seconds))?;
    Ok(Report::new(args, machine, measured, idle))
}

/// Measures all programs at the same time while nobody touches them.
fn idle<'a>(subjects: impl Iterator<Item = &'a Started>, time: Duration) -> anyhow::Result<Vec<Idle>> {
    let opened: Vec<(&Started, Pty)> =
        subjects.map(|subject| Ok((subject, subject.open()?))).collect::<anyhow::Result<_>>()?;
    // By then, the programs have written everything about their start.
    std::thread::sleep(Duration::from_secs(2));
    let begun: Vec<_> = opened.iter().map(|(_, pty)| begin_idle(pty)).collect::<anyhow::Result<_>>()?;
    std::thread::sleep(time);
    opened
        .iter()
        .zip(&begun)
        .map(|((subject, pty), before)| end_idle(pty, subject.name.clone(), before))
        .collect()
}
