//! Properties of evaluations, hints, verdicts and rooms of two AI seats, for every sequence of steps.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
mod table;

use std::collections::BTreeMap;

use proptest::{option, prelude::*, sample::Index};
use table::{Table, name, point};
use tengen_shared::{
    game::{
        AiGames, Audience, Command, Event, Foreseen, Game, HintMark, HintRule, Input, PlayerId, Room, Seat,
        SeatPlan, Settings, Stamped, Thinking, Thought, ThoughtRule, VerdictRule,
    },
    protocol::view,
    rules::{Bot, Level, Outlook, Pace, Point, Value, Variant},
};

/// The viewers: the host, three others who may sit down, and one who never does.
const VIEWERS: [PlayerId; 5] = [PlayerId(1), PlayerId(2), PlayerId(3), PlayerId(4), PlayerId(9)];

/// One step of a random story.
#[derive(Clone, Debug)]
enum Step {
    /// The side to move plays one of the legal points. An AI may evaluate its move.
    Move(Index, Option<Value>),
    /// The side to move, or the player in this seat, asks for a hint.
    Hint(Option<Seat>),
    /// An engine finds a hint for the side to move or for this seat, even if nobody asked.
    Found(Option<Seat>, Index),
    /// The player in this seat gets ready, or resigns.
    Ready(Seat),
    Resign(Seat),
    /// The pause after a game of two AI seats is over.
    NextGame,
    /// A player sends a command, sensible or not.
    Ask(u32, Command),
}

fn seats() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::BOTH.to_vec())
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-99..99_i32).prop_map(Value::Estimate),
        (2..9_u16).prop_map(Value::Win),
        (2..9_u16).prop_map(Value::Loss),
    ]
}

fn commands() -> impl Strategy<Value = Command> {
    let bots = [Level::Easy, Level::Hard].map(Bot::Level).to_vec();
    prop_oneof![
        6 => Just(Command::Join { passphrase: None }),
        1 => Just(Command::Leave {}),
        4 => Just(Command::GoOn {}),
        1 => seats().prop_map(|seat| Command::Stand { seat }),
        2 => (seats(), prop::sample::select(bots)).prop_map(|(seat, bot)| Command::SetAi { seat, bot }),
    ]
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (any::<Index>(), option::weighted(0.9, values())).prop_map(|(pick, value)| Step::Move(pick, value)),
        5 => option::weighted(0.2, seats()).prop_map(Step::Hint),
        5 => (option::weighted(0.2, seats()), any::<Index>()).prop_map(|(seat, pick)| Step::Found(seat, pick)),
        3 => seats().prop_map(Step::Ready),
        1 => seats().prop_map(Step::Resign),
        2 => Just(Step::NextGame),
        4 => (1..=4_u32, commands()).prop_map(|(player, command)| Step::Ask(player, command)),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let hints = prop::sample::select(vec![HintRule::AgainstAi, HintRule::Always, HintRule::Never]);
    let thoughts = prop::sample::select(vec![ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never]);
    let verdicts = prop::sample::select(vec![VerdictRule::Classic, VerdictRule::Always, VerdictRule::Never]);
    (hints, thoughts, verdicts, 1..=2_u8).prop_map(|(hints, thoughts, verdicts, games)| Settings {
        hints,
        thoughts,
        verdicts,
        ai_games: AiGames::try_from(games).unwrap(),
        ..Settings::new(Variant::TICTACTOE)
    })
}

fn plans() -> impl Strategy<Value = [SeatPlan; 2]> {
    let [me, open] = [SeatPlan::Me {}, SeatPlan::Open {}];
    let ai = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };
    let guest = SeatPlan::Guest { name: name("Bo") };
    let all = vec![[me.clone(), open], [ai.clone(), me.clone()], [ai.clone(), ai], [guest, me]];
    prop::sample::select(all)
}

fn legal_point(room: &Room, pick: &Index) -> Point {
    let legal: Vec<Point> =
        room.game().map_or_else(Vec::new, |game| game.position().legal_points().collect());
    if legal.is_empty() { point("a1") } else { *pick.get(&legal) }
}

