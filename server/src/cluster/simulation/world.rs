//! The simulated world: three nodes, a broker, some clients, and what goes wrong.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use tengen_shared::{
    game::{Command, PerSeat, PlayerId, RejectCode, RoomCode, Seat, SeatPlan, Seq, Settings},
    protocol::{Request, ServerMessage},
    rules::Variant,
};
use tokio::{sync::Notify, time::Instant};

use super::{
    gate::{Gate, Way},
    ledger::Ledger,
    log::{Log, room_of},
    node::Node,
    person::Person,
};
use crate::cluster::{Fault, MemoryBroker, Message, QuickPlace, Tenure};

const NODES: usize = 3;
const PEOPLE: usize = 4;
/// The longest time that a trouble lasts. A node is dead to the others after three seconds.
const TROUBLE: Duration = Duration::from_secs(8);
/// How long an AI may take for a move, once nothing goes wrong any more.
const AI_WITHIN: Duration = Duration::from_secs(5);
/// How long a room may be missing among those that wait for a quick match.
const LISTED_WITHIN: Duration = Duration::from_secs(12);
/// How long it may take until everything is answered, once nothing goes wrong any more.
const CALM: Duration = Duration::from_secs(120);

pub(super) struct World {
    rng: SmallRng,
    broker: MemoryBroker,
    /// Whether the broker makes faults.
    is_faulty: Arc<AtomicBool>,
    /// `None` while a node is down.
    nodes: Vec<Option<Node>>,
    /// The nodes with which something is wrong, and until when.
    troubles: Vec<(usize, Instant)>,
    people: Vec<Person>,
    rooms: Vec<RoomCode>,
    heard: Arc<Notify>,
    /// Until when the clients know of the time.
    now: Instant,
    ledger: Ledger,
}

impl World {
    pub(super) async fn new(seed: u64) -> Self {
        let broker = MemoryBroker::default();
        broker.keep_all();
        let is_faulty = Arc::new(AtomicBool::new(false));
        let (mut faults, faulty) = (SmallRng::seed_from_u64(seed ^ 0x5eed), is_faulty.clone());
        broker.set_faults(move |_| {
            let fault = match faults.random_range(0..60) {
                0 => Fault::AnswerLost,
                1 => Fault::Lost,
                2 => Fault::Late,
                3 => Fault::RefusedForNothing,
                _ => return None,
            };
            faulty.load(Ordering::Relaxed).then_some(fault)
        });
        let mut world = Self {
            rng: SmallRng::seed_from_u64(seed),
            broker,
            is_faulty,
            nodes: Vec::new(),
            troubles: Vec::new(),
            people: (0..PEOPLE).map(|number| Person::new(number, NODES)).collect(),
            rooms: Vec::new(),
            heard: Arc::default(),
            now: Instant::now(),
            ledger: Ledger::default(),
        };
        for number in 0..NODES {
            let gate = world.gate();
            world.nodes.push(Some(Node::start(number, gate).await));
        }
        world.pass(Duration::from_millis(200)).await;
        world
    }

    fn gate(&mut self) -> Gate {
        Gate::new(self.broker.clone(), self.rng.random(), self.is_faulty.clone())
    }

    /// Makes one thing happen, and lets some time pass.
    pub(super) async fn step(&mut self) {
        let mover = self.people.iter().position(|person| person.to_move().is_some());
        let anybody = self.rng.random_range(0..PEOPLE);
        let somebody = mover.filter(|_| self.rng.random_ratio(1, 2)).unwrap_or(anybody);
        match self.rng.random_range(0..100) {
            0..80 => {
                let person = &mut self.people[somebody];
                person.act(&mut self.rng, &self.rooms);
            }
            80..84 => self.people[somebody].repeat(&mut self.rng),
            84..87 => self.people[somebody].lose(),
            87..89 => self.is_faulty.store(self.rng.random(), Ordering::Relaxed),
            89..94 => self.make_trouble().await,
            _ => {}
        }
        let longest = if self.rng.random_ratio(1, 10) { 2_000 } else { 100 };
        let time = Duration::from_millis(self.rng.random_range(0..longest));
        self.pass(time).await;
        self.end_troubles().await;
    }

    /// Lets something go wrong with a node, if not too much is wrong already.
    async fn make_trouble(&mut self) {
        let number = self.rng.random_range(0..NODES);
        if self.troubles.len() == 2 || self.troubles.iter().any(|(other, _)| *other == number) {
            return;
        }
        let until = Instant::now() + self.rng.random_range(Duration::ZERO..TROUBLE);
        let Some(node) = self.nodes[number].take() else { return };
        match self.rng.random_range(0..4) {
            0 => self.beside(node.stop()).await,
            1 => node.kill(),
            way => {
                node.gate.set(if way == 2 { Way::Cut } else { Way::Still });
                self.nodes[number] = Some(node);
            }
        }
        self.troubles.push((number, until));
    }

