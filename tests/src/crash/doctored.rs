//! Falsified histories: the checker accepts a true one, and finds every change to it.

use std::collections::BTreeSet;

use tengen_server::journal::{Cause, Record};
use tengen_shared::{
    game::{
        ClockRule, ClockState, Command, CommandId, Context, Event, GameId, Input, Millis, Name, PerSeat,
        PlayerId, Presence, RejectCode, Room, RoomCode, RoomPlan, RunId, Seat, SeatPlan, Seq, Settings,
        SideTime, Stamped,
    },
    protocol::{Cmd, Request, view},
    rules::{BotChoices, Variant},
};

use super::{Fault, KeptGame, Ledger, Outage, Stream, Told, check};

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);

/// A room whose history is recorded as it happens, once in the journal and once by its clients.
struct History {
    room: Room,
    ledger: Ledger,
    stream: Stream,
    outages: Vec<Outage>,
    sent: [u32; 2],
}

fn no_bots(_: Variant) -> BotChoices {
    unreachable!("nobody asks for a bot")
}

fn name(player: PlayerId) -> Name {
    format!("player {}", player.0).parse().unwrap()
}

fn context(now: u64) -> Context {
    Context { now, bots: no_bots, lag: 0, attendance: Presence::default() }
}

impl History {
    /// Creates a room that Ann hosts.
    fn new() -> Self {
        Self::with(Settings::new(Variant::TICTACTOE))
    }

    /// Creates a room with these settings that Ann hosts.
    fn with(settings: Settings) -> Self {
        let plan = RoomPlan { settings, host: ANN, quick: false };
        let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
        let events = Room::decide_creation(&plan, &seats, &name(ANN), &context(1)).unwrap();
        let events = Room::stamp_creation(events, 1);
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let mut room = Room::open(code.clone(), &events[0]).unwrap();
        room.apply(&events[1]).unwrap();
        let stream = Stream { records: Vec::new(), checkpoint: None, games: Vec::new() };
        let mut history = Self { room, ledger: Ledger::new(code), stream, outages: Vec::new(), sent: [0, 0] };
        let cause = history.cause(ANN);
        history.note(
            cause,
            &Cmd::Request(Request::Create { settings: plan.settings, seats, passphrase: None }),
            events,
        );
        history
    }

    fn cause(&mut self, player: PlayerId) -> Cause {
        let sent = &mut self.sent[usize::from(player == BO)];
        *sent += 1;
        Cause { player, id: CommandId(RunId(u64::from(player.0)), *sent) }
    }

    /// Records the events of a command, in the journal and with all clients that receive them.
    fn note(&mut self, cause: Cause, cmd: &Cmd, events: Vec<Stamped>) {
        self.ledger.sent(cause, cmd);
        self.ledger.told(1, &events);
        let own = events.iter().map(|stamped| stamped.seq).collect();
        self.ledger.answered(cause, Told::Accepted { last: self.room.seq(), own });
        self.stream.records.push(Record::new(Some(cause), events));
        self.look();
    }

    fn look(&mut self) {
        for viewer in [ANN, BO, PlayerId(3)] {
            self.ledger.looked(viewer, &view::snapshot(&self.room, viewer));
        }
    }

    fn apply(&mut self, events: &[Stamped]) {
        for stamped in events {
            self.room.apply(stamped).unwrap();
            let over = matches!(stamped.event, Event::GameOver { .. });
            if let Some(record) = self.room.finished_game().filter(|_| over) {
                self.ledger.ended(1, record.clone());
                self.stream.games.push(KeptGame { id: GameId(record.number), record });
            }
        }
    }

    /// Records the events of an input that is not a command.
    fn happens(&mut self, input: Input<'_>, now: Millis) {
        let events = self.room.decide(input, &context(now)).unwrap();
        let events = self.room.stamp(events, now);
        self.apply(&events);
        self.ledger.told(1, &events);
        self.stream.records.push(Record::new(None, events));
        self.look();
    }

