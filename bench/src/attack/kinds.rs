//! The attacks. Each runs in its own process, from one address, for a given time.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    time::{Duration, Instant},
};

use clap::ValueEnum;
use futures_util::future::join_all;
use tengen_shared::{
    game::{
        Access, ClockRule, Command, PLAIN_CODES, PerSeat, PlayerId, RoomCode, SeatPlan, Seq, Settings,
        plain_code,
    },
    protocol::{GamesOf, Request, SeenRoom},
    rules::{Bot, Level, Variant},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{
    against_ai::AgainstAi,
    caller::{Caller, Told},
};

/// The address of every attack.
const ATTACKER: &str = "203.0.113.66";

/// The kinds of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Burns processor time and does nothing else: the baseline for the others
    Busy,
    /// Creates rooms in which a game is on, and stays
    Rooms,
    /// Opens connections, half of them without a command
    Places,
    /// Tries every code of two words and a number
    Codes,
    /// Requests lists, also in HTTP/2, and does not read them
    Lists,
    /// Writes chat lines without end in the room of the pair
    Talk,
    /// Connects, says hello and leaves
    Churn,
    /// Makes the server hash passphrases
    Hashing,
    /// Plays against `master` with a second for each move, in 500 rooms
    Thinking,
    /// Requests lists of finished games on 500 connections
    Games,
}

/// The results of an attack: a count for each kind of answer or action.
pub(super) type Counts = BTreeMap<String, u64>;

/// The end of the attack, and its counts so far.
struct Work {
    address: SocketAddr,
    end: Instant,
    counts: std::sync::Mutex<Counts>,
}

impl Work {
    fn goes_on(&self) -> bool {
        Instant::now() < self.end
    }

    fn count(&self, what: &str) {
        let mut counts = self.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *counts.entry(what.to_owned()).or_default() += 1;
    }

    fn note(&self, told: &Told) {
        match told {
            Told::Accepted(..) => self.count("accepted"),
            Told::Listed => self.count("lists"),
            Told::Rejected(code) => self.count(&format!("{code:?}")),
        }
    }
}

/// Attacks the server for `time`; `room` is the room of the pair.
pub(super) async fn attack(kind: Kind, address: SocketAddr, room: &RoomCode, time: Duration) -> Counts {
    let work = Work { address, end: Instant::now() + time, counts: std::sync::Mutex::default() };
    match kind {
        Kind::Busy => while work.goes_on() {},
        Kind::Rooms => drop(join_all((0..8).map(|_| rooms(&work))).await),
        Kind::Places => drop(join_all((0..32).map(|number| places(&work, number))).await),
        Kind::Codes => drop(join_all((0..48).map(|number| codes(&work, number))).await),
        Kind::Lists => lists(&work).await,
        Kind::Talk => drop(join_all((0..300).map(|_| talk(&work, room))).await),
        Kind::Churn => drop(join_all((0..16).map(|_| churn(&work))).await),
        Kind::Hashing => drop(join_all((0..60).map(|_| hashing(&work))).await),
        Kind::Thinking => drop(join_all((0..500).map(|_| thinking(&work))).await),
        Kind::Games => drop(join_all((0..500).map(|_| games(&work))).await),
    }
    work.counts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Connects a new player from the attacker's address; `None`, after a moment, if the server refuses.
async fn enter(work: &Work) -> Option<Caller> {
    let entered = Caller::enter(work.address, ATTACKER, "Eve").await;
    if entered.is_err() {
        refused(work).await;
    }
    entered.ok()
}

/// Waits a moment after a refusal. A flood of refusals would only measure this program.
async fn refused(work: &Work) {
    work.count("not let in");
    tokio::time::sleep(Duration::from_millis(20)).await;
}

fn create(access: Access) -> anyhow::Result<Request> {
    let settings = Settings { access, ..Settings::new(Variant::TICTACTOE) };
    let passphrase = match access {
        Access::Passphrase => Some("correct horse battery".parse()?),
        Access::Listed | Access::Unlisted => None,
    };
    let seats = [SeatPlan::Me {}, SeatPlan::Guest { name: "Guest".parse()? }];
    Ok(Request::Create { settings, seats: PerSeat(seats), passphrase })
}

async fn rooms(work: &Work) -> Vec<Caller> {
    let mut held = Vec::new();
    while work.goes_on() {
        let Some(mut caller) = enter(work).await else { continue };
        for _ in 0..16 {
            let Ok(cmd) = create(Access::Listed) else { break };
            match caller.ask(None, cmd).await {
                Ok(told) => work.note(&told),
                Err(_) => break,
            }
        }
        held.push(caller);
    }
    held
}

async fn places(work: &Work, number: usize) -> Vec<Caller> {
    let mut held = Vec::new();
    while work.goes_on() {
        let opened = match number % 2 {
            0 => Caller::open(work.address, ATTACKER).await,
            _ => Caller::enter(work.address, ATTACKER, "Eve").await,
        };
        match opened {
            Ok(caller) => {
                work.count("connections");
                held.push(caller);
            }
            Err(_) => refused(work).await,
        }
        if held.len() >= 400 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
    held
}

async fn codes(work: &Work, number: u64) {
    let mut next = (PLAIN_CODES / 48 * number..PLAIN_CODES / 48 * (number + 1)).map(plain_code);
    while work.goes_on() {
        let seen = |room| SeenRoom { room, seq: Seq(0) };
        let sixteen: Vec<SeenRoom> = next.by_ref().take(16).map(seen).collect();
        if sixteen.is_empty() {
            return;
        }
        let Ok(mut caller) = Caller::open(work.address, ATTACKER).await else {
            refused(work).await;
            continue;
        };
        if caller.hello("Eve", None, sixteen).await.is_err() {
            refused(work).await;
            continue;
        }
        // The answer to a later command shows that the server has answered all of these.
        let Some(code) = next.next() else { return };
        let watched = caller.ask(Some(&code), Request::Watch { passphrase: None }).await;
        for code in caller.refused.drain(..) {
            work.count(&format!("{code:?}"));
        }
        if let Some(room) = &caller.room {
            let access = room.settings().access;
            work.count(if access == Access::Unlisted { "unlisted rooms found" } else { "rooms found" });
        }
        if let Ok(told) = watched {
            work.note(&told);
        }
    }
}

async fn lists(work: &Work) {
    if speaks_http_2(work.address).await {
        work.count("HTTP/2 spoken");
    }
    let half = Work {
        address: work.address,
        end: Instant::now() + (work.end - Instant::now()) / 2,
        counts: std::sync::Mutex::default(),
    };
    let held = join_all((0..8).map(|_| rooms(&half))).await;
    let unread = join_all((0..150).map(|_| unread_list(work))).await;
    join_all((0..20).map(|_| list_rooms(work))).await;
    drop((held, unread));
}

async fn speaks_http_2(address: SocketAddr) -> bool {
    let asked = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await?;
        let mut head = [0; 9];
        stream.read_exact(&mut head).await?;
        // The type of a SETTINGS frame.
        std::io::Result::Ok(head[3] == 4)
    };
    tokio::time::timeout(Duration::from_secs(2), asked).await.is_ok_and(|answer| answer.unwrap_or(false))
}

async fn unread_list(work: &Work) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(work.address).await.ok()?;
    let request =
        format!("GET /api/rooms HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {ATTACKER}\r\n\r\n", work.address);
    stream.write_all(request.repeat(8).as_bytes()).await.ok()?;
    work.count("unread lists");
    Some(stream)
}

