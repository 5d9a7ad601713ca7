//! A room for tests. Every request is decided, stamped, recorded and applied.

#![allow(dead_code, reason = "no test file needs all of the table")]

use tengen_shared::{
    game::{
        Clock, Command, Context, Event, Input, Millis, Name, Occupant, Offer, PerSeat, PlayerId, Presence,
        Reject, Reply, Room, RoomCode, RoomPlan, Seat, SeatPlan, Seq, Settings, SideTime, Stamped,
    },
    rules::{Bot, BotChoices, EngineName, Level, Point, Variant},
};

/// The levels that these rooms offer for every variant.
pub(crate) const LEVELS: [Level; 2] = [Level::Easy, Level::Hard];

/// The levels and engines that these rooms offer for every variant.
pub(crate) const BOTS: BotChoices =
    BotChoices { levels: &LEVELS, engines: &[EngineName::Greedy], former: &[] };

/// The host of the room, in person.
pub(crate) const ME: SeatPlan = SeatPlan::Me {};
/// A seat for anybody to take.
pub(crate) const OPEN: SeatPlan = SeatPlan::Open {};
/// An AI of the easiest level.
pub(crate) const AI: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

/// Returns the facts for a decision at time `now`, with everybody connected.
pub(crate) fn context(now: Millis) -> Context {
    Context { now, bots: |_: Variant| BOTS, lag: 0, attendance: Presence::default() }
}

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

pub(crate) fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// Returns a player; the name is arbitrary.
pub(crate) fn person(player: u32) -> Occupant {
    Occupant::Person { player: PlayerId(player), name: name("whoever") }
}

/// A room with the record of all its events.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The room after all events.
    pub(crate) room: Room,
    /// The events of the room, from the first.
    pub(crate) log: Vec<Stamped>,
    /// The current time; [`Table::put`] first adds `pace`.
    pub(crate) now: Millis,
    /// The time that passes before each request.
    pub(crate) pace: Millis,
    /// The network delay of the side to move.
    pub(crate) lag: Millis,
    /// The presence of the people in the room.
    pub(crate) attendance: Presence,
}

impl Table {
    /// Returns the decision on a plan for a room of player 1.
    pub(crate) fn plan(settings: Settings, seats: &[SeatPlan; 2]) -> Result<Vec<Event>, Reject> {
        let plan = RoomPlan { settings, host: PlayerId(1), quick: false };
        Room::decide_creation(&plan, &PerSeat(seats.clone()), &name("Player 1"), &context(1_000))
    }

    /// Opens a room that player 1 hosts.
    pub(crate) fn open(settings: Settings, seats: &[SeatPlan; 2]) -> Self {
        Self::replay(&Room::stamp_creation(Self::plan(settings, seats).unwrap(), 1_000))
    }

    /// Returns a room with players 1 and 2 in seats one and two, and game one begun. From now on, time passes only
    /// in `wait`.
    pub(crate) fn two_people(settings: Settings) -> Self {
        let mut table = Self::open(settings, &[ME, OPEN]);
        table.pace = 0;
        table.ask(2, &Command::Join { passphrase: None }).unwrap();
        table
    }

    /// Applies the record `log` to a new room.
    pub(crate) fn replay(log: &[Stamped]) -> Self {
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let mut room = Room::open(code, &log[0]).unwrap();
        for stamped in &log[1..] {
            room.apply(stamped).unwrap();
        }
        let now = room.time();
        Self { room, log: log.to_vec(), now, pace: 1_000, lag: 0, attendance: Presence::default() }
    }

    /// Returns the facts for a decision at the current time.
    pub(crate) fn context(&self) -> Context {
        Context { lag: self.lag, attendance: self.attendance, ..context(self.now) }
    }

    /// Moves the time forward by `ms` milliseconds.
    pub(crate) fn wait(&mut self, ms: Millis) -> &mut Self {
        self.now += ms;
        self
    }

    /// Sends `command` from `player`, whose name is made of the number.
    pub(crate) fn ask(&mut self, player: u32, command: &Command) -> Result<Vec<Event>, Reject> {
        self.ask_as(player, &format!("Player {player}"), command)
    }

