//! `web`: measures the page for browsers in Chromium: the first load, paints, idle processor time, and memory.

#![allow(clippy::unwrap_used, reason = "the server and the browser are this program's own")]

mod report;
mod watching;

use std::{fs, path::Path, time::Duration};

use anyhow::Context as _;
use serde_json::{Value, json};
use tengen_shared::{
    game::{ClockRule, SeatPlan, Settings, ThinkTime},
    protocol::Codec,
    rules::{Level, Point, Variant},
};
use tengen_tests::{
    Peer, ServerProcess,
    browser::{Device, Driver, User},
    poll_until,
};

use self::report::{Busy, Report, Spread};
use crate::{cli::WebArgs, proc::Machine, program::find, tell};

/// How much slower the processor is for the first load.
const SLOWER: u32 = 4;
/// The first loads, each in a browser of its own.
const LOADS: usize = 5;
/// The samples of the bare page.
const BARE: usize = 200;
/// The games on the wall.
const GAMES: usize = 16;
/// The time of the clocks, so long that no flag falls, in milliseconds.
const CLOCK: u32 = 3_600_000;
/// How long a page has before it counts as at rest.
const SETTLED: Duration = Duration::from_secs(10);

/// Runs the benchmark and prints its report.
///
/// # Errors
/// Returns an error if the server is missing or does not start.
///
/// # Panics
/// Panics if the browser or the page does not do what it should.
pub(crate) async fn run(args: &WebArgs) -> anyhow::Result<()> {
    let machine = Machine::now();
    let folder = tempfile::Builder::new().prefix("tengen-web-").tempdir()?;
    let server = start(args, folder.path()).await?;
    let driver = Driver::start().await;
    let bench = Bench { driver, server, idle: Duration::from_secs(args.idle) };
    tell("first loads");
    let load = bench.loads().await;
    tell("two people play");
    let played = bench.play(args.moves).await;
    tell("a room at rest, and the wall");
    let idle = bench.rest().await;
    tell("hours of watching");
    let memory = watching::run(&bench, args.hours).await?;
    let Played { messages, clicks, bare } = played;
    Report { bench: "web", machine, load, messages, clicks, bare, idle, memory }.print()
}

/// Starts the server, with limits that the players of this benchmark do not reach.
async fn start(args: &WebArgs, folder: &Path) -> anyhow::Result<ServerProcess> {
    let program = find(args.server.as_deref(), "tengen-server", "server")?;
    let config = folder.join("web.toml");
    let most = u16::MAX;
    fs::write(&config, format!("[limits]\ncommands_per_second = {most}\ncommand_burst = {most}\n"))
        .context("cannot write the server's configuration")?;
    let text = |path: &Path| path.to_str().map(str::to_owned).context("a path that is no text");
    let (program, config, data) = (text(&program)?, text(&config)?, text(&folder.join("data"))?);
    let args = ["--bind", "127.0.0.1:0", "--data", &data, "--config", &config];
    Ok(ServerProcess::start(&program, &args, &[]).await)
}

/// The server and the browsers.
struct Bench {
    driver: Driver,
    server: ServerProcess,
    /// How long to look at a page that does little.
    idle: Duration,
}

/// The times of a game, in milliseconds.
struct Played {
    /// From the message of the other side's move to the paint.
    messages: Spread,
    /// From the pointer going up to the stone on the screen.
    clicks: Spread,
    /// From a timer to the paint of a single changed element, in the same page.
    bare: Spread,
}

impl Bench {
    /// Starts a browser whose pages measure themselves.
    async fn user(&self) -> User {
        let user = self.driver.user(Device::Desktop).await;
        let hooks = json!({ "source": include_str!("web/hooks.js") });
        user.devtools("Page.addScriptToEvaluateOnNewDocument", hooks).await;
        user
    }

    /// Starts a browser under a name, on the page at `path`.
    async fn guest(&self, name: &str, path: &str) -> User {
        let user = self.user().await;
        user.open(self.server.addr, path).await;
        user.type_into("Your name", name).await;
        user.click("Save").await;
        user
    }

