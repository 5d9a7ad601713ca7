//! A table at which tests sit: what they ask is decided, stamped, written down and applied.

#![allow(dead_code, reason = "no test file needs all of the table")]

use tengen_shared::{
    game::{
        Attendance, Clock, Command, Context, Event, Input, Millis, Name, Occupant, Offer, Opening, PerSeat,
        PlayerId, Reject, Reply, Room, RoomCode, Seat, SeatPlan, Seq, Settings, SideTime, Stamped,
    },
    rules::{Bot, BotChoices, BrainName, Level, Point, Variant},
};

/// The levels that every variant offers at these tables.
pub(crate) const LEVELS: [Level; 2] = [Level::Easy, Level::Hard];

/// Who can play every variant at these tables.
pub(crate) const BOTS: BotChoices = BotChoices { levels: &LEVELS, brains: &[BrainName::Greedy], former: &[] };

/// The maker of the room, in person.
pub(crate) const ME: SeatPlan = SeatPlan::Me {};
/// A seat for whoever comes.
pub(crate) const OPEN: SeatPlan = SeatPlan::Open {};
/// The computer.
pub(crate) const AI: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

/// What a decision at time `now` depends on.
pub(crate) fn context(now: Millis) -> Context {
    Context { now, bots: |_: Variant| BOTS, lag: 0, attendance: Attendance::default() }
}

/// A name from text that is one.
pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

/// A point from text that is one.
pub(crate) fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// A player under whatever name.
pub(crate) fn person(player: u32) -> Occupant {
    Occupant::Person { player: PlayerId(player), name: name("whoever") }
}

/// A live room with the record of everything that happened in it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The room.
    pub(crate) room: Room,
    /// Its events from the first.
    pub(crate) log: Vec<Stamped>,
    /// The time on the wall; what is asked comes `pace` later.
    pub(crate) now: Millis,
    /// How much time passes before whatever is asked.
    pub(crate) pace: Millis,
    /// How long messages take.
    pub(crate) lag: Millis,
    /// Who is there.
    pub(crate) attendance: Attendance,
}

impl Table {
    /// What a room that player 1 makes answers to its plan.
    pub(crate) fn plan(settings: Settings, seats: &[SeatPlan; 2]) -> Result<Vec<Event>, Reject> {
        let opening = Opening { settings, host: PlayerId(1), quick: false };
        Room::decide_opening(&opening, &PerSeat(seats.clone()), &name("Player 1"), &context(1_000))
    }

    /// A room made by player 1.
    pub(crate) fn open(settings: Settings, seats: &[SeatPlan; 2]) -> Self {
        Self::replay(&Room::stamp_opening(Self::plan(settings, seats).unwrap(), 1_000))
    }

    /// Players 1 and 2 in seats one and two, game one begun; from now on time passes only when it is told to.
    pub(crate) fn two_people(settings: Settings) -> Self {
        let mut table = Self::open(settings, &[ME, OPEN]);
        table.pace = 0;
        table.ask(2, &Command::Join { passphrase: None }).unwrap();
        table
    }

    /// The room to which the record `log` leads.
    pub(crate) fn replay(log: &[Stamped]) -> Self {
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let mut room = Room::open(code, &log[0]).unwrap();
        for stamped in &log[1..] {
            room.apply(stamped).unwrap();
        }
        let now = room.time();
        Self { room, log: log.to_vec(), now, pace: 1_000, lag: 0, attendance: Attendance::default() }
    }

    /// What a decision depends on now.
    pub(crate) fn context(&self) -> Context {
        Context { lag: self.lag, attendance: self.attendance, ..context(self.now) }
    }

    /// Lets `ms` milliseconds pass.
    pub(crate) fn wait(&mut self, ms: Millis) -> &mut Self {
        self.now += ms;
        self
    }

