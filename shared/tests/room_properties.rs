//! Properties of a room that hold whatever its players and its computer ask for.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
mod table;

use proptest::{prelude::*, sample::Index};
use table::{LEVELS, Table, context, name, point};
use tengen_shared::{
    game::{
        Command, Event, FirstMove, Game, Input, Occupant, PlayerId, Room, ScoreEntry, Seat, SeatPlan, Seq,
        Settings, ThinkTime,
    },
    protocol::{Codec, ServerFrame, ServerMessage},
    rules::{Bot, Level, Point, Position, Runs, Variant},
};

/// What somebody at the table does next.
#[derive(Clone, Debug)]
enum Step {
    /// Whoever is to move plays one of the legal points.
    Move(Index),
    /// Whoever sits there wants the next game.
    Ready(Seat),
    /// A player asks for something, sensible or not.
    Ask { player: u32, what: What, seat: Seat, pick: Index, lag: u32 },
    /// The computer answers for a seat, perhaps too late.
    Ai { seat: Seat, pick: Index, lag: u32 },
}

#[derive(Clone, Copy, Debug)]
enum What {
    Join,
    Sit,
    SitGuest,
    Stand,
    Leave,
    SetAi,
    Ready,
    Place,
    Resign,
}

const WHATS: [What; 9] = [
    What::Join,
    What::Sit,
    What::SitGuest,
    What::Stand,
    What::Leave,
    What::SetAi,
    What::Ready,
    What::Place,
    What::Resign,
];

fn seats() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::BOTH.to_vec())
}

/// How many events behind the asker is: mostly none.
fn lags() -> impl Strategy<Value = u32> {
    prop_oneof![4 => Just(0), 1 => 1..4_u32]
}

fn steps() -> impl Strategy<Value = Step> {
    let ask = (1..=4_u32, prop::sample::select(WHATS.to_vec()), seats(), any::<Index>(), lags());
    prop_oneof![
        8 => any::<Index>().prop_map(Step::Move),
        3 => seats().prop_map(Step::Ready),
        6 => ask.prop_map(|(player, what, seat, pick, lag)| Step::Ask { player, what, seat, pick, lag }),
        1 => (seats(), any::<Index>(), lags()).prop_map(|(seat, pick, lag)| Step::Ai { seat, pick, lag }),
    ]
}

fn settings() -> impl Strategy<Value = Settings> {
    let policies =
        vec![FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];
    (3..=5_u8, 3..=5_u8, any::<bool>(), prop::sample::select(policies)).prop_flat_map(
        |(w, h, exact, first_move)| {
            let runs = if exact { Runs::Exactly } else { Runs::AtLeast };
            (3..=w.max(h)).prop_map(move |k| Settings {
                variant: Variant::new(w, h, k, runs).unwrap(),
                first_move,
                think_time: ThinkTime::default(),
                ..Settings::new(Variant::TICTACTOE)
            })
        },
    )
}

fn plans() -> impl Strategy<Value = [SeatPlan; 2]> {
    let [me, open] = [SeatPlan::Me {}, SeatPlan::Open {}];
    let guest = SeatPlan::Guest { name: name("Bo") };
    let ai = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };
    prop::sample::select(vec![
        [me.clone(), open.clone()],
        [open.clone(), open],
        [ai.clone(), me.clone()],
        [me.clone(), ai],
        [guest, me],
    ])
}

fn command(room: &Room, what: What, seat: Seat, pick: &Index, lag: u32) -> Command {
    let at = Seq(room.at().0.saturating_sub(lag));
    match what {
        What::Join => Command::Join {},
        What::Sit => Command::Sit { seat, guest: None },
        What::SitGuest => Command::Sit { seat, guest: Some(name(["Bo", "Cy"][pick.index(2)])) },
        What::Stand => Command::Stand { seat },
        What::Leave => Command::Leave {},
        What::SetAi => Command::SetAi { seat, bot: Bot::Level(*pick.get(&LEVELS)) },
        What::Ready => Command::Ready { seat, at },
        What::Place => Command::Place { seat, point: any_point(room, pick), at },
        What::Resign => {
            let number = room.game().map_or(1, Game::number);
            Command::Resign { seat, game: number.saturating_sub(lag) }
        }
    }
}

/// A point on the board or, now and then, beside it.
fn any_point(room: &Room, pick: &Index) -> Point {
    let variant = room.settings().variant;
    let beside = Point::new(variant.width(), 0).unwrap();
    let points: Vec<Point> = variant.reading_order().chain([beside]).collect();
    *pick.get(&points)
}

fn legal_point(room: &Room, pick: &Index) -> Option<Point> {
    let legal: Vec<Point> = room.game()?.position().legal_points().collect();
    (!legal.is_empty()).then(|| *pick.get(&legal))
}

/// Does `step`; what is refused changes nothing, which the table checks.
fn take(table: &mut Table, step: &Step) {
    let room = &table.room;
    let _refused = match step {
        Step::Move(pick) => match (room.turn(), legal_point(room, pick)) {
            (Some(seat), Some(point)) => Some(table.place(seat, point, table.room.at()).unwrap()),
            _ => None,
        },
        Step::Ready(seat) => {
            let ready = Command::Ready { seat: *seat, at: room.at() };
            room.seats().player(*seat).and_then(|player| table.ask(player.0, &ready).ok())
        }
        Step::Ask { player, what, seat, pick, lag } => {
            let command = command(room, *what, *seat, pick, *lag);
            table.ask(*player, &command).ok()
        }
        Step::Ai { seat, pick, lag } => {
            let at = Seq(room.at().0.saturating_sub(*lag));
            let point = any_point(room, pick);
            table.put(Input::AiMove { seat: *seat, point, at, thinking: None }).ok()
        }
    };
}