    async fn end_troubles(&mut self) {
        let now = Instant::now();
        let (over, go_on): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.troubles).into_iter().partition(|(_, until)| *until <= now);
        self.troubles = go_on;
        for (number, _) in over {
            if let Some(node) = &self.nodes[number] {
                node.gate.set(Way::Open);
            } else {
                let gate = self.gate();
                let node = self.beside(Node::start(number, gate)).await;
                self.nodes[number] = Some(node);
            }
        }
    }

    /// Lets the clients go on while something happens.
    async fn beside<T>(&mut self, happens: impl Future<Output = T>) -> T {
        let mut happens = std::pin::pin!(happens);
        loop {
            tokio::select! {
                biased;
                done = &mut happens => return done,
                () = self.pass(Duration::from_millis(20)) => {}
            }
        }
    }

    /// Lets time pass, and the clients take in what comes.
    async fn pass(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            self.take_in();
            let change = self.people.iter().filter_map(|person| person.session.next_change()).min();
            let wake = change.map_or(end, |change| end.min(self.now + change.max(Duration::from_millis(1))));
            tokio::select! {
                () = self.heard.notified() => {}
                () = tokio::time::sleep_until(wake) => {
                    if Instant::now() >= end {
                        return self.take_in();
                    }
                }
            }
        }
    }

    fn take_in(&mut self) {
        let now = Instant::now();
        let passed = now - std::mem::replace(&mut self.now, now);
        for person in &mut self.people {
            for news in person.listen(passed) {
                if let Some(ServerMessage::Accepted { room: Some(room), .. }) = &news.message
                    && !self.rooms.contains(room)
                {
                    self.rooms.push(room.clone());
                }
                self.ledger.hear(person, &news);
            }
            while person.carry_out(&self.nodes, &self.heard) {}
        }
    }

    /// Lets everything come right, and checks what has happened. Returns the counts of all rooms together, and how many
    /// moves were found by other nodes for those that run at the end, and how many people wait for a quick match.
    pub(super) async fn finish(mut self) -> [usize; 5] {
        self.is_faulty.store(false, Ordering::Relaxed);
        for (_, until) in &mut self.troubles {
            *until = Instant::now();
        }
        self.end_troubles().await;
        let end = Instant::now() + CALM;
        self.settle(end).await;
        for person in &mut self.people {
            let rooms: Vec<RoomCode> = person.session.rooms().map(|view| view.code().clone()).collect();
            rooms.into_iter().for_each(|room| person.ask(Some(room), Request::Snapshot {}));
        }
        self.settle(end).await;
        self.check_ais().await;
        self.pass(LISTED_WITHIN).await;
        let messages = self.all().await;
        let rooms: BTreeSet<&RoomCode> = messages.iter().filter_map(room_of).collect();
        assert!(self.rooms.iter().all(|room| rooms.contains(room)), "a room that was made is not stored");
        let (mut causes, mut counts) = (BTreeSet::new(), [0; 5]);
        for code in rooms {
            let log = Log::read(code, &messages);
            log.check();
            self.ledger.check(&log, &self.people);
            for person in &self.people {
                log.check_view(person);
            }
            for cause in log.causes() {
                assert!(causes.insert(cause), "{cause:?} was carried out twice");
            }
            for (count, more) in counts.iter_mut().zip(log.counts()) {
                *count += more;
            }
        }
        if !self.people.iter().all(Person::has_all_answers) {
            // The session itself sends pings, and the answer to one may be on its way.
            self.pass(Duration::from_millis(500)).await;
        }
        self.people.iter().for_each(Person::check_answers);
        counts[4] = self.people.iter().map(|person| person.check_waiting(&messages)).sum();
        for node in self.nodes.into_iter().flatten() {
            counts[3] += node.far_moves();
            node.kill();
        }
        counts
    }

    /// Lets somebody be led to a room, and lost on the way. The room is to be offered to the next one.
    pub(super) async fn lose_a_stranger() {
        let mut world = Self::new(0).await;
        world.people[0].ask(None, Request::QuickMatch { variant: Variant::TICTACTOE });
        world.pass(Duration::from_secs(1)).await;
        let (room, host) = (world.rooms[0].clone(), world.people[0].session.player().unwrap());
        let offered = QuickPlace::With(room, host);
        for _ in 0..2 {
            let stranger = PlayerId(u32::MAX);
            assert_eq!(world.node(1).find_match(stranger).await, offered);
            world.pass(LISTED_WITHIN).await;
        }
        world.nodes.into_iter().flatten().for_each(Node::kill);
    }

    /// Lets a node take another one for dead that lives, and take over a room in which people of both are.
    pub(super) async fn take_the_living_for_dead() {
        let mut world = Self::new(0).await;
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
        let settings = Settings::new(Variant::TICTACTOE);
        world.people[0].ask(None, Request::Create { settings, seats, passphrase: None });
        world.pass(Duration::from_secs(1)).await;
        let room = world.rooms[0].clone();
        world.people[1].ask(Some(room.clone()), Command::Join { passphrase: None });
        world.pass(Duration::from_secs(1)).await;
        while !world.node(1).owns(&room).await {
            world.node(1).take_for_dead(world.node(0));
            world.pass(Duration::from_millis(130)).await;
        }
        world.people[1].ask(Some(room.clone()), Command::Say { text: "hello".parse().unwrap() });
        world.pass(Duration::from_secs(10)).await;
        let seen = |person: usize| world.people[person].session.room(&room).unwrap().room().unwrap().seq();
        assert_eq!(seen(0), seen(1), "the first one is shown what happens");
        world.nodes.into_iter().flatten().for_each(Node::kill);
    }

    /// Lets connections come to a room in epochs before and after the one in which their node's message reaches it.
    pub(super) async fn visit_in_other_epochs() {
        let mut world = Self::new(0).await;
        world.people[0].ask(None, Request::QuickMatch { variant: Variant::TICTACTOE });
        world.pass(Duration::from_secs(1)).await;
        let (room, [owner, visitor]) = (world.rooms[0].clone(), [0, 1].map(|number| world.node(number)));
        let tenure = visitor.tenure(&room).await;
        for (epoch, is_let_in) in [(tenure.epoch - 1, false), (tenure.epoch, true), (tenure.epoch + 1, false)]
        {
            let visit = visitor.visit(&Tenure { epoch, ..tenure.clone() }, &room);
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(owner.is_visited(visitor, &room, visit), is_let_in, "epoch {epoch}");
        }
        world.nodes.into_iter().flatten().for_each(Node::kill);
    }

    /// Lets somebody ask for what the rules forbid, while the node cannot reach the broker and after it.
    pub(super) async fn ask_without_a_lease() {
        let mut world = Self::new(0).await;
        world.people[0].ask(None, Request::QuickMatch { variant: Variant::TICTACTOE });
        world.pass(Duration::from_secs(1)).await;
        let room = world.rooms[0].clone();
        for (way, code) in [(Way::Cut, RejectCode::Storage), (Way::Open, RejectCode::NoGame)] {
            world.node(0).gate.set(way);
            world.pass(Duration::from_secs(10)).await;
            world.people[0].ask(Some(room.clone()), Command::Resign { seat: Seat::One, game: 1 });
            world.pass(Duration::from_secs(1)).await;
            assert_eq!(world.people[0].last_refusal(), Some(code), "{way:?}");
        }
        world.nodes.into_iter().flatten().for_each(Node::kill);
    }

    fn node(&self, number: usize) -> &Node {
        self.nodes[number].as_ref().unwrap()
    }

    /// Returns every message that was ever stored, when the clients have heard of the last record.
    async fn all(&mut self) -> Vec<Message> {
        let records = |messages: &[Message]| messages.iter().filter_map(room_of).count();
        loop {
            let messages = self.broker.all();
            self.pass(Duration::from_millis(200)).await;
            if records(&self.broker.all()) == records(&messages) {
                return messages;
            }
        }
    }

    /// Checks that no AI has been forgotten.
    async fn check_ais(&mut self) {
        let before = self.ai_turns();
        self.pass(AI_WITHIN).await;
        for (room, at) in self.ai_turns() {
            assert!(!before.contains(&(room.clone(), at)), "an AI does not move in {room}, after {at:?}");
        }
    }

    /// Returns the rooms in which an AI is to move, and since which event.
    fn ai_turns(&self) -> BTreeSet<(RoomCode, Seq)> {
        let views = self.people.iter().flat_map(|person| person.session.rooms());
        let rooms = views.filter_map(|view| view.room()).filter(|room| room.ai_to_move().is_some());
        rooms.map(|room| (room.code().clone(), room.at())).collect()
    }

    /// Waits until every command is answered.
    async fn settle(&mut self, end: Instant) {
        let is_calm =
            |person: &Person| person.session.link().is_online() && person.session.waiting().count() == 0;
        while !self.people.iter().all(is_calm) {
            assert!(
                Instant::now() < end,
                "not answered: {:?}",
                self.people
                    .iter()
                    .map(|p| (p.session.link(), p.session.waiting().collect()))
                    .collect::<Vec<(_, Vec<_>)>>()
            );
            self.pass(Duration::from_millis(100)).await;
        }
        self.pass(Duration::from_millis(500)).await;
    }
}
