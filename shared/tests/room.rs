//! Room behaviour through its public interface: games, turns, series, seats and scores.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
mod table;

use table::{Table, name, point};
use tengen_shared::{
    game::{
        Command, Corrupt, EndReason, Event, FirstMove, GameEnd, Input, MAX_SCORES, Occupant, Phase, PlayerId,
        Reject, Room, Seat, SeatPlan, Seq, Settings, Stamped,
    },
    rules::{Bot, Level, Variant},
};

const ME: SeatPlan = SeatPlan::Me {};
const OPEN: SeatPlan = SeatPlan::Open {};
const AI: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

const FIRST_WINS: &str = "a1 b1 a2 b2 a3";
const SECOND_WINS: &str = "a1 b1 a2 b2 c3 b3";
const DRAW: &str = "a1 b2 c3 b1 b3 a3 c1 c2 a2";

fn tictactoe() -> Settings {
    Settings::new(Variant::TICTACTOE)
}

/// Players 1 and 2 in seats one and two, game one begun.
fn two_people(settings: Settings) -> Table {
    let mut table = Table::open(settings, &[ME, OPEN]);
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    table
}

/// An AI in seat one and player 1 in seat two, game one begun.
fn against_ai() -> Table {
    Table::open(tictactoe(), &[AI, ME])
}

/// Player 1 in seat one, and the guest Bo at the same keyboard in seat two.
fn one_keyboard() -> Table {
    Table::open(tictactoe(), &[ME, SeatPlan::Guest { name: name("Bo") }])
}

fn play(table: &mut Table, moves: &str) -> Vec<Event> {
    let mut last = Vec::new();
    for text in moves.split(' ') {
        let (seat, at) = (table.room.turn().unwrap(), table.room.at());
        last = table.place(seat, point(text), at).unwrap();
    }
    last
}

/// Makes every person ready who is not yet.
fn all_ready(table: &mut Table) {
    for seat in Seat::BOTH {
        if !table.room.seats()[seat].ready {
            let player = table.room.seats().player(seat).unwrap();
            table.ask(player.0, &Command::Ready { seat, at: table.room.at() }).unwrap();
        }
    }
}

fn resign(table: &mut Table, seat: Seat) {
    let (player, game) = (table.room.seats().player(seat).unwrap(), table.room.game().unwrap().number());
    table.ask(player.0, &Command::Resign { seat, game }).unwrap();
}

fn black(table: &Table) -> Option<Seat> {
    table.room.game().unwrap().black()
}

fn person(player: u32) -> Occupant {
    Occupant::Person { player: PlayerId(player), name: name("whoever") }
}

/// Returns the wins, draws and losses of `who`.
fn score(table: &Table, who: &Occupant) -> [u32; 3] {
    let entry = table.room.scores().of(who).unwrap();
    [entry.wins, entry.draws, entry.losses]
}