    /// Returns the times from the start of a cold load of the analysis board to a placed stone, with a slower processor.
    async fn loads(&self) -> Spread {
        let mut times = Vec::new();
        for _ in 0..LOADS {
            let user = self.user().await;
            user.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWER })).await;
            let first = json!({ "source": "addEventListener('DOMContentLoaded', () => placeFirst())" });
            user.devtools("Page.addScriptToEvaluateOnNewDocument", first).await;
            user.open(self.server.addr, "/board").await;
            poll_until("the first stone", async || user.evaluate("return window.ready > 0").await == true)
                .await;
            times.extend(user.evaluate("return window.ready").await.as_f64());
            user.close().await;
        }
        Spread::of(&times)
    }

    /// Two people play in two browsers, with the mouse.
    async fn play(&self, moves: usize) -> Played {
        let ann = self.guest("Ann", "/").await;
        ann.click("New room").await;
        ann.click("Start").await;
        ann.sees("Send a friend this link").await;
        let bob = self.guest("Bob", &ann.path().await).await;
        bob.sees("Ann's turn").await;
        for user in [&ann, &bob] {
            user.evaluate("measured.messages.length = 0").await;
        }
        for (index, point) in dull_points().take(moves).enumerate() {
            let user = if index % 2 == 0 { &ann } else { &bob };
            user.sees("Your turn").await;
            user.evaluate(&format!("watchPoint('{point}')")).await;
            user.point(&point.to_string()).await;
        }
        ann.evaluate_async("measureBare(Number(arguments[0]), arguments[1])", &BARE.to_string()).await;
        let both = async |list: &str| {
            let (ann, bob) = (times(&ann, list).await, times(&bob, list).await);
            Spread::of(&[ann, bob].concat())
        };
        let played = Played {
            messages: both("messages").await,
            clicks: both("clicks").await,
            bare: both("bare").await,
        };
        assert!(
            played.messages.samples * 10 > played.clicks.samples * 8,
            "most moves of the other side are measured"
        );
        assert_eq!(played.clicks.samples, u64::try_from(moves).unwrap(), "every move is measured");
        ann.close().await;
        bob.close().await;
        played
    }

    /// Returns how busy pages are that have little to do: a room at rest, without and with a running clock, and the wall.
    async fn rest(&self) -> Vec<Busy> {
        let mut peers = Vec::new();
        let mut found = Vec::new();
        for (what, clock) in [
            ("a room at rest", ClockRule::default()),
            ("the same with a clock", ClockRule::fischer(CLOCK, 0).unwrap()),
        ] {
            let (mut ann, mut bo) = (self.peer("Ann").await, self.peer("Bo").await);
            let settings = Settings { clock, ..Settings::new(Variant::GOMOKU15) };
            let code = ann.create(settings, [SeatPlan::Me {}, SeatPlan::Open {}]).await;
            bo.join(&code).await.unwrap();
            peers.extend([ann, bo]);
            let page = self.guest("Cy", &format!("/watch/{code}")).await;
            page.sees("Ann").await;
            found.push(self.busy(what, &page).await);
            page.close().await;
        }
        for game in 0..GAMES {
            let mut host = self.peer(&format!("Club {game}")).await;
            let ai = || SeatPlan::Ai { bot: Level::Easy.into() };
            let settings = Settings {
                clock: ClockRule::fischer(CLOCK, 1_000).unwrap(),
                think_time: ThinkTime::try_from(1_000).unwrap(),
                ..Settings::new(Variant::GOMOKU15)
            };
            host.create(settings, [ai(), ai()]).await;
            peers.push(host);
        }
        let wall = self.user().await;
        wall.open(self.server.addr, "/tv").await;
        let all = "return document.querySelectorAll('.picture').length";
        poll_until("the wall", async || wall.evaluate(all).await == GAMES).await;
        found.push(self.busy("the wall, with as many games as it has places", &wall).await);
        wall.open(self.server.addr, "/").await;
        wall.devtools("Page.navigate", json!({ "url": "about:blank" })).await;
        found.push(self.busy("an empty page", &wall).await);
        wall.close().await;
        found
    }

    async fn peer(&self, name: &str) -> Peer {
        Peer::connect(self.server.addr, name, Codec::Bincode).await
    }

    /// Returns the share of a core that the main thread of a page uses.
    async fn busy(&self, what: &'static str, page: &User) -> Busy {
        page.devtools("Performance.enable", json!({})).await;
        // What the page has just been asked for is done by then.
        tokio::time::sleep(SETTLED).await;
        let before = metric(page, "TaskDuration").await;
        tokio::time::sleep(self.idle).await;
        let busy = metric(page, "TaskDuration").await - before;
        Busy { what, percent: busy / self.idle.as_secs_f64() * 100.0 }
    }
}

/// Returns the times that a page has noted.
async fn times(user: &User, list: &str) -> Vec<f64> {
    let list = user.evaluate(&format!("return measured.{list}")).await;
    list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// Returns a figure that Chromium has of a page.
async fn metric(page: &User, name: &str) -> f64 {
    let all = page.devtools("Performance.getMetrics", json!({})).await;
    let metrics = all["metrics"].as_array().into_iter().flatten();
    metrics
        .filter(|metric| metric["name"] == name)
        .find_map(|metric| metric["value"].as_f64())
        .unwrap_or(f64::NAN)
}

/// Returns points on which two sides make no row of five for a long time.
fn dull_points() -> impl Iterator<Item = Point> {
    let rows = (0..15_u8).flat_map(|row| (0..15_u8).map(move |col| (row, col)));
    rows.filter(|(row, col)| (col + 2 * row) % 5 < 4).filter_map(|(row, col)| Point::new(col * 7 % 15, row))
}
