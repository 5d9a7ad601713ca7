//! A bot that joins a room and plays: a complete client. Copy it to write your own.
//!
//! `cargo run -p tengen-session --example bot -- 127.0.0.1:5151 amber-fox-42 Bot`
//!
//! A [`Session`] knows the protocol but does no I/O. The program tells it which bytes came and how much time passed, and
//! carries out its [`Effect`]s. The session numbers commands, sends them again after a lost connection, and keeps the room.

use std::{
    error::Error,
    hash::{BuildHasher as _, RandomState},
    io::{self, ErrorKind, Write as _},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use tengen_session::{
    Effect, News, Session, Visitor,
    link::{Address, LinkEvent, LinkOrder, Loss},
    opens_room,
};
use tengen_shared::{
    game::{Command, Name, Room, RoomCode, RunId, Seat},
    protocol::{Codec, SecretKey, ServerMessage},
    rules::{Point, Position, wins_at},
};
use tungstenite::{Message, WebSocket};

/// The longest wait for a message. The session needs to hear of time to notice a silent server.
const TICK: Duration = Duration::from_millis(100);
/// The wait after a refusal: the server may be busy, or the clocks may be paused.
const RETRY: Duration = Duration::from_secs(1);

struct Bot {
    session: Session,
    socket: Option<WebSocket<TcpStream>>,
    room: RoomCode,
    name: Name,
    /// Proves who the bot is. Keep it in a file to be the same player in the next run.
    key: SecretKey,
    /// After a refusal, the time of the next attempt.
    rest_until: Instant,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(address), Some(room)) = (args.next(), args.next()) else {
        return Err("usage: bot ADDRESS ROOM-CODE [NAME]".into());
    };
    let name = args.next().as_deref().unwrap_or("Bot").parse()?;
    // 64 random bits tell the commands of this run from those of any other run.
    let mut session = Session::new(RunId(random()));
    let key = SecretKey::from_bytes(std::array::from_fn(|_| random().to_le_bytes()[0]));
    session.dial(address.parse::<Address>()?);
    let mut before = Instant::now();
    let mut bot = Bot { session, socket: None, room: room.parse()?, name, key, rest_until: before };
    loop {
        bot.carry_out_effects();
        let news = bot.listen();
        let now = Instant::now();
        bot.session.pass(now - before);
        before = now;
        if let Some(end) = bot.act(news.as_ref()) {
            return Ok(writeln!(io::stdout(), "{end}")?);
        }
    }
}

/// Returns 64 bits that nobody can guess.
fn random() -> u64 {
    RandomState::new().hash_one("bot")
}

impl Bot {
    fn carry_out_effects(&mut self) {
        for effect in self.session.take_effects() {
            match effect {
                Effect::Link(LinkOrder::Open { link, address }) => match connect(&address) {
                    Ok(socket) => {
                        self.socket = Some(socket);
                        self.session.on_link(link, LinkEvent::Opened(Codec::Json));
                    }
                    Err(why) => self.lost(Loss::Unreachable(address, why.to_string().into())),
                },
                Effect::Link(LinkOrder::Send { bytes, .. }) => {
                    let Some(socket) = &mut self.socket else { continue };
                    let text = String::from_utf8(bytes).expect("invariant: JSON is UTF-8");
                    if let Err(why) = socket.send(Message::text(text)) {
                        self.lost(Loss::Broken(why.to_string().into()));
                    }
                }
                Effect::Link(LinkOrder::Close { .. }) => self.socket = None,
                // A program that visits several servers looks up its key for this one here.
                Effect::LookUp(server) => {
                    self.session.hello(server, Visitor::new(self.name.clone(), self.key.clone()));
                }
                Effect::Keep { .. } | Effect::KeepMuted(_) => {}
            }
        }
    }

    /// Waits for a message, but not longer than the session can wait.
    fn listen(&mut self) -> Option<News> {
        let wait = self.session.next_change().unwrap_or(TICK).clamp(Duration::from_millis(1), TICK);
        let Some(socket) = &mut self.socket else {
            thread::sleep(wait);
            return None;
        };
        let link = self.session.id();
        let heard =
            socket.get_ref().set_read_timeout(Some(wait)).map_err(Into::into).and_then(|()| socket.read());
        match heard {
            Ok(Message::Text(text)) => {
                return self.session.on_link(link, LinkEvent::Received(text.as_bytes().to_vec()));
            }
            Ok(_) => return self.session.on_link(link, LinkEvent::Alive),
            Err(tungstenite::Error::Io(why))
                if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(why) => self.lost(Loss::Broken(why.to_string().into())),
        }
        None
    }

    /// Tells the session that the connection is gone. The session asks for another one when it is time.
    fn lost(&mut self, why: Loss) {
        eprintln!("{why}");
        self.socket = None;
        self.session.on_link(self.session.id(), LinkEvent::Lost(why));
    }

    /// Does what the room waits for. Returns the reason if there is nothing left to do here.
    fn act(&mut self, news: Option<&News>) -> Option<String> {
        let followed = self.session.room(&self.room);
        if let Some(News { message: Some(ServerMessage::Rejected { text, .. }), asked, .. }) = news {
            if followed.is_none() || asked.as_ref().is_some_and(opens_room) {
                return Some(text.to_string());
            }
            self.rest_until = Instant::now() + RETRY;
        }
        // While a command is on its way, the room as it is known here is about to change.
        let waits = self.session.waits_for(&self.room, |_| true) || Instant::now() < self.rest_until;
        if waits || !self.session.link().is_online() {
            return None;
        }
        let command = match followed {
            None => Command::Join { passphrase: None },
            Some(view) => {
                let room = view.room()?;
                match view.my_seats(self.session.player())[..] {
                    [seat, ..] => command(room, seat)?,
                    [] => return Some("The seat is gone.".to_owned()),
                }
            }
        };
        // The session keeps the command until it is answered, and sends it again after a lost connection.
        self.session.ask(Some(self.room.clone()), command).err().map(|full| full.to_string())
    }
}

/// The command that the room waits for from `seat`.
fn command(room: &Room, seat: Seat) -> Option<Command> {
    // `at` says which position the command is meant for: the server refuses it in any other.
    let at = room.at();
    match room.turn() {
        Some(turn) if turn == seat => {
            Some(Command::Place { seat, point: choose(room.game()?.position())?, at })
        }
        None if !room.seats()[seat].ready => Some(Command::Ready { seat, at }),
        _ => None,
    }
}

/// Wins, or blocks a win, or stays close to the last stone.
fn choose(position: &Position) -> Option<Point> {
    let wins = |stone| position.legal_points().find(|point| wins_at(position.board(), *point, stone));
    let variant = position.variant();
    let near = position.last().or_else(|| variant.reading_order().nth(variant.points() / 2))?;
    let distance = |point: &Point| {
        let (cols, rows) = (point.col().abs_diff(near.col()), point.row().abs_diff(near.row()));
        u16::from(cols) + u16::from(rows)
    };
    let mine = position.to_move();
    wins(mine).or_else(|| wins(mine.other())).or_else(|| position.legal_points().min_by_key(distance))
}

fn connect(address: &Address) -> Result<WebSocket<TcpStream>, Box<dyn Error>> {
    let stream = TcpStream::connect((address.host(), address.port()))?;
    // A server that takes the connection and says nothing must not stop the bot for ever.
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    // Without a subprotocol the server speaks JSON.
    Ok(tungstenite::client(address.url(), stream)?.0)
}
