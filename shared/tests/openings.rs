//! Openings in a room: who acts, who gets which colour, and what clocks, takebacks, scores and records make of it.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
mod table;

use table::{AI, ME, Table, point};
use tengen_shared::{
    game::{
        ChoiceMade, ClockRule, ClockState, Command, EndReason, Event, GameEnd, Input, Offer, Phase, Reject,
        Reply, Room, Seat, Settings, SideTime,
    },
    rules::{Area, Choice, FoulRule, Opening, Party, Step, Stone, Variant},
};

const ONE: Seat = Seat::One;
const TWO: Seat = Seat::Two;

fn settings(opening: Opening) -> Settings {
    Settings { opening, ..Settings::new(Variant::GOMOKU15) }
}

fn opened(opening: Opening) -> Table {
    Table::two_people(settings(opening))
}

fn choose(table: &mut Table, seat: Seat, choice: Choice) -> Result<Vec<Event>, Reject> {
    let at = table.room.at();
    table.of_seat(seat, &Command::Choose { seat, choice, at })
}

fn game(room: &Room) -> &tengen_shared::game::Game {
    room.game().unwrap()
}

/// Returns the seats of the stones, the chosen choices, and the seat with Black.
fn story(room: &Room) -> (Vec<u8>, Vec<(u16, Choice)>, Option<Seat>) {
    let seats = game(room).turns().iter().map(|turn| turn.seat.into()).collect();
    (seats, game(room).choices().iter().map(|made| (made.ply, made.choice)).collect(), game(room).black())
}

/// Checks that a game comes back as it was from what is stored of it.
fn assert_stored(table: &Table) {
    let json = serde_json::to_string(&table.room).unwrap();
    assert_eq!(serde_json::from_str::<Room>(&json).unwrap(), table.room);
    assert_eq!(Table::replay(&table.log).room, table.room);
}

#[test]
fn an_opening_is_a_list_of_steps_of_two_sides() {
    let steps = |opening: Opening| -> String {
        let word = |step: &Step| match (step.by(), step) {
            (Party::First, Step::Stone { .. }) => 'f',
            (Party::Second, Step::Stone { .. }) => 's',
            (Party::First, Step::Choice { .. }) => 'F',
            (Party::Second, Step::Choice { .. }) => 'S',
        };
        opening.steps().iter().map(word).collect()
    };
    let all = Opening::ALL.map(steps);
    assert_eq!(all, ["", "fsf", "fsf", "fffS", "fffSssF"]);
}

#[test]
fn the_centre_and_its_surroundings_are_those_of_the_rules() {
    let allowed = |area: Area, points: &[&str]| -> Vec<bool> {
        points.iter().map(|text| area.contains(Variant::GOMOKU15, point(text))).collect()
    };
    assert_eq!(allowed(Area::Centre, &["h8", "h7"]), [true, false]);
    // Outside of the central 5x5 points, and of the central 7x7.
    assert_eq!(
        allowed(Area::FromCentre(3), &["j10", "k8", "h5", "f6", "a1"]),
        [false, true, true, false, true]
    );
    assert_eq!(allowed(Area::FromCentre(4), &["k11", "l8", "h4", "e5"]), [false, true, true, false]);
}

#[test]
fn pro_begins_in_the_centre_and_goes_on_away_from_it() {
    for (opening, near, far) in [(Opening::Pro, "j8", "k8"), (Opening::LongPro, "k8", "l8")] {
        let mut table = opened(opening);
        assert_eq!(game(&table.room).black(), Some(ONE));
        assert_eq!(table.stone("h9"), Err(Reject::OutsideArea { point: point("h9"), area: Area::Centre }));
        table.play("h8 h9");
        assert!(matches!(table.stone(near), Err(Reject::OutsideArea { .. })));
        table.play(far).play("j8 j9");
        assert_eq!(game(&table.room).step(), None);
        assert_stored(&table);
    }
}

