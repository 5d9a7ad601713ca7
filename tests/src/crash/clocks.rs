//! The check of the clocks: nobody is charged for the time without a server, and no flag falls too early.

use tengen_shared::game::{
    Clock, ClockState, EndReason, Event, Millis, PlayerId, Room, Seat, SideTime, Stamped,
};

use super::{Fault, Ledger, Outage, story::Step, victim::GRACE_MS};

/// The most by which the clocks of two processes on one machine may differ, in milliseconds.
const SLACK_MS: Millis = 5;

/// What the check has gone over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Clocks {
    /// Clocks of waiting sides that were the same after a crash as before.
    pub waiting_exact: u64,
    /// Clocks of sides to move that lay between the beginning of their turn and the crash.
    pub moving_between: u64,
    /// Held clocks that went on because the side to move was back.
    pub resumed_by_return: u64,
    /// Those that went on because its time to come back was over.
    pub resumed_after_grace: u64,
    /// Flags that fell.
    pub flags: u64,
}

impl Clocks {
    pub(super) fn add(&mut self, more: Self) {
        self.waiting_exact += more.waiting_exact;
        self.moving_between += more.moving_between;
        self.resumed_by_return += more.resumed_by_return;
        self.resumed_after_grace += more.resumed_after_grace;
        self.flags += more.flags;
    }
}

/// The check of one room's clocks, event by event.
pub(super) struct ClockCheck<'a> {
    outages: &'a [Outage],
    /// When each client came, or came back, to the room.
    arrivals: &'a [(PlayerId, Millis)],
    /// When the server was last started before the present event.
    up: Option<Millis>,
    /// Whether a stone was placed since the clocks were last set, which then go on with it.
    stone: bool,
    pub(super) seen: Clocks,
    pub(super) found: Ledger,
}

impl<'a> ClockCheck<'a> {
    pub(super) fn new(ledger: &'a Ledger, outages: &'a [Outage]) -> Self {
        let found = Ledger { code: ledger.code.clone(), ..Ledger::default() };
        Self { outages, arrivals: &ledger.arrivals, up: None, stone: false, seen: Clocks::default(), found }
    }

    /// Behind a hole nothing is known of what has passed.
    pub(super) fn skip(&mut self, room: &Room) {
        while let Some((outage, rest)) = self.outages.split_first().filter(|(o, _)| o.down < room.time()) {
            (self.up, self.outages) = (Some(outage.up), rest);
        }
    }

    pub(super) fn step(&mut self, step: &Step<'_>) {
        let Step { before, stamped, .. } = step;
        let mut crash = None;
        while let Some((outage, rest)) = self.outages.split_first().filter(|(o, _)| o.down < stamped.time) {
            crash.get_or_insert(outage.down);
            (self.up, self.outages) = (Some(outage.up), rest);
        }
        let set = match &stamped.event {
            Event::ClockSet { clock } => Some(clock),
            _ => None,
        };
        if let (Some(down), Some(clock)) = (crash, before.clock()) {
            self.crashed(clock, set, down, stamped);
        }
        if let (Some(old), Some(new)) = (before.clock(), set) {
            self.changed(before, old, new, stamped);
        }
        match &stamped.event {
            Event::StonePlaced { .. } => self.stone = true,
            Event::ClockSet { .. } => self.stone = false,
            Event::GameOver { end } => self.seen.flags += u64::from(end.reason == EndReason::Time),
            _ => {}
        }
    }

    /// The first event after a crash must hold clocks that ran.
    fn crashed(&mut self, old: &Clock, set: Option<&Clock>, down: Millis, stamped: &Stamped) {
        let ClockState::Runs { seat, since } = old.state else { return };
        let Some(new) = set.filter(|clock| clock.state == ClockState::Held {}) else {
            let text = format!("the clock of seat {seat:?} was not held after the crash: {stamped:?}");
            return self.found.find(Fault::Clock, Some(stamped.seq), text);
        };
        let other = seat.other();
        if new.left(other) == old.left(other) {
            self.seen.waiting_exact += 1;
        } else {
            let text = format!("{other:?} waits, had {:?} and has {:?}", old.left(other), new.left(other));
            self.found.find(Fault::Clock, Some(stamped.seq), text);
        }
        let until = |left: SideTime| old.rule.until_flag(left);
        let used = down.saturating_sub(since) + SLACK_MS;
        let (most, left) = (until(old.left(seat)), until(new.left(seat)));
        if (most.saturating_sub(used)..=most).contains(&left) {
            self.seen.moving_between += 1;
        } else {
            let text =
                format!("{seat:?} had {most} ms, has used at most {used} until the crash, and has {left}");
            self.found.find(Fault::Clock, Some(stamped.seq), text);
        }
    }

    fn changed(&mut self, room: &Room, old: &Clock, new: &Clock, stamped: &Stamped) {
        match (old.state, new.state) {
            (ClockState::Held {}, ClockState::Runs { seat, .. }) if !self.stone => {
                self.resumed(room, seat, old, new, stamped);
            }
            (ClockState::Runs { seat, since }, ClockState::Stopped {})
                if new.left(seat) == SideTime::NOTHING
                    && stamped.time + SLACK_MS < since + old.rule.until_flag(old.left(seat)) =>
            {
                let text = format!("the flag of {seat:?} fell too early: {old:?}");
                self.found.find(Fault::Clock, Some(stamped.seq), text);
            }
            _ => {}
        }
    }

    /// Held clocks have gone on by themselves: whoever is to move was back, or had been given time enough.
    fn resumed(&mut self, room: &Room, seat: Seat, old: &Clock, new: &Clock, stamped: &Stamped) {
        if old.left != new.left {
            let text = format!("clocks were held with {:?} and went on with {:?}", old.left, new.left);
            self.found.find(Fault::Clock, Some(stamped.seq), text);
        }
        let (Some(up), Some(player)) = (self.up, room.seats().player(seat)) else { return };
        let now = stamped.time + SLACK_MS;
        if self.arrivals.iter().any(|(who, came)| *who == player && (up..=now).contains(came)) {
            self.seen.resumed_by_return += 1;
        } else if now >= up + GRACE_MS {
            self.seen.resumed_after_grace += 1;
        } else {
            let came: Vec<_> =
                self.arrivals.iter().filter(|(who, _)| *who == player).map(|(_, came)| came).collect();
            let text = format!(
                "the clock of {seat:?} went on at {now} before its player was back: up at {up}, came at {came:?}: {stamped:?}"
            );
            self.found.find(Fault::Clock, Some(stamped.seq), text);
        }
    }
}