#[test]
fn a_game_begins_when_the_second_person_joins_and_ends_with_a_line() {
    let mut table = Table::open(tictactoe(), &[ME, OPEN]);
    assert_eq!((table.room.phase(), table.room.game()), (Phase::Waiting, None));
    let begun = table.ask(2, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(begun[1..], [Event::GameBegun { number: 1 }, Event::SidesSet { black: Seat::One }]);
    let last = play(&mut table, FIRST_WINS);
    let line = ["a1", "a2", "a3"].map(point).to_vec();
    let end = GameEnd { winner: Some(Seat::One), reason: EndReason::Line, line };
    assert_eq!(last, [Event::StonePlaced { seat: Seat::One, point: point("a3") }, Event::GameOver { end }]);
    assert_eq!((table.room.phase(), table.room.turn()), (Phase::Over, None));
    assert_eq!([score(&table, &person(1)), score(&table, &person(2))], [[1, 0, 0], [0, 0, 1]]);
    assert_eq!(table.room.games_finished(), 1);
    assert_eq!(table.room.game().unwrap().position().moves().len(), 5, "the board still stands");
}

#[test]
fn a_draw_scores_for_nobody_and_is_counted() {
    let mut table = two_people(tictactoe());
    let last = play(&mut table, DRAW);
    let end = GameEnd { winner: None, reason: EndReason::BoardFull, line: Vec::new() };
    assert_eq!(last[1], Event::GameOver { end });
    assert_eq!([score(&table, &person(1)), score(&table, &person(2))], [[0, 1, 0]; 2]);
    all_ready(&mut table);
    assert_eq!(black(&table), Some(Seat::Two));
}

#[test]
fn the_first_move_passes_on_as_each_policy_says() {
    use Seat::{One, Two};
    // In game one the first mover wins, in two the second mover, three is a draw, in four the first mover wins.
    let games = [FIRST_WINS, SECOND_WINS, DRAW, FIRST_WINS];
    for (first_move, begins) in [
        (FirstMove::Alternate, [One, Two, One, Two, One]),
        (FirstMove::LoserFirst, [One, Two, Two, One, Two]),
        (FirstMove::WinnerFirst, [One, One, Two, One, One]),
        (FirstMove::Fixed, [One; 5]),
    ] {
        let mut table = two_people(Settings { first_move, ..tictactoe() });
        for (moves, begins) in games.into_iter().zip(begins) {
            assert_eq!((black(&table), table.room.turn()), (Some(begins), Some(begins)), "{first_move:?}");
            play(&mut table, moves);
            all_ready(&mut table);
        }
        assert_eq!(black(&table), Some(begins[4]), "{first_move:?}");
    }
}

#[test]
fn the_computer_in_seat_one_begins_game_one_and_follows_in_game_two() {
    let mut table = against_ai();
    assert_eq!(table.room.ai_to_move(), Some((Seat::One, Bot::Level(Level::Easy))));
    play(&mut table, FIRST_WINS);
    assert_eq!(score(&table, &Occupant::Ai { bot: Bot::Level(Level::Easy) }), [1, 0, 0]);
    assert_eq!(Seat::BOTH.map(|seat| table.room.seats()[seat].ready), [true, false]);
    all_ready(&mut table);
    assert_eq!((table.room.turn(), table.room.ai_to_move()), (Some(Seat::Two), None));
}

#[test]
fn a_computer_move_for_another_position_is_stale() {
    let mut table = against_ai();
    let old = table.room.at();
    play(&mut table, "b2 a1");
    let now = table.room.at();
    assert_eq!(table.place(Seat::One, point("c3"), old), Err(Reject::Stale(now)));
    resign(&mut table, Seat::Two);
    let over = table.room.at();
    assert_eq!(table.place(Seat::One, point("c3"), now), Err(Reject::Stale(over)));
    assert_eq!(table.place(Seat::One, point("c3"), over), Err(Reject::NotYourTurn));
}

#[test]
fn the_computer_cannot_move_for_a_person_nor_a_person_for_the_computer() {
    let mut table = against_ai();
    let at = table.room.at();
    let place = Command::Place { seat: Seat::One, point: point("b2"), at };
    assert_eq!(table.ask(1, &place), Err(Reject::NotYourSeat(Seat::One)));
    play(&mut table, "b2");
    let at = table.room.at();
    let input = Input::AiMove { seat: Seat::Two, point: point("a1"), at, thinking: None };
    assert_eq!(table.put(input), Err(Reject::NotYourTurn));
}

#[test]
fn the_next_game_begins_once_both_are_ready() {
    let mut table = two_people(tictactoe());
    play(&mut table, FIRST_WINS);
    let at = table.room.at();
    let [one, two] = Seat::BOTH.map(|seat| Command::Ready { seat, at });
    assert_eq!(table.ask(1, &one).unwrap(), [Event::SeatReady { seat: Seat::One }]);
    assert_eq!(table.ask(1, &one).unwrap(), [], "a second press changes nothing");
    assert_eq!(table.room.phase(), Phase::Over);
    assert_eq!(
        table.ask(2, &two).unwrap()[1..],
        [Event::GameBegun { number: 2 }, Event::SidesSet { black: Seat::Two }]
    );
    assert_eq!(table.ask(2, &two), Err(Reject::Stale(table.room.at())), "a late press hits no later game");
}

#[test]
fn one_player_moves_for_both_seats_at_one_keyboard() {
    let mut table = one_keyboard();
    play(&mut table, SECOND_WINS);
    let guest = Occupant::Guest { host: PlayerId(1), name: name("Bo") };
    assert_eq!([score(&table, &guest), score(&table, &person(1))], [[1, 0, 0], [0, 0, 1]]);
    all_ready(&mut table);
    assert_eq!(black(&table), Some(Seat::Two));
    resign(&mut table, Seat::Two);
    assert_eq!(table.room.game().unwrap().end().unwrap().winner, Some(Seat::One));
    assert_eq!(score(&table, &person(1)), [1, 0, 1]);
}

#[test]
fn a_resignation_names_its_game_and_hits_no_other() {
    let mut table = two_people(tictactoe());
    let first = Command::Resign { seat: Seat::Two, game: 1 };
    let end = GameEnd { winner: Some(Seat::One), reason: EndReason::Resignation, line: Vec::new() };
    assert_eq!(table.ask(2, &first).unwrap(), [Event::GameOver { end }], "out of turn is allowed");
    assert_eq!(table.ask(2, &first), Err(Reject::NoGame));
    all_ready(&mut table);
    assert_eq!(table.ask(2, &first), Err(Reject::Stale(table.room.at())));
    assert!(table.room.is_playing());
}

#[test]
fn joining_takes_the_first_free_seat_and_again_changes_the_name_only() {
    let mut table = two_people(tictactoe());
    assert_eq!(table.ask(2, &Command::Join { passphrase: None }).unwrap(), []);
    let at = table.room.at();
    assert_eq!(table.ask_as(2, "Zoë", &Command::Join { passphrase: None }).unwrap().len(), 1);
    assert_eq!(
        (table.room.seats()[Seat::Two].occupant.as_ref().unwrap().label(), table.room.at()),
        ("Zoë".into(), at)
    );
    assert_eq!(table.room.scores().entries().len(), 2);
    assert_eq!(table.room.scores().entries()[1].who.label(), "Zoë");
    play(&mut table, FIRST_WINS);
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    assert!(!table.room.seats()[Seat::Two].ready, "a new name is not a wish for the next game");
}

#[test]
fn leaving_during_a_game_keeps_the_seat_and_between_games_frees_it() {
    let mut table = two_people(tictactoe());
    play(&mut table, "a1");
    assert_eq!(table.ask(2, &Command::Leave {}).unwrap(), []);
    assert_eq!(table.room.seats().player(Seat::Two), Some(PlayerId(2)));
    assert_eq!(table.ask(3, &Command::Join { passphrase: None }), Err(Reject::RoomFull));
    play(&mut table, "b1");
    resign(&mut table, Seat::One);
    assert_eq!(table.ask(2, &Command::Leave {}).unwrap(), [Event::SeatFreed { seat: Seat::Two }]);
    assert_eq!(table.ask(2, &Command::Leave {}).unwrap(), [], "somebody without a seat may leave too");
}

#[test]
fn a_host_who_leaves_takes_the_guest_along() {
    let mut table = one_keyboard();
    resign(&mut table, Seat::One);
    let freed = Seat::BOTH.map(|seat| Event::SeatFreed { seat });
    assert_eq!(table.ask(1, &Command::Leave {}).unwrap(), freed);
}

#[test]
fn a_newcomer_sits_down_ready_and_so_the_next_game_waits_for_the_other_only() {
    let mut table = two_people(tictactoe());
    play(&mut table, FIRST_WINS);
    table.ask(2, &Command::Stand { seat: Seat::Two }).unwrap();
    table.ask(3, &Command::Sit { seat: Seat::Two, guest: None }).unwrap();
    assert_eq!(table.room.phase(), Phase::Over);
    all_ready(&mut table);
    assert_eq!((table.room.turn(), table.room.game().unwrap().number()), (Some(Seat::Two), 2));
}

#[test]
fn a_free_seat_can_be_given_to_the_computer_and_back() {
    let mut table = Table::open(tictactoe(), &[ME, OPEN]);
    let set = |level| Command::SetAi { seat: Seat::Two, bot: Bot::Level(level) };
    assert_eq!(table.ask(1, &set(Level::Hard)).unwrap().len(), 3, "the game begins at once");
    resign(&mut table, Seat::One);
    table.ask(1, &set(Level::Easy)).unwrap();
    assert_eq!(table.room.seats()[Seat::Two].occupant, Some(Occupant::Ai { bot: Bot::Level(Level::Easy) }));
    table.ask(1, &Command::Stand { seat: Seat::Two }).unwrap();
    assert_eq!(table.room.seats().first_empty(), Some(Seat::Two));
    table.ask(2, &Command::Sit { seat: Seat::Two, guest: None }).unwrap();
    all_ready(&mut table);
    assert_eq!(table.room.game().unwrap().number(), 2);
    assert_eq!(
        score(&table, &Occupant::Ai { bot: Bot::Level(Level::Hard) }),
        [1, 0, 0],
        "each level has its own score"
    );
}

#[test]
fn the_score_belongs_to_the_occupant_and_moves_with_them_to_the_other_seat() {
    let mut table = two_people(tictactoe());
    play(&mut table, FIRST_WINS);
    for player in [1, 2] {
        table.ask(player, &Command::Leave {}).unwrap();
    }
    for (player, seat) in [(1, Seat::Two), (2, Seat::One)] {
        table.ask_as(player, "Another", &Command::Sit { seat, guest: None }).unwrap();
    }
    assert_eq!(table.room.turn(), Some(Seat::Two), "the first move goes by seats");
    play(&mut table, FIRST_WINS);
    assert_eq!([score(&table, &person(1)), score(&table, &person(2))], [[2, 0, 0], [0, 0, 2]]);
    assert_eq!(table.room.scores().entries().len(), 2);
}

#[test]
fn the_scoreboard_is_bounded_and_forgets_those_with_the_fewest_games() {
    let mut table = two_people(tictactoe());
    let visitors = u32::try_from(MAX_SCORES).unwrap() + 20;
    resign(&mut table, Seat::Two);
    for visitor in 2..visitors {
        table.ask(visitor, &Command::Leave {}).unwrap();
        table.ask(visitor + 1, &Command::Join { passphrase: None }).unwrap();
        all_ready(&mut table);
        resign(&mut table, Seat::Two);
    }
    assert_eq!(table.room.scores().entries().len(), MAX_SCORES);
    assert_eq!(score(&table, &person(1)), [visitors - 1, 0, 0]);
    assert_eq!(score(&table, &person(visitors)), [0, 0, 1]);
    assert_eq!(table.room.scores().of(&person(2)), None);
}

#[test]
fn a_record_with_a_gap_or_a_misfit_is_refused_and_leaves_the_room_alone() {
    let mut table = two_people(tictactoe());
    play(&mut table, "a1");
    let next = table.room.seq().next();
    let placed = |seat, at: &str| Event::StonePlaced { seat, point: point(at) };
    let mut refuse = |seq: Seq, event: Event| {
        let before = table.room.clone();
        let why = table.room.apply(&Stamped { seq, time: 9_999, event }).unwrap_err();
        assert_eq!(table.room, before);
        why
    };
    for found in [Seq(0), shifted(next, -1), shifted(next, 1)] {
        let why = refuse(found, placed(Seat::Two, "b2"));
        assert_eq!(why, Corrupt::Gap { expected: next, found });
    }
    let opened = Event::RoomOpened { settings: tictactoe(), host: PlayerId(1), quick: false };
    assert_eq!(refuse(next, opened), Corrupt::Opening);
    for (event, reason) in [
        (placed(Seat::One, "b2"), "seat 1 is not to move"),
        (placed(Seat::Two, "a1"), "already has a stone"),
        (placed(Seat::Two, "d1"), "off the board"),
    ] {
        let why = refuse(next, event).to_string();
        assert!(why.contains(reason) && why.contains("does not fit"), "{why}");
    }
}

fn shifted(seq: Seq, by: i32) -> Seq {
    Seq(seq.0.checked_add_signed(by).unwrap())
}

#[test]
fn stones_sides_and_ends_fit_no_finished_game() {
    let mut table = two_people(tictactoe());
    play(&mut table, FIRST_WINS);
    let before = table.room.clone();
    let end = GameEnd { winner: None, reason: EndReason::BoardFull, line: Vec::new() };
    for event in [
        Event::StonePlaced { seat: Seat::Two, point: point("c3") },
        Event::SidesSet { black: Seat::Two },
        Event::GameOver { end },
    ] {
        let stamped = Stamped { seq: before.seq().next(), time: 9_999, event };
        let refused = table.room.apply(&stamped);
        assert!(matches!(refused, Err(Corrupt::Misfit { .. })), "{stamped:?}");
        assert_eq!(table.room, before);
    }
}

#[test]
fn a_record_opens_with_its_opening_as_number_one() {
    let table = two_people(tictactoe());
    let code = table.room.code().clone();
    let late = Stamped { seq: Seq(2), ..table.log[0].clone() };
    for first in [&late, &table.log[1]] {
        assert_eq!(Room::open(code.clone(), first), Err(Corrupt::Opening));
    }
}

#[test]
fn time_in_a_record_never_goes_back() {
    let table = two_people(tictactoe());
    let stamped = table.room.stamp(vec![Event::SeatReady { seat: Seat::One }], 1);
    assert_eq!(stamped[0].time, table.room.time());
    assert!(stamped[0].time > 1);
}
