//! A table at which tests sit: what they ask is decided, stamped, written down and applied.

use tengen_shared::{
    game::{
        Attendance, Command, Context, Event, Input, Millis, Name, Opening, PlayerId, Reject, Room, RoomCode,
        Seat, SeatPlan, Seq, Settings, Stamped,
    },
    rules::{BotChoices, BrainName, Level, Point, Variant},
};

/// The levels that every variant offers at these tables.
pub(crate) const LEVELS: [Level; 2] = [Level::Easy, Level::Hard];

/// Who can play every variant at these tables.
pub(crate) const BOTS: BotChoices = BotChoices { levels: &LEVELS, brains: &[BrainName::Greedy] };

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

/// A live room with the record of everything that happened in it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The room.
    pub(crate) room: Room,
    /// Its events from the first.
    pub(crate) log: Vec<Stamped>,
}

impl Table {
    /// What a room that player 1 makes answers to its plan.
    pub(crate) fn plan(settings: Settings, seats: &[SeatPlan; 2]) -> Result<Vec<Event>, Reject> {
        let opening = Opening { settings, host: PlayerId(1), quick: false };
        Room::decide_opening(&opening, seats, &name("Player 1"), &context(1_000))
    }

    /// A room made by player 1.
    pub(crate) fn open(settings: Settings, seats: &[SeatPlan; 2]) -> Self {
        Self::replay(&Room::stamp_opening(Self::plan(settings, seats).unwrap(), 1_000))
    }

    /// The room to which the record `log` leads.
    pub(crate) fn replay(log: &[Stamped]) -> Self {
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let mut room = Room::open(code, &log[0]).unwrap();
        for stamped in &log[1..] {
            room.apply(stamped).unwrap();
        }
        Self { room, log: log.to_vec() }
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
        let now = before.time() + 1_000;
        let decision = self.room.decide(input, &context(now));
        assert_eq!(self.room, before, "deciding {input:?} has changed the room");
        let events = decision?;
        for stamped in self.room.stamp(events.clone(), now) {
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
}