#[test]
fn in_swap_the_second_side_takes_either_colour() {
    for (choice, black, next) in [(Choice::Black, TWO, ONE), (Choice::White, ONE, TWO)] {
        let mut table = opened(Opening::Swap);
        assert_eq!((table.room.phase(), game(&table.room).black()), (Phase::Turn(ONE), None));
        table.play("h8 j9 g10");
        assert_eq!((table.room.phase(), game(&table.room).black()), (Phase::Choice(TWO), None));
        assert_eq!(choose(&mut table, TWO, choice).unwrap(), [Event::OpeningChosen { seat: TWO, choice }]);
        assert_eq!(table.room.phase(), Phase::Turn(next));
        table.play("a1 a2");
        let by: Vec<u8> = [ONE, ONE, ONE, next, next.other()].map(u8::from).to_vec();
        assert_eq!(story(&table.room), (by, vec![(3, choice)], Some(black)));
        assert_eq!(game(&table.room).stone_of(black), Some(Stone::Black));
        assert_stored(&table);
    }
}

#[test]
fn in_swap2_the_second_side_may_place_two_more_and_the_first_chooses() {
    for (choice, black, next) in [(Choice::Black, ONE, TWO), (Choice::White, TWO, ONE)] {
        let mut table = opened(Opening::Swap2);
        table.play("h8 j9 g10");
        choose(&mut table, TWO, Choice::PlaceTwo).unwrap();
        assert_eq!(table.room.phase(), Phase::Turn(TWO));
        table.play("a1 a2");
        assert_eq!(table.room.phase(), Phase::Choice(ONE));
        assert_eq!(choose(&mut table, ONE, Choice::PlaceTwo), Err(Reject::NoSuchChoice));
        choose(&mut table, ONE, choice).unwrap();
        assert_eq!(table.room.phase(), Phase::Turn(next));
        table.play("b1");
        let by: Vec<u8> = [ONE, ONE, ONE, TWO, TWO, next].map(u8::from).to_vec();
        assert_eq!(story(&table.room), (by, vec![(3, Choice::PlaceTwo), (5, choice)], Some(black)));
        assert_stored(&table);
    }
    let mut table = opened(Opening::Swap2);
    table.play("h8 j9 g10");
    choose(&mut table, TWO, Choice::Black).unwrap();
    assert_eq!((table.room.phase(), game(&table.room).black()), (Phase::Turn(ONE), Some(TWO)));
}

#[test]
fn the_score_and_the_next_first_move_go_by_person() {
    let mut table = opened(Opening::Swap);
    table.play("a1 o15 a2");
    choose(&mut table, TWO, Choice::Black).unwrap();
    // Seat two has Black now, and completes the row that seat one began.
    let end = table.play("o14 a3 o13 a4 o12").stone("a5").unwrap();
    let line = ["a1", "a2", "a3", "a4", "a5"].map(point).to_vec();
    assert_eq!(end[1], Event::GameOver { end: GameEnd { winner: Some(TWO), reason: EndReason::Line, line } });
    assert_eq!((table.score(1), table.score(2)), ([0, 0, 1], [1, 0, 0]));
    assert_eq!(table.room.next_first(), TWO, "seat one began");
    let record = table.room.finished_game().unwrap();
    assert_eq!((record.black, record.opening, record.choices.len()), (TWO, Opening::Swap, 1));
    assert!(record.position(9).unwrap().outcome().is_some());
    table.all_ready();
    assert_eq!(table.room.phase(), Phase::Turn(TWO), "and now seat two places the stones");
}

#[test]
fn a_game_that_ends_in_its_opening_is_recorded_for_the_seat_that_began() {
    let mut table = opened(Opening::Swap2);
    table.play("h8 j9 g10");
    table.resign(TWO);
    let record = table.room.finished_game().unwrap();
    assert_eq!((record.black, record.end.winner, record.moves.len()), (ONE, Some(ONE), 3));
    assert_stored(&table);
}

const fn main(ms: u32) -> SideTime {
    SideTime { ms, periods: 0 }
}

