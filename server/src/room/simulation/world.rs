//! The simulated world: one room, some players, a journal that fails, and time.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{Command, CommandId, PerSeat, Phase, PlayerId, Room, RoomCode, RoomPlan, Seat, SeatPlan, Seq},
    rules::{Bot, Level, Outlook},
};
use tokio::time::Instant;

use super::{
    acts,
    client::Client,
    faults::{Fault, FaultyJournal},
    invariants,
    outgoing::Outgoing,
};
use crate::{
    app::App,
    bots::{Chosen, Pool},
    config::Config,
    lane::Lane,
    mailbox::{Handle, Mailbox},
    metrics::Metrics,
    room::{
        flow::Flow,
        shell::{Loaded, Shell},
        start,
    },
    room_io::{Ask, Asked, JobId, NewRoom, PassphraseTry, RoomIn},
};

/// The player of each client. The first makes the room, and player 2 has two clients.
const CLIENTS: [u32; 5] = [1, 2, 3, 4, 2];

pub(super) struct World {
    pub(super) rng: SmallRng,
    pub(super) app: Arc<App>,
    pub(super) journal: Arc<FaultyJournal>,
    pub(super) code: RoomCode,
    pub(super) clients: Vec<Client>,
    pub(super) shell: Shell,
    /// The room's messages that are not delivered yet.
    outgoing: Outgoing,
    _mailbox: Mailbox,
}

fn plans(rng: &mut SmallRng) -> PerSeat<SeatPlan> {
    let ai = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };
    PerSeat(match rng.random_range(0..8) {
        0 => [ai.clone(), SeatPlan::Me {}],
        1 => [ai.clone(), ai],
        2 => [SeatPlan::Me {}, SeatPlan::Guest { name: "Guest".parse().unwrap() }],
        _ => [SeatPlan::Me {}, SeatPlan::Open {}],
    })
}

impl World {
    pub(super) async fn new(mut rng: SmallRng) -> Self {
        let journal = Arc::new(FaultyJournal::new());
        let mut config = Config::in_memory();
        config.limits.grace_ms = 1_500;
        let pools = [(); 4].map(|()| Pool::without_threads());
        let app = Arc::new(App::new(config, journal.clone(), pools, Arc::new(Metrics::new()), 0, None));
        let mut clients: Vec<Client> =
            (0..).zip(CLIENTS).map(|(run, player)| Client::new(PlayerId(player), run)).collect();
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let maker = clients[0].connect(app.next_conn());
        let id = clients[0].next_id();
        let plan = RoomPlan { settings: acts::settings(&mut rng), host: PlayerId(1), quick: false };
        let seats = plans(&mut rng);
        let new = NewRoom {
            code: None,
            maker,
            id,
            plan,
            seats,
            lock: None,
            arrived: app.now(),
            passed: BTreeSet::new(),
        };
        let Ok(machine) = start::make(&app, &code, &new).await else { panic!("the room cannot be made") };
        let (me, mailbox) = Handle::open(64, 64);
        let outgoing = Outgoing::default();
        let mut shell = Shell::new(app.clone(), me, machine, Loaded::New, Box::new(outgoing.clone()));
        shell.open(Some(&new));
        let mut world = Self { rng, app, journal, code, clients, shell, outgoing, _mailbox: mailbox };
        assert_eq!(world.shell.settle().await, Flow::Go);
        world.deliver();
        world.read_all().await;
        world
    }

    pub(super) fn room(&self) -> &Room {
        self.shell.room()
    }

    /// Makes one thing happen.
    pub(super) async fn step(&mut self) {
        match self.rng.random_range(0..100) {
            0..62 => self.somebody_asks().await,
            62..70 => self.somebody_comes().await,
            70..75 => self.somebody_vanishes().await,
            75..80 => self.somebody_is_slow().await,
            80..90 => self.time_passes().await,
            90..95 => self.the_journal_fails().await,
            _ => self.the_server_dies().await,
        }
        self.an_ai_answers().await;
        self.read_all().await;
    }

    /// Lets everybody come back and read everything, before the final checks.
    pub(super) async fn finish(&mut self) {
        self.journal.set_fault(Fault::None);
        self.journal.fail_checkpoints(false);
        for index in 0..self.clients.len() {
            self.clients[index].reads = true;
            if self.clients[index].who.is_none() && self.clients[index].room.is_some() {
                self.come_back(index).await;
            }
        }
        self.read_all().await;
    }

    async fn send(&mut self, message: RoomIn) {
        let flow = self.shell.take(message, Lane::Players).await;
        self.deliver();
        if flow == Flow::End {
            self.reload().await;
        }
    }

    /// Delivers what the room has sent.
    fn deliver(&mut self) {
        for message in self.outgoing.take() {
            for client in &mut self.clients {
                client.deliver(&message);
            }
        }
    }

    async fn ask(&mut self, index: usize, id: CommandId, ask: Ask) {
        let Some(from) = self.clients[index].sender() else { return };
        let asked = Asked { from, id, ask, arrived: self.app.now() };
        self.send(RoomIn::Ask(Box::new(asked))).await;
    }

