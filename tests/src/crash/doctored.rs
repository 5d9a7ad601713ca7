//! Doctored histories: a true one passes, and whatever is changed in it, the checker finds it.

use tengen_server::journal::{Cause, Record};
use tengen_shared::{
    game::{
        Attendance, Command, CommandId, Context, Event, GameEnd, GameId, Input, Millis, Name, Opening,
        PlayerId, RejectCode, Room, RoomCode, RunId, Seat, SeatPlan, Seq, Settings, Stamped,
    },
    protocol::{Cmd, Request, view},
    rules::{BotChoices, Variant},
};

use super::{Fault, KeptGame, Ledger, Outage, Stream, Told, check};

pub(super) const ANN: PlayerId = PlayerId(1);
pub(super) const BO: PlayerId = PlayerId(2);

/// A room whose history is written down as it happens, once in the journal and once by its clients.
pub(super) struct History {
    pub(super) room: Room,
    pub(super) ledger: Ledger,
    pub(super) stream: Stream,
    pub(super) outages: Vec<Outage>,
    sent: [u32; 2],
}

fn no_bots(_: Variant) -> BotChoices {
    unreachable!("nobody asks for a bot")
}

fn name(player: PlayerId) -> Name {
    format!("player {}", player.0).parse().unwrap()
}

fn context(now: u64) -> Context {
    Context { now, bots: no_bots, lag: 0, attendance: Attendance::default() }
}

impl History {
    /// A room that Ann has made.
    fn new() -> Self {
        Self::with(Settings::new(Variant::TICTACTOE))
    }

    /// A room with these settings that Ann has made.
    pub(super) fn with(settings: Settings) -> Self {
        let opening = Opening { settings, host: ANN, quick: false };
        let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
        let events = Room::decide_opening(&opening, &seats, &name(ANN), &context(1)).unwrap();
        let events = Room::stamp_opening(events, 1);
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let mut room = Room::open(code.clone(), &events[0]).unwrap();
        room.apply(&events[1]).unwrap();
        let stream = Stream { records: Vec::new(), checkpoint: None, games: Vec::new() };
        let mut history = Self { room, ledger: Ledger::new(code), stream, outages: Vec::new(), sent: [0, 0] };
        let cause = history.cause(ANN);
        history.note(
            cause,
            &Cmd::Request(Request::Create { settings: opening.settings, seats, passphrase: None }),
            events,
        );
        history
    }

    fn cause(&mut self, player: PlayerId) -> Cause {
        let sent = &mut self.sent[usize::from(player == BO)];
        *sent += 1;
        Cause { player, id: CommandId(RunId(u64::from(player.0)), *sent) }
    }

    /// Notes what a command has led to, in the journal and with everybody who is told of it.
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
                self.stream.games.push(KeptGame { id: GameId(record.number), listed: true, record });
            }
        }
    }

    /// Notes what nobody's command has led to.
    pub(super) fn happens(&mut self, input: Input<'_>, now: Millis) {
        let events = self.room.decide(input, &context(now)).unwrap();
        let events = self.room.stamp(events, now);
        self.apply(&events);
        self.ledger.told(1, &events);
        self.stream.records.push(Record::new(None, events));
        self.look();
    }

    pub(super) fn does(&mut self, player: PlayerId, cmd: &Cmd) {
        let Cmd::Room(command) = cmd.clone() else { panic!("no room decides {cmd:?}") };
        let input = Input::Command { player, name: &name(player), command: &command };
        let now = self.room.time() + 1;
        let events = self.room.decide(input, &context(now)).unwrap();
        let events = self.room.stamp(events, now);
        self.apply(&events);
        let cause = self.cause(player);
        self.note(cause, cmd, events);
    }

    /// One game that Ann wins, and three stones of the next.
    pub(super) fn played() -> Self {
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

    pub(super) fn place(&mut self, number: usize, point: &str) {
        let (player, seat) = if number.is_multiple_of(2) { (ANN, Seat::One) } else { (BO, Seat::Two) };
        let at = self.room.at();
        self.does(player, &Cmd::Room(Command::Place { seat, point: point.parse().unwrap(), at }));
    }

    /// The place of the record with the last stone, and the event.
    fn last_stone(&self) -> usize {
        let stone = |record: &Record| matches!(record.events[0].event, Event::StonePlaced { .. });
        self.stream.records.iter().rposition(stone).unwrap()
    }

    /// Numbers all events anew, as a journal would that has lost or doubled something.
    fn renumber(&mut self) {
        let mut seq = Seq(0);
        for stamped in self.stream.records.iter_mut().flat_map(|record| &mut record.events) {
            seq = seq.next();
            stamped.seq = seq;
        }
    }

    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = check(&self.ledger, &self.stream, &self.outages)
            .into_iter()
            .map(|finding| finding.fault)
            .collect();
        faults.extend(self.ledger.findings.iter().map(|finding| finding.fault));
        faults.sort_unstable();
        faults.dedup();
        faults
    }

    #[track_caller]
    pub(super) fn is_found(&self, fault: Fault) {
        let faults = self.faults();
        assert!(faults.contains(&fault), "{fault:?} is not among {faults:?}");
    }
}

