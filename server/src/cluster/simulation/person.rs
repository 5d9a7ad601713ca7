//! A client that plays, whatever becomes of its connection.

use std::{
    collections::{HashMap, VecDeque},
    net::Ipv4Addr,
    sync::Arc,
    time::Duration,
};

use rand::{RngExt as _, rngs::SmallRng};
use tengen_session::{
    Effect, News, Session, Visitor,
    link::{Address, LinkEvent, LinkOrder, Loss},
};
use tengen_shared::{
    game::{
        Access, Command, CommandId, PerSeat, Phase, PlayerId, RejectCode, Room, RoomCode, RunId, SeatPlan,
        Settings,
    },
    protocol::{Cmd, Codec, Frame, Request, SecretKey, ServerMessage},
    rules::{Bot, Level, Variant},
};
use tokio::{
    sync::{Notify, mpsc::error::TryRecvError},
    time::Instant,
};

use super::node::{Line, Node};
use crate::{
    cluster::{Message, Subject, journal::waiting_rooms},
    room::acts,
    room_io::{Ask, Shown},
};

/// Answered commands that a client keeps, to send them once more.
const KEPT: usize = 8;
/// Messages that a client remembers.
const RECENT: usize = 40;
/// When there are so many rooms, nobody makes another one.
const ROOMS: usize = 6;

/// An AI that thinks on any node with a free thread.
const SLOW: Bot = Bot::Level(Level::Master);

/// Returns whether the slow AI costs little here.
fn is_small(settings: &Settings) -> bool {
    settings.variant == Variant::TICTACTOE
}

/// A message between a client and the server.
enum Said {
    Sent(Frame),
    Heard(ServerMessage),
}

/// A client with its session.
pub(super) struct Person {
    pub(super) session: Session,
    line: Option<Line>,
    number: usize,
    /// Commands that were accepted.
    answered: Vec<Frame>,
    /// What was sent and heard last, for whoever looks for the cause of a finding.
    recent: VecDeque<(Instant, Said)>,
    /// The commands that were sent on this connection, and how often, less their answers.
    unanswered: HashMap<CommandId, (Frame, u32)>,
}

/// Returns what the room waits for from `player`.
fn sensible(rng: &mut SmallRng, seen: &Room, player: PlayerId) -> Option<Command> {
    let at = seen.at();
    match seen.phase() {
        Phase::Turn(seat) if seen.seats().player(seat) == Some(player) => {
            Some(Command::Place { seat, point: acts::point(rng, seen), at })
        }
        Phase::Choice(seat) if seen.seats().player(seat) == Some(player) => {
            Some(Command::Choose { seat, choice: acts::choice(rng), at })
        }
        Phase::Waiting | Phase::Over => {
            let mut own = seen.seats().held_by(player);
            own.find(|seat| !seen.seats()[*seat].ready).map(|seat| Command::Ready { seat, at })
        }
        Phase::Turn(_) | Phase::Choice(_) => None,
    }
}

/// Returns the address of node `number`.
fn address(number: usize) -> Address {
    Address::at(Ipv4Addr::LOCALHOST.into(), 5_000 + u16::try_from(number).unwrap())
}

impl Person {
    /// Creates a client that is about to connect to one of the nodes.
    pub(super) fn new(number: usize, nodes: usize) -> Self {
        let mut session = Session::new(RunId(1_000 + number as u64));
        let all = (0..nodes).map(|node| address((number + node) % nodes).to_string());
        let all: Vec<String> = all.collect();
        session.dial(all.join(",").parse::<tengen_session::link::Addresses>().unwrap());
        Self {
            session,
            line: None,
            number,
            answered: Vec::new(),
            recent: VecDeque::new(),
            unanswered: HashMap::new(),
        }
    }

    /// Loses the connection.
    pub(super) fn lose(&mut self) {
        self.hang_up();
        let why = Loss::Broken("it broke".into());
        self.session.on_link(self.session.id(), LinkEvent::Lost(why));
    }

    fn hang_up(&mut self) {
        self.line = None;
        self.unanswered.clear();
    }

