//! A room with people at it, for the tests of all that goes on between them.

use tengen_shared::{
    game::{Access, ClockRule, Command, PerSeat, SeatPlan, Settings},
    protocol::{Attending, Cmd, Request, ServerMessage, Spectators},
    rules::{Bot, Level, Variant},
};

use crate::{
    bench::Bench,
    fake::{ME, OTHER, code},
};

pub(crate) const HERE: Option<Attending> = Some(Attending::Here {});

/// Five minutes and three seconds a move.
pub(crate) fn timed(variant: Variant) -> Settings {
    Settings { clock: ClockRule::fischer(300_000, 3_000).unwrap(), ..Settings::new(variant) }
}

fn entered(bench: &mut Bench) {
    bench.keys("camber-fox-42\n");
    bench.feed(presence(HERE));
    bench.take_sent();
}

/// Ann, the host, in seat one and to move, with Bob in seat two.
pub(crate) fn with_bob(settings: Settings, width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], ME, "Ann");
    if settings.access == Access::Passphrase {
        bench.fake.let_through(OTHER);
    }
    bench.fake.other(OTHER, "Bob", &Command::Join { passphrase: None });
    entered(&mut bench);
    bench
}

/// Bob, the host, in seat one and to move, with Ann in seat two.
pub(crate) fn at_bobs(settings: Settings, width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], OTHER, "Bob");
    entered(&mut bench);
    bench
}

/// Ann in seat one and to move, with the computer in seat two.
pub(crate) fn with_ai(settings: Settings, width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    let bot = Bot::Level(Level::Medium);
    bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Ai { bot }], ME, "Ann");
    entered(&mut bench);
    bench
}

/// That Bob, in seat two, is here or not.
pub(crate) fn presence(bob: Option<Attending>) -> ServerMessage {
    ServerMessage::Presence { room: code(), seats: PerSeat([HERE, bob]), spectators: Spectators::default() }
}

impl Bench {
    /// Bob does something.
    pub(crate) fn bob(&mut self, command: &Command) {
        let done = self.fake.other(OTHER, "Bob", command);
        self.feed(done);
    }

    /// Bob places a stone.
    pub(crate) fn bob_places(&mut self, point: &str) {
        let placed = self.fake.other_places(OTHER, point);
        self.feed(placed);
    }

    pub(crate) fn at(&self) -> tengen_shared::game::Seq {
        self.fake.room.as_ref().unwrap().at()
    }

    /// Keys of which exactly one command comes.
    pub(crate) fn one(&mut self, keys: &str) -> Cmd {
        self.take_sent();
        self.keys(keys);
        let mut sent = self.take_sent();
        // What the screen itself asks for is not meant.
        sent.retain(|cmd| !matches!(cmd, Cmd::Request(Request::ListBots { .. } | Request::ListChat { .. })));
        assert_eq!(sent.len(), 1, "{sent:?}");
        sent.remove(0)
    }

    /// Keys that ask nothing of the server, and what is said instead.
    pub(crate) fn refused(&mut self, keys: &str, why: &str) {
        self.take_sent();
        self.keys(keys);
        assert_eq!(self.take_sent(), []);
        self.shows(why);
    }
}