#[test]
fn a_true_history_passes() {
    assert_eq!(History::played().faults(), []);
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
    assert!(history.faults().contains(&Fault::Lost), "the last one is still missed");
}

#[test]
fn an_acknowledged_move_that_is_missing_at_the_end_is_found() {
    let mut history = History::played();
    history.stream.records.pop();
    history.is_found(Fault::Lost);
}

#[test]
fn an_acknowledged_move_that_is_missing_in_the_midst_is_found() {
    let mut history = History::played();
    let last = history.last_stone();
    history.stream.records.remove(last - 1);
    history.is_found(Fault::Lost);
    // Even if those after it have taken its place.
    history.renumber();
    history.is_found(Fault::Lost);
    history.is_found(Fault::Changed);
}

#[test]
fn a_room_that_is_gone_is_found() {
    let mut history = History::played();
    history.stream.records.clear();
    history.is_found(Fault::Lost);
}

#[test]
fn an_event_that_was_told_of_and_never_answered_is_found_when_it_is_missing() {
    let mut history = History::played();
    let record = history.stream.records.pop().unwrap();
    history.ledger.commands.remove(&record.cause.unwrap());
    history.ledger.looks.clear();
    assert_eq!(history.faults(), [Fault::Lost]);
}

#[test]
fn a_snapshot_of_what_is_not_there_any_more_is_found() {
    let mut history = History::played();
    let record = history.stream.records.pop().unwrap();
    history.ledger.commands.remove(&record.cause.unwrap());
    history.ledger.events.remove(&record.events[0].seq);
    assert_eq!(history.faults(), [Fault::Lost]);
}

#[test]
fn a_command_that_was_carried_out_twice_is_found() {
    let mut history = History::played();
    let mut again = history.stream.records.last().unwrap().clone();
    again.events[0].seq = again.events[0].seq.next();
    history.stream.records.push(again);
    history.is_found(Fault::Doubled);
}

#[test]
fn an_unanswered_command_may_be_there_once_but_not_twice() {
    let mut history = History::played();
    let cause = history.stream.records.last().unwrap().cause.unwrap();
    history.ledger.commands.get_mut(&cause).unwrap().told = None;
    assert_eq!(history.faults(), []);
    let again = history.stream.records.last().unwrap().clone();
    history.stream.records.push(again);
    history.is_found(Fault::Doubled);
}

#[test]
fn commands_of_one_run_in_another_order_are_found() {
    let mut history = History::played();
    let causes: Vec<usize> = (0..history.stream.records.len())
        .filter(|index| history.stream.records[*index].cause.unwrap().player == ANN)
        .collect();
    let [one, other] = [causes[causes.len() - 2], causes[causes.len() - 1]];
    let cause = history.stream.records[one].cause;
    history.stream.records[one].cause = history.stream.records[other].cause;
    history.stream.records[other].cause = cause;
    history.is_found(Fault::OutOfOrder);
}

#[test]
fn another_stone_than_was_told_of_is_found() {
    let mut history = History::played();
    let Event::StonePlaced { point, .. } =
        &mut history.stream.records.last_mut().unwrap().events.last_mut().unwrap().event
    else {
        panic!("the last event is a stone");
    };
    *point = "c1".parse().unwrap();
    history.is_found(Fault::Changed);
    history.is_found(Fault::Disagrees);
}