    /// Lets time pass, and takes in what the server has sent.
    pub(super) fn listen(&mut self, passed: Duration) -> Vec<News> {
        self.session.pass(passed);
        let mut all = Vec::new();
        while let Some(line) = &mut self.line {
            match line.from.try_recv() {
                Ok(bytes) => {
                    let news = self.session.on_link(self.session.id(), LinkEvent::Received(bytes));
                    news.iter().for_each(|news| self.note(news));
                    all.extend(news);
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.lose(),
            }
        }
        all
    }

    fn remember(&mut self, message: Said) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((Instant::now(), message));
    }

    /// Returns what was sent and heard last, in lines.
    pub(super) fn recent(&self) -> String {
        let line = |(time, said): &(Instant, Said)| match said {
            Said::Sent(frame) => format!("\n{:?} ago, sent: {frame:?}", time.elapsed()),
            Said::Heard(message) => format!("\n{:?} ago, heard: {message:?}", time.elapsed()),
        };
        self.recent.iter().map(line).collect()
    }

    /// Returns why a command was refused last.
    pub(super) fn last_refusal(&self) -> Option<RejectCode> {
        self.recent.iter().rev().find_map(|(_, said)| match said {
            Said::Heard(ServerMessage::Rejected { code, .. }) => Some(*code),
            _ => None,
        })
    }

    fn note(&mut self, news: &News) {
        if let Some(message) = &news.message {
            self.remember(Said::Heard(message.clone()));
        }
        if let Some(id) = news.message.as_ref().and_then(ServerMessage::answers) {
            match self.unanswered.get_mut(&id) {
                Some((_, times)) if *times > 0 => *times -= 1,
                _ => panic!("a second answer: {news:?}{}", self.recent()),
            }
        }
        if let (Some(asked), Some(ServerMessage::Accepted { events, .. })) = (&news.asked, &news.message)
            && !events.is_empty()
        {
            self.answered.push(asked.clone());
            if self.answered.len() > KEPT {
                self.answered.remove(0);
            }
        }
    }

    /// Carries out what the session wants. Returns whether it wanted anything.
    pub(super) fn carry_out(&mut self, nodes: &[Option<Node>], heard: &Arc<Notify>) -> bool {
        let effects = self.session.take_effects();
        let has_acted = !effects.is_empty();
        for effect in effects {
            match effect {
                Effect::Link(LinkOrder::Open { link, address }) => {
                    match &nodes[usize::from(address.port() - 5_000)] {
                        Some(node) => {
                            self.hang_up();
                            self.line = Some(node.connect(heard.clone()));
                            self.session.on_link(link, LinkEvent::Opened(Codec::Bincode));
                        }
                        None => {
                            self.hang_up();
                            self.session.on_link(link, LinkEvent::Lost(Loss::Refused(address)));
                        }
                    }
                }
                Effect::Link(LinkOrder::Send { bytes, .. }) => self.send(bytes),
                Effect::Link(LinkOrder::Close { .. }) => self.hang_up(),
                Effect::LookUp(server) => {
                    let name = format!("Player {}", self.number).parse().unwrap();
                    let key = SecretKey::from_bytes([u8::try_from(self.number).unwrap() + 1; 32]);
                    self.session.hello(server, Visitor::new(name, key));
                }
                Effect::Keep { .. } | Effect::KeepMuted(_) => {}
            }
        }
        has_acted
    }

    fn send(&mut self, bytes: Vec<u8>) {
        let frame = Codec::Bincode.decode_client(&bytes).unwrap();
        self.remember(Said::Sent(frame.clone()));
        self.unanswered.entry(frame.id).or_insert((frame, 0)).1 += 1;
        // If it cannot be sent, the connection is found to be lost soon.
        self.line.as_ref().map(|line| line.to.send(bytes));
    }

    /// Sends a command once more that was answered before.
    pub(super) fn repeat(&mut self, rng: &mut SmallRng) {
        if self.answered.is_empty() || !self.session.link().is_online() {
            return;
        }
        let frame = &self.answered[rng.random_range(0..self.answered.len())];
        self.send(Codec::Bincode.encode_client(frame));
    }

    /// Returns whether every command was answered.
    pub(super) fn has_all_answers(&self) -> bool {
        self.unanswered.values().all(|(_, times)| *times == 0)
    }