    fn does(&mut self, player: PlayerId, cmd: &Cmd) {
        let Cmd::Room(command) = cmd.clone() else { panic!("no room decides {cmd:?}") };
        let input = Input::Command { player, name: &name(player), command: &command };
        let now = self.room.time() + 1;
        let events = self.room.decide(input, &context(now)).unwrap();
        let events = self.room.stamp(events, now);
        self.apply(&events);
        let cause = self.cause(player);
        self.note(cause, cmd, events);
    }

    /// Plays one game that Ann wins, and three stones of the next.
    fn played() -> Self {
        let mut history = Self::new();
        history.does(BO, &Cmd::Room(Command::Join { passphrase: None }));
        for (number, point) in ["b2", "a1", "b1", "a2", "b3"].into_iter().enumerate() {
            history.place(number, point);
        }
        let at = history.room.at();
        history.does(ANN, &Cmd::Room(Command::Ready { seat: Seat::One, at }));
        history.does(BO, &Cmd::Room(Command::Ready { seat: Seat::Two, at }));
        for (number, point) in ["a1", "b2", "c3"].into_iter().enumerate() {
            history.place(number + 1, point);
        }
        history
    }

    fn place(&mut self, number: usize, point: &str) {
        let (player, seat) = if number.is_multiple_of(2) { (ANN, Seat::One) } else { (BO, Seat::Two) };
        let at = self.room.at();
        self.does(player, &Cmd::Room(Command::Place { seat, point: point.parse().unwrap(), at }));
    }

    /// Returns the record and the cause of the last stone.
    fn last(&mut self) -> (&mut Record, Cause) {
        let record = self.stream.records.last_mut().unwrap();
        let cause = record.cause.unwrap();
        (record, cause)
    }