fn ask_of(table: &mut Table, seat: Seat, command: &Command) {
    if let Some(player) = table.room.seats().player(seat) {
        let _refused = table.ask(player.0, command);
    }
}

/// Carries out `step`. A refusal changes nothing.
fn take(table: &mut Table, step: &Step) {
    let at = table.room.at();
    match step {
        Step::Move(pick, value) => {
            let Some(seat) = table.room.turn() else { return };
            let point = legal_point(&table.room, pick);
            let thinking = value.map(|value| Thinking { value, depth: 3, nodes: 99, pace: Pace::Full });
            let moved = match table.room.seats().bot(seat) {
                Some(_) => table.put(Input::AiMove { seat, point, at, thinking }),
                None => table.place(seat, point, at),
            };
            moved.unwrap();
        }
        Step::Hint(seat) => {
            let Some(seat) = seat.or_else(|| table.room.turn()) else { return };
            ask_of(table, seat, &Command::Hint { seat, at });
        }
        Step::Ready(seat) => ask_of(table, *seat, &Command::Ready { seat: *seat, at }),
        Step::Resign(seat) => {
            let game = table.room.game().map_or(1, Game::number);
            ask_of(table, *seat, &Command::Resign { seat: *seat, game });
        }
        Step::Found(seat, pick) => {
            let Some(seat) = seat.or_else(|| table.room.turn()) else { return };
            let point = legal_point(&table.room, pick);
            let _unwanted = table.put(Input::HintFound { seat, at, point, outlook: Outlook::Even {} });
        }
        Step::NextGame => drop(table.put(Input::NextGame)),
        Step::Ask(player, command) => drop(table.ask(*player, command)),
    }
}

fn sits(room: &Room, viewer: PlayerId) -> bool {
    Seat::BOTH.iter().any(|seat| room.seats().player(*seat) == Some(viewer))
}

/// Whether `viewer` may see an AI's evaluations during a game.
fn may_read_thoughts(room: &Room, viewer: PlayerId) -> bool {
    let people = Seat::BOTH.iter().any(|seat| room.seats().player(*seat).is_some());
    room.settings().thoughts == ThoughtRule::Live && (!people || sits(room, viewer))
}

/// Asserts that `viewer` receives exactly the events that they may see.
fn check_sent(room: &Room, viewer: PlayerId, happened: &[Stamped], sent: &[Stamped]) {
    assert_eq!(sent.len(), happened.len());
    for (sent, happened) in sent.iter().zip(happened) {
        let open = match &happened.event {
            Event::ThoughtNoted { .. } => may_read_thoughts(room, viewer),
            Event::HintAsked { mark: HintMark { seat, .. } } | Event::HintGiven { seat, .. } => {
                room.seats().player(*seat) == Some(viewer)
            }
            _ => true,
        };
        assert_eq!((sent.seq, sent.time), (happened.seq, happened.time));
        // The last evaluation comes with the end of the game. Everybody may see it then, unless evaluations stay
        // secret.
        let over = !room.is_playing() && room.settings().thoughts != ThoughtRule::Never;
        let last = over && matches!(happened.event, Event::ThoughtNoted { .. });
        if !last {
            assert_eq!(sent.event, if open { happened.event.clone() } else { Event::Hidden {} });
        }
    }
}

/// Asserts that the room as `viewer` knows it keeps the secrets of a running game.
fn check_secrets(room: &Room, viewer: PlayerId, seen: &Room) {
    let (Some(game), true) = (seen.game(), room.is_playing()) else { return };
    assert!(game.thoughts().is_empty() || may_read_thoughts(room, viewer));
    let own = |seat| room.seats().player(seat) == Some(viewer);
    assert!(game.hints().iter().all(|mark| own(mark.seat)));
    if game.hint().is_some() {
        assert!(room.turn().is_some_and(own), "the hint is for the seat to move");
        assert_eq!(game.hint(), room.game().and_then(Game::hint));
    }
}