    /// Checks that every command was answered.
    pub(super) fn check_answers(&self) {
        let open: Vec<_> = self.unanswered.values().filter(|(_, times)| *times > 0).collect();
        assert!(open.is_empty(), "not answered: {open:?}{}", self.recent());
    }

    /// Checks that the next stranger is led to whoever waits for a quick match. Returns in how many rooms this client does.
    pub(super) fn check_waiting(&self, messages: &[Message]) -> usize {
        let mut waiting = 0;
        for room in self.session.rooms().filter_map(|view| view.room()).filter(|room| room.is_quick()) {
            let (settings, seats) = (room.settings(), room.seats());
            let waits = seats.first_empty().and_then(|empty| seats.player(empty.other()));
            if settings.access != Access::Listed || waits.is_none() || waits != self.session.player() {
                continue;
            }
            waiting += 1;
            let subject = Subject::Quick(settings.variant);
            let last = messages.iter().rfind(|message| message.subject == subject);
            let listed = last.map(|last| waiting_rooms(&last.body)).unwrap_or_default();
            assert!(
                listed.contains(room.code()),
                "{} waits unseen, not in {listed:?}{}",
                room.code(),
                self.recent()
            );
        }
        waiting
    }

    /// Returns a room that waits for this client.
    pub(super) fn to_move(&self) -> Option<RoomCode> {
        let player = self.session.player()?;
        let waits = |room: &&Room| room.turn().is_some_and(|seat| room.seats().player(seat) == Some(player));
        let mut rooms = self.session.rooms().filter_map(|view| view.room());
        rooms.find(waits).map(|room| room.code().clone())
    }

    /// Does something that people do.
    pub(super) fn act(&mut self, rng: &mut SmallRng, rooms: &[RoomCode]) {
        if !self.session.link().is_online() || self.session.waiting().count() > 1 {
            return;
        }
        let Some(player) = self.session.player() else { return };
        let any = (!rooms.is_empty()).then(|| rooms[rng.random_range(0..rooms.len())].clone());
        let room = self.to_move().filter(|_| rng.random_ratio(3, 4)).or(any);
        let Some(code) = room.filter(|_| !rng.random_ratio(1, 40)) else {
            if rooms.len() < ROOMS {
                let settings = acts::settings(rng);
                let has_ai = is_small(&settings) && rng.random_ratio(3, 4);
                let other = if has_ai { SeatPlan::Ai { bot: SLOW } } else { SeatPlan::Open {} };
                let seats = PerSeat([SeatPlan::Me {}, other]);
                let request = match rng.random_ratio(1, 3) {
                    true => Request::QuickMatch { variant: settings.variant },
                    false => Request::Create { settings, seats, passphrase: None },
                };
                self.ask(None, request);
            }
            return;
        };
        let Some(view) = self.session.room(&code) else {
            let cmd = match rng.random_range(0..4) {
                0 => Cmd::Request(Request::Watch { passphrase: None }),
                _ => Cmd::Room(Command::Join { passphrase: None }),
            };
            return self.ask(Some(code), cmd);
        };
        let Some(seen) = view.room() else { return };
        let sensible = sensible(rng, seen, player).filter(|_| rng.random_ratio(1, 2));
        let cmd = match sensible.map_or_else(|| acts::ask(rng, seen, player), Ask::Decide) {
            Ask::Decide(Command::SetAi { seat, bot }) => {
                let bot = if is_small(seen.settings()) && rng.random() { SLOW } else { bot };
                Cmd::Room(Command::SetAi { seat, bot })
            }
            Ask::Decide(command) => Cmd::Room(command),
            Ask::Change(settings, _, at) => Cmd::Room(Command::Change { settings, passphrase: None, at }),
            Ask::Show(Shown::Chat(before)) => Cmd::Request(Request::ListChat { before }),
            _ => Cmd::Request(Request::Snapshot {}),
        };
        self.ask(Some(code), cmd);
    }

    pub(super) fn ask(&mut self, room: Option<RoomCode>, cmd: impl Into<Cmd>) {
        // If too many wait, this one is not sent.
        let _ = self.session.ask(room, cmd);
    }
}