#[test]
fn another_time_than_was_told_of_is_found() {
    let mut history = History::played();
    history.stream.records.last_mut().unwrap().events[0].time += 1;
    history.is_found(Fault::Changed);
}

#[test]
fn a_client_that_is_told_otherwise_than_another_is_found() {
    let mut history = History::played();
    let mut other = history.stream.records.last().unwrap().events.clone();
    other[0].event = Event::SeatFreed { seat: Seat::One };
    history.ledger.told(2, &other);
    assert_eq!(history.faults(), [Fault::Changed]);
}

#[test]
fn what_one_client_may_not_see_is_no_difference() {
    let mut history = History::played();
    let mut hidden = history.stream.records.last().unwrap().events.clone();
    hidden[0].event = Event::Hidden {};
    history.ledger.told(2, &hidden);
    assert_eq!(history.faults(), []);
}

#[test]
fn a_repeated_command_with_another_answer_is_found() {
    let mut history = History::played();
    let cause = history.stream.records.last().unwrap().cause.unwrap();
    let again = Told::Accepted { last: history.room.seq().next(), own: Vec::new() };
    history.ledger.answered(cause, again);
    assert_eq!(history.faults(), [Fault::Changed]);
    history.ledger.findings.clear();
    history.ledger.answered(cause, Told::Refused(RejectCode::Stale));
    assert_eq!(history.faults(), [Fault::Changed]);
}

#[test]
fn what_was_refused_or_never_asked_and_has_happened_is_found() {
    let mut history = History::played();
    let cause = history.stream.records.last().unwrap().cause.unwrap();
    history.ledger.commands.get_mut(&cause).unwrap().told = Some(Told::Refused(RejectCode::Stale));
    assert_eq!(history.faults(), [Fault::Invented]);
    history.ledger.commands.remove(&cause);
    assert_eq!(history.faults(), [Fault::Invented]);
    history.stream.records.last_mut().unwrap().cause = None;
    assert_eq!(history.faults(), [Fault::Invented], "a person's stone by nobody's command");
}

#[test]
fn a_client_that_sees_another_room_is_found() {
    let mut history = History::played();
    let seen = history.ledger.looks[6].room.clone();
    let after = history.stream.records.iter().flat_map(|record| &record.events);
    let mut forged = (*seen).clone();
    let next = after.clone().find(|stamped| stamped.seq == seen.seq().next()).unwrap().clone();
    forged.apply(&next).unwrap();
    let mut wrong = serde_json::to_value(&forged).unwrap();
    wrong["seq"] = serde_json::to_value(seen.seq()).unwrap();
    *history.ledger.looks[6].room = serde_json::from_value(wrong).unwrap();
    assert_eq!(history.faults(), [Fault::Disagrees]);
}

#[test]
fn a_wrong_score_is_found() {
    let mut history = History::played();
    let mut wrong = serde_json::to_value(&history.room).unwrap();
    assert_eq!(wrong["scores"][0]["wins"], 1);
    wrong["scores"][0]["wins"] = 2.into();
    history.stream.checkpoint = Some(serde_json::from_value(wrong).unwrap());
    assert_eq!(history.faults(), [Fault::Disagrees, Fault::Score]);
}

#[test]
fn a_wrong_score_is_found_even_when_the_games_are_in_the_checkpoint_only() {
    let mut history = History::played();
    let mut wrong = serde_json::to_value(&history.room).unwrap();
    wrong["scores"][0]["wins"] = 2.into();
    history.stream.records.clear();
    history.ledger.looks.clear();
    history.stream.checkpoint = Some(history.room.clone());
    assert_eq!(history.faults(), []);
    history.stream.checkpoint = Some(serde_json::from_value(wrong).unwrap());
    assert_eq!(history.faults(), [Fault::Disagrees, Fault::Score]);
}

#[test]
fn a_game_that_ended_otherwise_is_found() {
    let mut history = History::played();
    let over = history.stream.records.iter_mut().flat_map(|record| &mut record.events);
    for stamped in over {
        if let Event::GameOver { end: GameEnd { winner, .. } } = &mut stamped.event {
            *winner = Some(Seat::Two);
        }
    }
    history.is_found(Fault::Changed);
}