    fn anybody(&mut self) -> usize {
        // Mostly the player to move.
        let turn = self.room().turn().and_then(|seat| self.room().seats().player(seat));
        let mover = self.clients.iter().position(|c| Some(c.player) == turn && c.who.is_some());
        match mover {
            Some(mover) if self.rng.random_ratio(1, 2) => mover,
            _ => self.rng.random_range(0..self.clients.len()),
        }
    }

    async fn somebody_asks(&mut self) {
        let index = self.anybody();
        let client = &mut self.clients[index];
        if client.who.is_none() {
            return;
        }
        // Sometimes a client sends an old id again, with another command. The server must repeat its old answer.
        let again: Vec<CommandId> = client.repeatable().collect();
        if !again.is_empty() && self.rng.random_ratio(1, 12) {
            let id = again[self.rng.random_range(0..again.len())];
            return self.ask(index, id, Ask::Decide(Command::Leave {})).await;
        }
        let Some(seen) = client.room.clone() else { return };
        let player = client.player;
        let ask = match self.stand_in(player) {
            Some(command) if self.rng.random_ratio(1, 2) => Ask::Decide(command),
            _ => acts::ask(&mut self.rng, &seen, player),
        };
        let id = self.clients[index].next_id();
        self.ask(index, id, ask).await;
    }

    /// Returns the command for an AI stand-in if the player's opponent has no connection.
    fn stand_in(&self, player: PlayerId) -> Option<Command> {
        let room = self.room();
        let seat = room.seats().held_by(player).next()?;
        let other = room.seats().player(seat.other()).filter(|other| *other != player)?;
        let gone = !self.clients.iter().any(|client| client.player == other && client.who.is_some());
        let game = room.game().filter(|_| gone && room.is_playing())?.number();
        Some(Command::StandIn { seat, game, bot: Bot::Level(Level::Easy) })
    }

    async fn somebody_comes(&mut self) {
        let index = self.rng.random_range(0..self.clients.len());
        if self.clients[index].who.is_none() && self.clients[index].room.is_some() {
            return self.come_back(index).await;
        }
        if self.clients[index].who.is_none() {
            let conn = self.app.next_conn();
            self.clients[index].connect(conn);
            self.clients[index].open.clear();
        }
        let ask = match self.rng.random_range(0..5) {
            0..3 => Ask::Join(PassphraseTry::None),
            3 => Ask::Watch(PassphraseTry::None),
            _ => Ask::Decide(Command::AskToWatch {}),
        };
        let id = self.clients[index].next_id();
        self.ask(index, id, ask).await;
    }

    /// Reconnects a client, resumes, and sends a chat line under the id of each unanswered command.
    async fn come_back(&mut self, index: usize) {
        let conn = self.app.next_conn();
        let from = self.clients[index].connect(conn);
        let seen = self.clients[index].seen();
        self.send(RoomIn::Resume { from, seen, only_owners: false }).await;
        self.read_all().await;
        for id in self.clients[index].open.clone() {
            // If the server knows the id, it repeats the old answer. Otherwise it carries out this command.
            self.ask(index, id, Ask::Decide(Command::Say { text: "again".parse().unwrap() })).await;
        }
    }

    async fn vanish(&mut self, index: usize) {
        let conn = self.clients[index].conn();
        if let Some(known) = self.clients[index].vanish() {
            self.send(RoomIn::Gone { conn: known }).await;
        }
        assert!(!conn.is_some_and(|conn| self.outgoing.knows(conn)), "a closed connection is kept");
    }

    async fn somebody_vanishes(&mut self) {
        let index = self.rng.random_range(0..self.clients.len());
        self.vanish(index).await;
    }

    async fn somebody_is_slow(&mut self) {
        let index = self.rng.random_range(0..self.clients.len());
        let Some(conn) = self.clients[index].conn() else { return };
        match self.rng.random_range(0..3) {
            0 => self.clients[index].reads ^= true,
            1 => self.send(RoomIn::Silent { conn }).await,
            _ => self.send(RoomIn::Heard { conn }).await,
        }
    }

    /// Lets time pass, and does everything when it falls due.
    async fn time_passes(&mut self) {
        let end = Instant::now() + Duration::from_millis(self.rng.random_range(0..9_000));
        for _ in 0..200 {
            let due = self.shell.due().filter(|due| *due <= end);
            tokio::time::advance(due.unwrap_or(end).saturating_duration_since(Instant::now())).await;
            if due.is_none() {
                return;
            }
            let flow = self.shell.tick().await;
            self.deliver();
            if flow == Flow::End {
                self.reload().await;
            }
            // The room may have waited for an AI's move.
            self.an_ai_answers().await;
        }
        panic!("the room has something to do for ever: {:?}", self.room());
    }