#[test]
fn a_clock_belongs_to_the_person_and_runs_on_while_they_place_stones() {
    let clock = ClockRule::fischer(60_000, 1_000).unwrap();
    let mut table = Table::two_people(Settings { clock, ..settings(Opening::Swap2) });
    let began = table.now;
    for (stone, events) in [("h8", 1), ("j9", 1), ("g10", 2)] {
        assert_eq!(table.wait(2_000).stone(stone).unwrap().len(), events, "{stone}");
    }
    assert_eq!(table.left(), [main(55_000), main(60_000)], "six seconds, and one increment");
    assert_eq!(table.clock().state, ClockState::Runs { seat: TWO, since: began + 6_000 });
    table.wait(3_000);
    assert_eq!(choose(&mut table, TWO, Choice::PlaceTwo).unwrap().len(), 1, "seat two goes on");
    table.wait(1_000).play("a1").wait(1_000).play("a2");
    assert_eq!(table.left(), [main(55_000), main(56_000)]);
    table.wait(5_000);
    choose(&mut table, ONE, Choice::Black).unwrap();
    assert_eq!(table.left(), [main(51_000), main(56_000)]);
    assert_eq!(table.clock().state, ClockState::Runs { seat: TWO, since: table.now });
    let used: Vec<u32> = game(&table.room).turns().iter().map(|turn| turn.used_ms).collect();
    assert_eq!(used, [2_000, 2_000, 2_000, 1_000, 1_000]);
    assert_eq!(
        game(&table.room).choices().iter().map(|made| made.turn.used_ms).collect::<Vec<_>>(),
        [3_000, 5_000]
    );
}

#[test]
fn a_flag_falls_in_the_middle_of_three_stones_and_before_a_choice() {
    let clock = ClockRule::per_move(10_000).unwrap();
    let mut table = Table::two_people(Settings { clock, ..settings(Opening::Swap) });
    table.wait(6_000).play("h8").wait(4_000);
    assert_eq!(table.stone("j9"), Err(Reject::TimeUp), "the time for the turn, not for the stone");
    let mut table = Table::two_people(Settings { clock, ..settings(Opening::Swap) });
    table.play("h8 j9 g10").wait(10_000);
    assert_eq!(choose(&mut table, TWO, Choice::Black), Err(Reject::TimeUp));
    table.put(Input::Tick).unwrap();
    let end = game(&table.room).end().unwrap();
    assert_eq!((end.winner, end.reason), (Some(ONE), EndReason::Time));
}

#[test]
fn a_pause_in_an_opening_ends_with_a_stone_of_the_same_player() {
    let clock = ClockRule::fischer(60_000, 0).unwrap();
    let mut table = Table::two_people(Settings { clock, ..settings(Opening::Swap) });
    table.wait(1_000).play("h8").wait(1_000);
    table.agree_on(ONE, Offer::Pause {});
    // The stone keeps the time of the start of the turn, with or without a pause.
    assert_eq!(game(&table.room).turns()[0].left.ms, 60_000);
    table.wait(9_000).play("j9");
    let ClockState::Runs { seat, since } = table.clock().state else { panic!("{:?}", table.clock()) };
    assert_eq!((seat, table.left_ms()), (ONE, [58_000, 60_000]));
    table.now = since + 1_000;
    table.play("g10");
    assert_eq!(table.left_ms(), [57_000, 60_000]);
}

fn back(table: &mut Table, seat: Seat, to: u16) -> (u16, u8) {
    table.offer(seat, Offer::Takeback { to }).unwrap();
    match table.answer(seat.other(), Reply::Accept).unwrap().as_slice() {
        [_, Event::MovesTakenBack { to, choices }, ..] => (*to, *choices),
        other => panic!("{other:?}"),
    }
}