/// The seats whose occupant could place a stone on `point` right now.
fn movers(room: &Room, point: Point) -> Vec<Seat> {
    let may_place = |seat: &Seat| {
        let (seat, at) = (*seat, room.at());
        let command = Command::Place { seat, point, at };
        let input = match room.seats().player(seat) {
            Some(player) => Input::Command { player, name: &name("Mover"), command: &command },
            None => Input::AiMove { seat, point, at, thinking: None },
        };
        room.decide(input, &context(room.time())).is_ok()
    };
    Seat::BOTH.into_iter().filter(may_place).collect()
}

fn check_mover(room: &Room) {
    let anywhere = room.game().and_then(|game| game.position().legal_points().next());
    let wanted: Vec<Seat> = room.turn().into_iter().collect();
    let target = anywhere.unwrap_or_else(|| point("a1"));
    assert_eq!(movers(room, target), wanted);
    if let (Some(seat), Some(game)) = (room.turn(), room.game()) {
        assert_eq!(game.stone_of(seat), Some(game.position().to_move()));
        assert!(Seat::BOTH.into_iter().all(|seat| room.seats()[seat].occupant.is_some()));
    }
}

/// The score as a plain reading of the record gives it: who won, drew and lost how often.
fn score_of_record(table: &Table) -> Vec<(Occupant, [u32; 3])> {
    let mut scores: Vec<(Occupant, [u32; 3])> = Vec::new();
    let mut sitting = [None, None];
    for stamped in &table.log {
        match &stamped.event {
            Event::SeatTaken { seat, occupant } => {
                if !scores.iter().any(|(who, _)| who.is_same(occupant)) {
                    scores.push((occupant.clone(), [0; 3]));
                }
                sitting[usize::from(*seat == Seat::Two)] = Some(occupant.clone());
            }
            Event::SeatFreed { seat } => sitting[usize::from(*seat == Seat::Two)] = None,
            Event::GameOver { end } => {
                for (seat, who) in Seat::BOTH.into_iter().zip(sitting.iter().flatten()) {
                    let column = end.winner.map_or(1, |winner| if winner == seat { 0 } else { 2 });
                    let mut of_who = scores.iter_mut().filter(|(other, _)| other.is_same(who));
                    of_who.next().unwrap().1[column] += 1;
                }
            }
            _ => {}
        }
    }
    scores
}

fn check_score(table: &Table) {
    let entries = table.room.scores().entries();
    let wanted = score_of_record(table);
    assert_eq!(entries.len(), wanted.len());
    for (entry, (who, score)) in entries.iter().zip(wanted) {
        assert!(entry.who.is_same(&who));
        assert_eq!([entry.wins, entry.draws, entry.losses], score);
    }
    let ends = || {
        table.log.iter().filter_map(|stamped| match &stamped.event {
            Event::GameOver { end } => Some(end.winner.is_some()),
            _ => None,
        })
    };
    let [wins, draws] = [true, false].map(|won| ends().filter(|end| *end == won).count());
    let sum = |of: fn(&ScoreEntry) -> u32| entries.iter().map(of).sum::<u32>();
    assert_eq!(usize::try_from(sum(|entry| entry.wins)), Ok(wins));
    assert_eq!(usize::try_from(sum(|entry| entry.losses)), Ok(wins));
    assert_eq!(usize::try_from(sum(|entry| entry.draws)), Ok(2 * draws));
    assert_eq!(usize::try_from(table.room.games_finished()), Ok(wins + draws));
}

fn check_snapshot(room: &Room) {
    let message = ServerMessage::Snapshot { room: Box::new(room.clone()) };
    for codec in Codec::ALL {
        let read = codec.decode_server(&codec.encode_server(&message));
        assert_eq!(read, Ok(ServerFrame::Known(Box::new(message.clone()))), "{codec:?}");
    }
}

fn position(room: &Room) -> Option<Position> {
    room.game().map(|game| game.position().clone())
}

/// A command of somebody without a seat may seat them, and only so begin a game; it never moves.
fn check_spectator(before: &Room, table: &Table, step: &Step) {
    let Step::Ask { player, what, .. } = step else { return };
    if before.seats().held_by(PlayerId(*player)).next().is_some() {
        return;
    }
    let new = &table.log[usize::try_from(before.seq().0).unwrap()..];
    let begun = new.iter().any(|stamped| matches!(stamped.event, Event::GameBegun { .. }));
    if matches!(what, What::Join | What::Sit) {
        assert!(begun || position(before) == position(&table.room));
    } else {
        assert_eq!(*before, table.room, "{step:?} by a spectator");
    }
}

fn check_numbers(before: &Room, table: &Table) {
    let room = &table.room;
    assert!(room.seq() >= before.seq() && room.at() >= before.at() && room.at() <= room.seq());
    assert!(room.time() >= before.time());
    assert_eq!(usize::try_from(room.seq().0), Ok(table.log.len()));
    let moved = table.log.iter().rfind(|stamped| stamped.event.moves_at());
    assert_eq!(room.at(), moved.map_or(Seq(1), |stamped| stamped.seq));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_room_keeps_its_promises_whatever_is_asked(
        settings in settings(),
        plans in plans(),
        steps in prop::collection::vec(steps(), 0..150),
    ) {
        let mut table = Table::open(settings, &plans);
        for step in &steps {
            let before = table.room.clone();
            take(&mut table, step);
            check_numbers(&before, &table);
            check_spectator(&before, &table, step);
            check_mover(&table.room);
            if table.room != before {
                check_snapshot(&table.room);
            }
        }
        check_score(&table);
        prop_assert_eq!(Table::replay(&table.log).room, table.room);
    }
}