/// A simple reading of the record: the evaluations, hint requests and announced wins of each game.
#[derive(Default)]
struct Reading {
    thoughts: Vec<Thought>,
    hidden: bool,
    hints: Vec<HintMark>,
    foreseen: Option<Foreseen>,
    ended: bool,
    /// The number of games in a row of two AI seats.
    run: u8,
}

impl Reading {
    /// Reads the events of one decision.
    fn read(&mut self, room: &Room, events: &[Stamped]) {
        let secret = room.settings().thoughts == ThoughtRule::Never;
        for (index, Stamped { event, .. }) in events.iter().enumerate() {
            match event {
                Event::GameBegun { .. } => {
                    assert!(!room.seats().all_ai() || self.run < room.settings().ai_games.games());
                    *self = Self { run: self.run, ..Self::default() };
                }
                Event::SeatTaken { .. } | Event::WentOn {} => self.run = 0,
                Event::ThoughtNoted { audience, thought } => {
                    self.hidden |= *audience != Audience::All {};
                    self.thoughts.push(*thought);
                }
                Event::HintAsked { mark } => self.hints.push(*mark),
                Event::WinForeseen { winner, ply } => {
                    let Event::ThoughtNoted { thought, .. } = events[index - 1].event else { panic!("why?") };
                    assert!(!matches!(thought.thinking.value, Value::Estimate(_)));
                    assert_ne!(room.settings().verdicts, VerdictRule::Never);
                    let earlier = self.foreseen.replace(Foreseen { winner: *winner, ply: *ply });
                    assert!(earlier.is_none_or(|old| old.winner != *winner || old.ply > *ply));
                }
                Event::GameOver { .. } => {
                    self.ended = true;
                    self.run = if room.seats().all_ai() { self.run + 1 } else { 0 };
                    let owed = self.hidden || !self.hints.is_empty();
                    let next = events.get(index + 1).map(|stamped| &stamped.event);
                    let thoughts = if secret { Vec::new() } else { self.thoughts.clone() };
                    let disclosed = Event::Disclosed { thoughts, hints: self.hints.clone() };
                    assert_eq!(next, owed.then_some(&disclosed));
                }
                _ => {}
            }
        }
        let game = room.game();
        assert_eq!(game.map_or(&[][..], Game::hints), self.hints);
        assert_eq!(game.and_then(Game::foreseen), self.foreseen);
        let kept = if self.ended && self.hidden && secret { &[][..] } else { &self.thoughts };
        assert_eq!(game.map_or(&[][..], Game::thoughts), kept);
    }
}

/// Runs `cases` random stories and compares the events that each viewer receives with those they may see.
fn sees_what_they_may(cases: u32) {
    proptest!(ProptestConfig::with_cases(cases), |(
        settings in settings(),
        plans in plans(),
        steps in prop::collection::vec(steps(), 0..120)
    )| {
        let mut table = Table::open(settings, &plans);
        let mut reading = Reading::default();
        reading.read(&table.room, &table.log);
        let mut live: BTreeMap<PlayerId, Room> =
            VIEWERS.map(|viewer| (viewer, view::snapshot(&table.room, viewer))).into();
        for step in &steps {
            let before = table.log.len();
            take(&mut table, step);
            let (room, happened) = (&table.room, &table.log[before..]);
            reading.read(room, happened);
            for (viewer, seen) in &mut live {
                let sent = view::events(room, *viewer, happened);
                check_sent(room, *viewer, happened, &sent);
                for stamped in &*sent {
                    seen.apply(stamped).unwrap();
                }
                check_secrets(room, *viewer, seen);
                prop_assert_eq!(&*seen, &view::snapshot(room, *viewer));
            }
        }
        prop_assert_eq!(Table::replay(&table.log).room, table.room);
    });
}

#[test]
fn everybody_sees_what_they_may_live_as_in_a_snapshot_and_the_record_tells_it_all() {
    sees_what_they_may(256);
}

#[test]
#[ignore = "long lane: 5,000 random stories of a room with an AI"]
fn everybody_sees_what_they_may_in_thousands_of_stories() {
    sees_what_they_may(5_000);
}