#[test]
fn stones_and_choices_are_taken_back_one_by_one() {
    let clock = ClockRule::fischer(60_000, 0).unwrap();
    let mut table = Table::two_people(Settings { clock, ..settings(Opening::Swap2) });
    table.wait(1_000).play("h8 j9 g10").wait(2_000);
    choose(&mut table, TWO, Choice::White).unwrap();
    table.wait(3_000).play("a1");
    assert_eq!(table.left_ms(), [59_000, 55_000]);
    assert_eq!(game(&table.room).last_act_of(TWO), Some(3));
    // First the stone, then the choice: both were after three stones.
    assert_eq!(back(&mut table, TWO, 3), (3, 1));
    assert_eq!((table.room.phase(), table.left_ms()), (Phase::Turn(TWO), [59_000, 60_000]));
    assert_eq!(back(&mut table, TWO, 3), (3, 0));
    assert_eq!((table.room.phase(), game(&table.room).black()), (Phase::Choice(TWO), None));
    assert_eq!(table.offer(TWO, Offer::Takeback { to: 3 }), Err(Reject::NothingToTakeBack));
    choose(&mut table, TWO, Choice::Black).unwrap();
    table.play("b1");
    // Seat one takes its own stone back, and the choice of seat two stays.
    assert_eq!(back(&mut table, ONE, 3), (3, 1));
    assert_eq!(story(&table.room), (vec![1, 1, 1], vec![(3, Choice::Black)], Some(TWO)));
    // Then the last of its three stones, and the choice goes with it.
    assert_eq!(back(&mut table, ONE, 2), (2, 0));
    assert_eq!((table.room.phase(), game(&table.room).choices()), (Phase::Turn(ONE), &[] as &[ChoiceMade]));
    assert_stored(&table);
}

#[test]
fn a_game_is_aborted_until_both_have_acted() {
    let abort = |table: &mut Table| table.of_seat(ONE, &Command::Abort { seat: ONE, game: 1 });
    let mut table = opened(Opening::Swap2);
    table.play("h8 j9 g10");
    assert!(abort(&mut table.clone()).is_ok());
    choose(&mut table, TWO, Choice::PlaceTwo).unwrap();
    assert_eq!(abort(&mut table), Err(Reject::TooLateToAbort));
}

#[test]
fn an_ai_acts_in_an_opening_and_a_stale_act_is_refused() {
    let mut table = Table::open(settings(Opening::Swap2), &[ME, AI]);
    table.play("h8 j9 g10");
    assert_eq!(table.room.ai_to_move().map(|(seat, _)| seat), Some(TWO));
    let (at, old) = (table.room.at(), table.log[2].seq);
    let act = |at| Input::AiChoice { seat: TWO, choice: Choice::PlaceTwo, at };
    assert!(matches!(table.put(act(old)), Err(Reject::Stale(_))));
    table.put(act(at)).unwrap();
    table.play("a1 a2");
    choose(&mut table, ONE, Choice::White).unwrap();
    assert_eq!(game(&table.room).black(), Some(TWO));
    assert_eq!(table.room.ai_to_move(), None, "white is to move");
}

#[test]
fn seat_two_places_the_stones_when_the_game_is_begun_again_for_it() {
    let mut table = Table::open(settings(Opening::Swap), &[AI, ME]);
    table.resign(TWO);
    table.all_ready();
    assert_eq!(table.room.phase(), Phase::Turn(TWO));
    let number = table.number();
    table.of_seat(TWO, &Command::Restart { seat: TWO, game: number }).unwrap();
    assert_eq!((table.number(), table.room.phase()), (number + 1, Phase::Turn(TWO)));
}

#[test]
fn in_a_strict_room_a_forbidden_stone_loses() {
    let strict = Settings { fouls: FoulRule::Loses, ..Settings::new(Variant::RENJU15) };
    let mut table = Table::two_people(strict);
    let events = table.play("h8 a1 g8 a3 j7 a5 j6 a7").stone("j8").unwrap();
    let end = GameEnd { winner: Some(TWO), reason: EndReason::Foul, line: Vec::new() };
    assert_eq!(events, [Event::StonePlaced { seat: ONE, point: point("j8") }, Event::GameOver { end }]);
    assert_eq!((table.score(1), table.score(2)), ([0, 0, 1], [1, 0, 0]));
    assert_eq!(table.room.finished_game().unwrap().position(9).unwrap().moves().len(), 9);
    assert_stored(&table);
}

#[test]
fn an_opening_must_fit_the_board() {
    let small = Settings { variant: Variant::TICTACTOE, ..settings(Opening::Swap2) };
    assert_eq!(Table::plan(small, &[ME, AI]), Err(Reject::OpeningNeedsBoard));
    let mut table = opened(Opening::None);
    table.play("h8 h9");
    table.resign(ONE);
    let at = table.room.at();
    let change = Command::Change { settings: small, passphrase: None, at };
    assert_eq!(table.ask(1, &change), Err(Reject::OpeningNeedsBoard));
}