    /// Sends `command` from `player` under another name.
    pub(crate) fn ask_as(
        &mut self,
        player: u32,
        called: &str,
        command: &Command,
    ) -> Result<Vec<Event>, Reject> {
        self.put(Input::Command { player: PlayerId(player), name: &name(called), command })
    }

    /// Decides `input`, checks that this changes nothing, and then applies the events.
    pub(crate) fn put(&mut self, input: Input<'_>) -> Result<Vec<Event>, Reject> {
        let before = self.room.clone();
        self.now += self.pace;
        let decision = self.room.decide(input, &self.context());
        assert_eq!(self.room, before, "deciding {input:?} has changed the room");
        let events = decision?;
        for stamped in self.room.stamp(events.clone(), self.now) {
            self.room.apply(&stamped).unwrap();
            self.log.push(stamped);
        }
        Ok(events)
    }

    /// Places a stone for `seat`, by its player or its AI, with the position number `at`.
    pub(crate) fn place(&mut self, seat: Seat, point: Point, at: Seq) -> Result<Vec<Event>, Reject> {
        match self.room.seats().player(seat) {
            Some(player) => self.ask(player.0, &Command::Place { seat, point, at }),
            None => self.put(Input::AiMove { seat, point, at, thinking: None }),
        }
    }

    /// Places a stone for the side to move.
    pub(crate) fn stone(&mut self, text: &str) -> Result<Vec<Event>, Reject> {
        self.place(self.room.turn().unwrap(), point(text), self.room.at())
    }

    /// Places stones in turn, and asserts that the room accepts each.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split(' ') {
            self.stone(text).unwrap();
        }
        self
    }

    /// Sends `command` from the player who moves for `seat`.
    pub(crate) fn of_seat(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, Reject> {
        let player = self.room.seats().player(seat).unwrap();
        self.ask(player.0, command)
    }

    /// Makes an offer from `seat`.
    pub(crate) fn offer(&mut self, seat: Seat, offer: Offer) -> Result<Vec<Event>, Reject> {
        let at = self.room.at();
        self.of_seat(seat, &Command::Offer { seat, offer, at })
    }

    /// Answers the offer of the other seat.
    pub(crate) fn answer(&mut self, seat: Seat, reply: Reply) -> Result<Vec<Event>, Reject> {
        let offer = self.room.offers().of(seat.other()).map_or(Seq(0), |made| made.seq);
        self.of_seat(seat, &Command::Answer { seat, offer, reply })
    }

    /// Makes an offer from `seat`, which the other seat accepts.
    pub(crate) fn agree_on(&mut self, seat: Seat, offer: Offer) -> Vec<Event> {
        self.offer(seat, offer).unwrap();
        self.answer(seat.other(), Reply::Accept).unwrap()
    }

    /// Makes every person ready who is not yet.
    pub(crate) fn all_ready(&mut self) {
        for seat in Seat::BOTH {
            if !self.room.seats()[seat].ready && self.room.seats().player(seat).is_some() {
                let at = self.room.at();
                self.of_seat(seat, &Command::Ready { seat, at }).unwrap();
            }
        }
    }

    /// Resigns the game for `seat`.
    pub(crate) fn resign(&mut self, seat: Seat) {
        let game = self.number();
        self.of_seat(seat, &Command::Resign { seat, game }).unwrap();
    }

    /// Returns the number of the current or last game.
    pub(crate) fn number(&self) -> u32 {
        self.room.game().unwrap().number()
    }

    /// Returns the clocks of the current or last game.
    pub(crate) fn clock(&self) -> Clock {
        *self.room.game().unwrap().clock().unwrap()
    }

    /// Returns the time that both seats had left when their clocks last began to run.
    pub(crate) fn left(&self) -> [SideTime; 2] {
        self.clock().left.0
    }

    /// Returns the milliseconds before the periods on both clocks.
    pub(crate) fn left_ms(&self) -> [u32; 2] {
        self.left().map(|left| left.ms)
    }

    /// Returns the wins, draws and losses of `player`.
    pub(crate) fn score(&self, player: u32) -> [u32; 3] {
        let entry = self.room.scores().of(&person(player)).unwrap();
        [entry.wins, entry.draws, entry.losses]
    }
}