    async fn the_journal_fails(&mut self) {
        match self.rng.random_range(0..3) {
            0 => self.journal.fail_checkpoints(true),
            1 => self.journal.fail_checkpoints(false),
            _ => {
                self.journal.set_fault(Fault::NotWritten);
                let before = self.room().clone();
                self.somebody_asks().await;
                self.time_passes().await;
                assert_eq!(before, *self.room(), "something happened that was not written down");
                self.journal.set_fault(Fault::None);
            }
        }
    }

    /// Kills the process, perhaps just after a write. Every connection is lost with it.
    async fn the_server_dies(&mut self) {
        let unacknowledged = self.rng.random_ratio(1, 2);
        if unacknowledged {
            self.journal.set_fault(Fault::WrittenUnacknowledged);
            self.somebody_asks().await;
            self.journal.set_fault(Fault::None);
        }
        let stale = self.rng.random_ratio(1, 4);
        let lived = self.room().clone();
        for client in &mut self.clients {
            let _ = client.vanish();
        }
        let old = self.load().await;
        invariants::survived(&lived, self.room(), unacknowledged);
        if stale {
            self.a_stale_copy_tries_to_write(old).await;
        }
        for index in 0..self.clients.len() {
            if self.clients[index].room.is_some() && self.rng.random_ratio(2, 3) {
                self.come_back(index).await;
            }
        }
    }

    /// Checks that an old copy of the room, which does not know of the new one, can no longer write.
    async fn a_stale_copy_tries_to_write(&mut self, mut old: Shell) {
        let mut ghost = Client::new(PlayerId(2), 999);
        let from = ghost.connect(self.app.next_conn());
        self.journal.set_fault(Fault::None);
        // The current room handles a command first.
        self.clients[0].connect(self.app.next_conn());
        let id = self.clients[0].next_id();
        self.ask(0, id, Ask::Join(PassphraseTry::None)).await;
        let written = self.journal.written().len();
        let id = ghost.next_id();
        let ask = Ask::Decide(Command::AskToWatch {});
        let asked = Asked { from, id, ask, arrived: self.app.now() };
        if old.room().seq() == self.room().seq() {
            // Nothing has happened since: both copies are right, and the first to write becomes the room.
            return;
        }
        let flow = old.take(RoomIn::Ask(Box::new(asked)), Lane::Players).await;
        // No client of this world is connected to the old copy.
        drop(self.outgoing.take());
        assert_eq!(self.journal.written().len(), written, "a stale room has written");
        assert!(flow == Flow::End || old.room().seq() <= self.room().seq());
    }

    /// Reloads a room that has left memory. Every client loses its connection.
    async fn reload(&mut self) {
        for client in &mut self.clients {
            let _ = client.vanish();
        }
        drop(self.load().await);
    }

    async fn load(&mut self) -> Shell {
        let Ok(machine) = start::load(&self.app, &self.code).await else { panic!("the room is gone") };
        let (me, mailbox) = Handle::open(64, 64);
        self.outgoing.forget_standings();
        let port = Box::new(self.outgoing.clone());
        let fresh = Shell::new(self.app.clone(), me, machine, Loaded::Stored, port);
        self._mailbox = mailbox;
        let old = std::mem::replace(&mut self.shell, fresh);
        self.shell.open(None);
        let _ = self.shell.settle().await;
        self.deliver();
        old
    }

    /// Sends up to four moves while an AI is to move, usually legal and in time, then a hint if one is requested.
    async fn an_ai_answers(&mut self) {
        for _ in 0..4 {
            let Some((seat, _)) = self.room().ai_to_move() else { break };
            let at = if self.rng.random_ratio(1, 20) { Seq(1) } else { self.room().at() };
            let point = acts::point(&mut self.rng, &self.shell.room().clone());
            let chosen = match self.room().phase() {
                Phase::Choice(_) => Chosen::Choice(acts::choice(&mut self.rng)),
                _ => Chosen::Stone { point, thinking: acts::thinking(&mut self.rng) },
            };
            let job = self.shell.ai_job().unwrap_or(JobId(0));
            self.send(RoomIn::AiChose { seat, at, chosen, job }).await;
        }
        if let Some(seat) = self.room().hint_wanted() {
            let (at, point) = (self.room().at(), acts::point(&mut self.rng, &self.shell.room().clone()));
            let (outlook, job) = (Outlook::Even {}, self.shell.hint_job().unwrap_or(JobId(0)));
            self.send(RoomIn::HintFound { seat, at, point, outlook, job }).await;
        }
    }

    async fn read_all(&mut self) {
        for index in 0..self.clients.len() {
            let truth = self.shell.room().clone();
            if self.clients[index].read(&truth) {
                let Some(conn) = self.clients[index].conn() else { continue };
                self.send(RoomIn::CaughtUp { conn }).await;
                self.clients[index].read(&self.shell.room().clone());
            }
        }
    }

    pub(super) fn seat_count(&self) -> usize {
        Seat::BOTH.iter().filter(|seat| self.room().seats()[**seat].occupant.is_some()).count()
    }
}