    fn faults(&self) -> Vec<Fault> {
        let found = check(&self.ledger, &self.stream, &self.outages);
        let all = found.iter().chain(&self.ledger.findings).map(|finding| finding.fault);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Returns the faults in a true history after `doctor` has changed it.
fn found(doctor: impl FnOnce(&mut History)) -> Vec<Fault> {
    let mut history = History::played();
    doctor(&mut history);
    history.faults()
}

/// Returns the room with one part replaced.
fn forged(room: &Room, part: &str, value: serde_json::Value) -> Room {
    let mut forged = serde_json::to_value(room).unwrap();
    forged[part] = value;
    serde_json::from_value(forged).unwrap()
}

#[test]
fn a_true_history_passes() {
    assert_eq!(found(|_| ()), []);
    let hidden = found(|history| {
        let mut hidden = history.last().0.events.clone();
        hidden[0].event = Event::Hidden {};
        history.ledger.told(2, &hidden);
    });
    assert_eq!(hidden, [], "what one client may not see is no difference");
    let unanswered = found(|history| {
        let cause = history.last().1;
        history.ledger.commands.get_mut(&cause).unwrap().told = None;
    });
    assert_eq!(unanswered, [], "a command without an answer may be there");
}

#[test]
fn a_true_history_passes_with_a_checkpoint_and_without_what_lies_before_it() {
    let mut history = History::played();
    let over = |record: &Record| record.events.iter().any(|e| matches!(e.event, Event::GameOver { .. }));
    let kept = history.stream.records.iter().position(over).unwrap();
    let events: Vec<Stamped> =
        history.stream.records[..=kept].iter().flat_map(|record| record.events.clone()).collect();
    let mut room = Room::open(history.room.code().clone(), &events[0]).unwrap();
    events[1..].iter().for_each(|stamped| room.apply(stamped).unwrap());
    history.stream.checkpoint = Some(room);
    assert_eq!(history.faults(), [], "with all records");
    history.stream.records.drain(..=kept);
    assert_eq!(history.faults(), [], "with those after the checkpoint");
    history.stream.records.pop();
    assert_eq!(history.faults(), [Fault::Lost], "the last one is still missed");
}

#[test]
fn what_is_missing_is_found() {
    assert_eq!(found(|history| history.stream.records.clear()), [Fault::Lost], "the room");
    let last = found(|history| drop(history.stream.records.pop()));
    assert_eq!(last, [Fault::Lost], "the last acknowledged move");
    let told = found(|history| {
        let cause = history.last().1;
        history.stream.records.pop();
        history.ledger.commands.remove(&cause);
        history.ledger.looks.clear();
    });
    assert_eq!(told, [Fault::Lost], "an event that was told of and never answered");
    let seen = found(|history| {
        let record = history.stream.records.pop().unwrap();
        history.ledger.commands.remove(&record.cause.unwrap());
        history.ledger.events.remove(&record.events[0].seq);
    });
    assert_eq!(seen, [Fault::Lost], "what somebody has seen in a snapshot");
    let midst = found(|history| {
        let index = history.stream.records.len() - 2;
        history.stream.records.remove(index);
        let mut seq = Seq(0);
        for stamped in history.stream.records.iter_mut().flat_map(|record| &mut record.events) {
            seq = seq.next();
            stamped.seq = seq;
        }
    });
    assert!(midst.contains(&Fault::Lost) && midst.contains(&Fault::Changed), "in the midst: {midst:?}");
}

#[test]
fn what_was_doubled_reordered_or_never_asked_is_found() {
    let doubled = found(|history| {
        let again = history.last().0.clone();
        history.stream.records.push(again);
    });
    assert!(doubled.contains(&Fault::Doubled), "{doubled:?}");
    let swapped = found(|history| {
        let records = &mut history.stream.records;
        let of_ann = |index: &usize| records[*index].cause.unwrap().player == ANN;
        let [.., one, other] = (0..records.len()).filter(of_ann).collect::<Vec<_>>()[..] else { panic!() };
        (records[one].cause, records[other].cause) = (records[other].cause, records[one].cause);
    });
    assert!(swapped.contains(&Fault::OutOfOrder), "{swapped:?}");
    let refused = found(|history| {
        let cause = history.last().1;
        let refused = Told::Refused(RejectCode::Stale);
        history.ledger.commands.get_mut(&cause).unwrap().told = Some(refused);
    });
    assert_eq!(refused, [Fault::Invented]);
    let unasked = found(|history| {
        let cause = history.last().1;
        history.ledger.commands.remove(&cause);
    });
    assert_eq!(unasked, [Fault::Invented]);
}

#[test]
fn what_is_otherwise_than_it_was_told_is_found() {
    let stone = found(|history| {
        let event = &mut history.last().0.events[0].event;
        *event = Event::StonePlaced { seat: Seat::Two, point: "c1".parse().unwrap() };
    });
    assert!(stone.contains(&Fault::Changed) && stone.contains(&Fault::Disagrees), "{stone:?}");
    let time = found(|history| history.last().0.events[0].time += 1);
    assert!(time.contains(&Fault::Changed), "{time:?}");
    let other_client = found(|history| {
        let mut other = history.last().0.events.clone();
        other[0].event = Event::SeatFreed { seat: Seat::One };
        history.ledger.told(2, &other);
    });
    assert_eq!(other_client, [Fault::Changed]);
    let last = History::played().room.seq().next();
    for told in [Told::Accepted { last, own: Vec::new() }, Told::Refused(RejectCode::Stale)] {
        let repeated = found(|history| {
            let cause = history.last().1;
            history.ledger.answered(cause, told);
        });
        assert_eq!(repeated, [Fault::Changed], "a repeated command with another answer");
    }
}

#[test]
fn a_room_that_the_records_do_not_lead_to_is_found() {
    let shown = found(|history| {
        let look = &mut history.ledger.looks[6];
        *look.room = forged(&look.room, "next_first", 2.into());
    });
    assert_eq!(shown, [Fault::Disagrees], "in a snapshot");
    let kept = found(|history| {
        history.stream.checkpoint = Some(forged(&history.room, "scores", serde_json::json!([])));
    });
    assert_eq!(kept, [Fault::Disagrees], "in the checkpoint");
}

#[test]
fn a_game_that_is_in_the_history_twice_or_not_at_all_or_otherwise_is_found() {
    let twice = found(|history| {
        let game = history.stream.games[0].clone();
        history.stream.games.push(game);
    });
    assert_eq!(twice, [Fault::History]);
    assert_eq!(found(|history| history.stream.games.clear()), [Fault::History]);
    assert_eq!(found(|history| history.stream.games[0].record.moves.swap(0, 2)), [Fault::History]);
}

/// Plays a game with a clock. The server crashes in Bo's turn, two seconds after it began, and is down for a
/// minute.
fn crashed() -> History {
    let clock = ClockRule::fischer(300_000, 0).unwrap();
    let mut history = History::with(Settings { clock, ..Settings::new(Variant::TICTACTOE) });
    history.does(BO, &Cmd::Room(Command::Join { passphrase: None }));
    history.place(0, "b2");
    let down = history.room.time() + 2_000;
    let up = down + 60_000;
    history.outages.push(Outage { down, up });
    history.happens(Input::Hold, up + 10);
    history
}

/// Takes `ms` off the clock of `seat` where it was held, also in the events that clients received.
fn charge(history: &mut History, seat: Seat, ms: u32) {
    let records = history.stream.records.iter_mut().flat_map(|record| &mut record.events);
    for stamped in records.chain(history.ledger.events.values_mut()) {
        if let Event::ClockSet { clock } = &mut stamped.event
            && clock.state == (ClockState::Held {})
        {
            let left = clock.left(seat);
            *clock = clock.with_left(seat, SideTime { ms: left.ms - ms, ..left });
        }
    }
    history.ledger.looks.clear();
}

#[test]
fn a_clock_that_is_charged_for_the_time_without_a_server_is_found() {
    assert_eq!(crashed().faults(), []);
    for (seat, ms, faults) in [
        (Seat::Two, 60_000, &[Fault::Clock][..]),
        (Seat::Two, 2_000, &[]),
        (Seat::Two, 2_100, &[Fault::Clock]),
        (Seat::One, 1, &[Fault::Clock]),
    ] {
        let mut history = crashed();
        charge(&mut history, seat, ms);
        assert_eq!(history.faults(), faults, "{seat:?} is charged {ms} ms");
    }
}

#[test]
fn a_clock_that_runs_on_over_a_crash_is_found() {
    let mut history = crashed();
    let held = history.stream.records.pop().unwrap();
    history.ledger.events.remove(&held.events[0].seq);
    history.ledger.looks.clear();
    assert_eq!(history.faults(), []);
    let stone = Event::StonePlaced { seat: Seat::Two, point: "a1".parse().unwrap() };
    let stamped = Stamped { event: stone, ..held.events[0].clone() };
    history.stream.records.push(Record::new(None, vec![stamped]));
    assert_eq!(history.faults(), [Fault::Clock]);
}

#[test]
fn a_held_clock_of_which_nobody_was_told_before_a_checkpoint_is_no_fault() {
    let mut history = crashed();
    let held = history.stream.records.last().unwrap().events[0].seq;
    let runs = history.room.clock().unwrap().with_state(ClockState::Runs { seat: Seat::Two, since: 70_000 });
    let runs = history.room.stamp(vec![Event::ClockSet { clock: runs }], history.room.time() + 5);
    history.apply(&runs);
    history.ledger.told(1, &runs);
    history.ledger.events.remove(&held);
    history.ledger.looks.clear();
    history.stream.checkpoint = Some(history.room.clone());
    history.stream.records.clear();
    assert_eq!(history.faults(), []);
}
