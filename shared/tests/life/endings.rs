//! Games that end early: aborted or begun again.

use tengen_shared::game::{
    ClockRule, Command, EndReason, Event, FirstMove, GameEnd, Reject, Seat, SeatPlan, Settings,
};

use super::{
    settings,
    table::{AI, ME, Table},
    timed,
};

fn ended(reason: EndReason) -> Event {
    Event::GameOver { end: GameEnd { winner: None, reason, line: Vec::new() } }
}

fn abort(table: &mut Table, seat: Seat) -> Result<Vec<Event>, Reject> {
    let game = table.number();
    table.of_seat(seat, &Command::Abort { seat, game })
}

fn restart(table: &mut Table, seat: Seat) -> Result<Vec<Event>, Reject> {
    let game = table.number();
    table.of_seat(seat, &Command::Restart { seat, game })
}

#[test]
fn a_game_can_be_aborted_until_both_have_moved_by_either() {
    for (moves, seat) in [("", Seat::One), ("", Seat::Two), ("a1", Seat::One), ("a1", Seat::Two)] {
        let mut table = Table::two_people(settings());
        if !moves.is_empty() {
            table.play(moves);
        }
        assert_eq!(abort(&mut table, seat).unwrap(), [ended(EndReason::Aborted)]);
    }
    let mut table = Table::two_people(settings());
    table.play("a1 b1");
    for seat in Seat::BOTH {
        assert_eq!(abort(&mut table, seat), Err(Reject::TooLateToAbort));
    }
}

#[test]
fn an_aborted_game_scores_for_nobody_and_does_not_count() {
    for first_move in [FirstMove::Alternate, FirstMove::WinnerFirst, FirstMove::LoserFirst, FirstMove::Fixed]
    {
        let mut table = Table::two_people(Settings { first_move, ..settings() });
        table.play("a1");
        abort(&mut table, Seat::Two).unwrap();
        assert_eq!((table.score(1), table.score(2)), ([0; 3], [0; 3]));
        assert_eq!((table.room.games_finished(), table.room.next_first()), (0, Seat::One));
        assert_eq!(table.room.finished_game(), None);
        table.all_ready();
        assert_eq!((table.number(), table.room.turn()), (2, Some(Seat::One)));
        table.resign(Seat::One);
        assert_eq!(table.room.games_finished(), 1);
    }
}

#[test]
fn an_aborted_game_waits_for_both_again() {
    let mut table = Table::two_people(settings());
    abort(&mut table, Seat::One).unwrap();
    assert_eq!(Seat::BOTH.map(|seat| table.room.seats()[seat].ready), [false; 2]);
    let mut table = Table::open(settings(), &[AI, ME]);
    abort(&mut table, Seat::Two).unwrap();
    assert_eq!(Seat::BOTH.map(|seat| table.room.seats()[seat].ready), [true, false]);
}

#[test]
fn an_aborted_game_stops_its_clocks() {
    let mut table = Table::two_people(timed(ClockRule::fischer(60_000, 0).unwrap()));
    table.wait(5_000);
    assert_eq!(abort(&mut table, Seat::Two).unwrap().len(), 2);
    assert_eq!(table.left_ms(), [55_000, 60_000]);
    table.wait(9_000).all_ready();
    assert_eq!(table.left_ms(), [60_000; 2]);
}

#[test]
fn against_the_computer_a_game_begins_anew_at_once_with_the_same_first_mover() {
    let mut table = Table::open(timed(ClockRule::fischer(60_000, 0).unwrap()), &[AI, ME]);
    table.play("a1 b1 c1");
    let events = restart(&mut table, Seat::Two).unwrap();
    assert_eq!(events[1], ended(EndReason::Restarted));
    assert_eq!(
        events[2..5],
        [
            Event::SeatReady { seat: Seat::Two },
            Event::GameBegun { number: 2 },
            Event::SidesSet { black: Seat::One }
        ]
    );
    assert_eq!((table.room.turn(), table.room.game().unwrap().ply()), (Some(Seat::One), 0));
    assert_eq!((table.left_ms(), table.room.games_finished(), table.score(1)), ([60_000; 2], 0, [0; 3]));
    table.resign(Seat::Two);
    assert_eq!((table.room.games_finished(), table.score(1)), (1, [0, 0, 1]));
    table.all_ready();
    assert_eq!(table.room.turn(), Some(Seat::Two), "the one that counted has rotated the first move");
    restart(&mut table, Seat::Two).unwrap();
    assert_eq!((table.room.turn(), table.number()), (Some(Seat::Two), 4));
}

#[test]
fn at_one_keyboard_either_side_begins_anew() {
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let mut table = Table::open(settings(), &[ME, guest]);
    table.play("a1 b1 c1");
    restart(&mut table, Seat::Two).unwrap();
    table.play("a1");
    restart(&mut table, Seat::One).unwrap();
    assert_eq!((table.number(), table.room.games_finished()), (3, 0));
    assert!(table.room.is_playing());
}

#[test]
fn a_restart_names_its_game_so_that_a_second_press_hits_no_other() {
    let mut table = Table::open(settings(), &[AI, ME]);
    let again = Command::Restart { seat: Seat::Two, game: 1 };
    table.ask(1, &again).unwrap();
    assert_eq!(table.ask(1, &again), Err(Reject::Stale(table.room.at())));
}

#[test]
fn what_was_thought_in_a_game_begun_anew_is_told_and_not_kept() {
    let settings = Settings { thoughts: tengen_shared::game::ThoughtRule::AfterGame, ..settings() };
    let mut table = Table::open(settings, &[AI, ME]);
    let at = table.room.at();
    table.ask(1, &Command::Hint { seat: Seat::Two, at }).unwrap_err();
    let thinking = Some(tengen_shared::game::Thinking {
        value: tengen_shared::rules::Value::Estimate(3),
        depth: 1,
        nodes: 1,
        pace: tengen_shared::rules::Pace::Full,
    });
    let point = super::table::point("b2");
    table.put(tengen_shared::game::Input::AiMove { seat: Seat::One, point, at, thinking }).unwrap();
    let events = restart(&mut table, Seat::Two).unwrap();
    assert!(matches!(&events[1], Event::Disclosed { thoughts, .. } if thoughts.len() == 1), "{events:?}");
    assert_eq!(table.room.game().unwrap().thoughts(), []);
}