    /// Lets `player`, named after the number, ask for `command`.
    pub(crate) fn ask(&mut self, player: u32, command: &Command) -> Result<Vec<Event>, Reject> {
        self.ask_as(player, &format!("Player {player}"), command)
    }

    /// Lets `player` ask for `command` under another name.
    pub(crate) fn ask_as(
        &mut self,
        player: u32,
        called: &str,
        command: &Command,
    ) -> Result<Vec<Event>, Reject> {
        self.put(Input::Command { player: PlayerId(player), name: &name(called), command })
    }

    /// Decides `input` without changing anything, and applies what it leads to.
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

    /// Whoever sits in `seat`, person or computer, asks to place a stone as of `at`.
    pub(crate) fn place(&mut self, seat: Seat, point: Point, at: Seq) -> Result<Vec<Event>, Reject> {
        match self.room.seats().player(seat) {
            Some(player) => self.ask(player.0, &Command::Place { seat, point, at }),
            None => self.put(Input::AiMove { seat, point, at, thinking: None }),
        }
    }

    /// Whoever is to move places a stone, if it may.
    pub(crate) fn stone(&mut self, text: &str) -> Result<Vec<Event>, Reject> {
        self.place(self.room.turn().unwrap(), point(text), self.room.at())
    }

    /// Stones in turn, all of which are taken.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split(' ') {
            self.stone(text).unwrap();
        }
        self
    }

    /// Whoever moves for `seat` asks for what `command` makes of it.
    pub(crate) fn of_seat(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, Reject> {
        let player = self.room.seats().player(seat).unwrap();
        self.ask(player.0, command)
    }

    /// Whoever moves for `seat` offers something.
    pub(crate) fn offer(&mut self, seat: Seat, offer: Offer) -> Result<Vec<Event>, Reject> {
        let at = self.room.at();
        self.of_seat(seat, &Command::Offer { seat, offer, at })
    }

    /// Whoever moves for `seat` answers what the other seat offers.
    pub(crate) fn answer(&mut self, seat: Seat, reply: Reply) -> Result<Vec<Event>, Reject> {
        let offer = self.room.offers().of(seat.other()).map_or(Seq(0), |made| made.seq);
        self.of_seat(seat, &Command::Answer { seat, offer, reply })
    }

    /// Both players agree on what `seat` offers.
    pub(crate) fn agree_on(&mut self, seat: Seat, offer: Offer) -> Vec<Event> {
        self.offer(seat, offer).unwrap();
        self.answer(seat.other(), Reply::Accept).unwrap()
    }

    /// Every person who is not ready yet says so.
    pub(crate) fn all_ready(&mut self) {
        for seat in Seat::BOTH {
            if !self.room.seats()[seat].ready && self.room.seats().player(seat).is_some() {
                let at = self.room.at();
                self.of_seat(seat, &Command::Ready { seat, at }).unwrap();
            }
        }
    }

    /// Whoever moves for `seat` gives the game up.
    pub(crate) fn resign(&mut self, seat: Seat) {
        let game = self.number();
        self.of_seat(seat, &Command::Resign { seat, game }).unwrap();
    }

    /// The number of the present or last game.
    pub(crate) fn number(&self) -> u32 {
        self.room.game().unwrap().number()
    }

    /// The clocks of the present or last game.
    pub(crate) fn clock(&self) -> Clock {
        *self.room.game().unwrap().clock().unwrap()
    }

    /// What both clocks have left, as they last began to run.
    pub(crate) fn left(&self) -> [SideTime; 2] {
        self.clock().left.0
    }

    /// The milliseconds before the periods on both clocks.
    pub(crate) fn left_ms(&self) -> [u32; 2] {
        self.left().map(|left| left.ms)
    }

    /// Wins, draws and losses of `player`.
    pub(crate) fn score(&self, player: u32) -> [u32; 3] {
        let entry = self.room.scores().of(&person(player)).unwrap();
        [entry.wins, entry.draws, entry.losses]
    }
}