async fn list_rooms(work: &Work) {
    let Some(mut caller) = enter(work).await else { return };
    while work.goes_on() {
        match caller.ask(None, Request::ListRooms {}).await {
            Ok(told) => work.note(&told),
            Err(_) => return,
        }
        tokio::time::sleep(Duration::from_millis(55)).await;
    }
}

async fn talk(work: &Work, room: &RoomCode) {
    let Some(mut caller) = enter(work).await else { return };
    if caller.ask(Some(room), Request::Watch { passphrase: None }).await.is_err() {
        return refused(work).await;
    }
    while work.goes_on() {
        let Ok(text) = "well, well".parse() else { return };
        match caller.ask(Some(room), Command::Say { text }).await {
            Ok(told) => work.note(&told),
            Err(_) => return work.count("cut off"),
        }
        tokio::time::sleep(Duration::from_millis(55)).await;
    }
}

async fn churn(work: &Work) {
    while work.goes_on() {
        if enter(work).await.is_some() {
            work.count("hellos");
        }
    }
}

async fn hashing(work: &Work) {
    while work.goes_on() {
        let Some(mut caller) = enter(work).await else { continue };
        for _ in 0..5 {
            let Ok(cmd) = create(Access::Passphrase) else { return };
            match caller.ask(None, cmd).await {
                Ok(told) => work.note(&told),
                Err(_) => break,
            }
        }
    }
}

async fn thinking(work: &Work) {
    while work.goes_on() {
        let Ok(clock) = ClockRule::per_move(1_000) else { return };
        let master = Bot::Level(Level::Master);
        let Ok(mut person) = AgainstAi::meet(work.address, ATTACKER, master, clock).await else {
            refused(work).await;
            continue;
        };
        while work.goes_on() {
            match person.round().await {
                Ok(Some(_)) => work.count("moves of the AI"),
                Ok(None) => work.count("flags"),
                Err(_) => {
                    refused(work).await;
                    break;
                }
            }
        }
    }
}

async fn games(work: &Work) {
    let Some(mut caller) = enter(work).await else { return };
    while work.goes_on() {
        let of = GamesOf::Player { player: PlayerId(1) };
        match caller.ask(None, Request::ListGames { of, before: None }).await {
            Ok(told) => work.note(&told),
            Err(_) => return work.count("cut off"),
        }
        tokio::time::sleep(Duration::from_millis(55)).await;
    }
}
