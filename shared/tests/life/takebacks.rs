//! Takebacks: the position they go back to, the consent they need, and the state they restore.

use tengen_shared::{
    game::{
        Clock, ClockRule, ClockState, Command, Event, HintRule, Input, Offer, OfferEnd, Reject, Reply, Room,
        Seat, SeatPlan, Settings, Stamped, Thinking, VerdictRule,
    },
    protocol::{Codec, ServerFrame, ServerMessage, view},
    rules::{Outlook, Pace, Value},
};

use super::{
    settings,
    table::{AI, ME, Table, point},
    timed,
};

const fn back_to(to: u16) -> Offer {
    Offer::Takeback { to }
}

fn fischer() -> Settings {
    timed(ClockRule::fischer(60_000, 2_000).unwrap())
}

fn moves(table: &Table) -> Vec<String> {
    table.room.game().unwrap().position().moves().iter().map(ToString::to_string).collect()
}

/// Asserts that the room survives both codecs, for every viewer.
fn assert_travels(room: &Room) {
    for viewer in [1, 2, 9] {
        let room = Box::new(view::snapshot(room, tengen_shared::game::PlayerId(viewer)));
        let message = ServerMessage::Snapshot { room };
        for codec in Codec::ALL {
            let read = codec.decode_server(&codec.encode_server(&message));
            assert_eq!(read, Ok(ServerFrame::Known(Box::new(message.clone()))), "{codec:?}");
        }
    }
}

#[test]
fn between_people_a_takeback_names_its_position_and_needs_consent() {
    let mut table = Table::two_people(settings());
    table.play("a1 b1 c1");
    let made = table.offer(Seat::One, back_to(2)).unwrap();
    assert_eq!(made, [Event::OfferMade { seat: Seat::One, offer: back_to(2) }]);
    assert_eq!(moves(&table), ["a1", "b1", "c1"]);
    let at = table.room.at();
    let agreed = table.answer(Seat::Two, Reply::Accept).unwrap();
    let closed = Event::OfferClosed { seat: Seat::One, how: OfferEnd::Accepted };
    assert_eq!(agreed, [closed, Event::MovesTakenBack { to: 2, choices: 0 }]);
    assert_eq!((moves(&table), table.room.turn()), (vec!["a1".into(), "b1".into()], Some(Seat::One)));
    assert!(table.room.at() > at, "what was asked of the old position is stale");
    assert_eq!(table.room.offers().of(Seat::One), None);
    table.play("c3");
}

#[test]
fn several_plies_go_at_once_and_the_asker_is_then_to_move() {
    let mut table = Table::two_people(settings());
    table.play("a1 b1 c1 a2 b2");
    assert_eq!(table.offer(Seat::Two, back_to(4)), Err(Reject::NotYourPosition { to: 4 }));
    assert_eq!(table.offer(Seat::Two, back_to(5)), Err(Reject::NotYourPosition { to: 5 }));
    table.agree_on(Seat::Two, back_to(1));
    assert_eq!((moves(&table), table.room.turn()), (vec!["a1".into()], Some(Seat::Two)));
    table.agree_on(Seat::One, back_to(0));
    assert_eq!((moves(&table).len(), table.room.turn()), (0, Some(Seat::One)));
    assert_eq!(table.offer(Seat::One, back_to(0)), Err(Reject::NothingToTakeBack));
}

#[test]
fn in_the_second_game_the_asker_is_told_by_the_turns_not_by_the_seat() {
    let mut table = Table::two_people(settings());
    table.resign(Seat::One);
    table.all_ready();
    table.play("a1 b1");
    assert_eq!(table.offer(Seat::One, back_to(0)), Err(Reject::NotYourPosition { to: 0 }));
    table.agree_on(Seat::Two, back_to(0));
    assert_eq!(table.room.turn(), Some(Seat::Two));
}

#[test]
fn against_the_computer_and_at_one_keyboard_a_takeback_happens_at_once() {
    let mut table = Table::open(settings(), &[AI, ME]);
    table.play("a1 b1 c1");
    assert_eq!(table.offer(Seat::Two, back_to(1)).unwrap(), [Event::MovesTakenBack { to: 1, choices: 0 }]);
    assert_eq!(table.room.turn(), Some(Seat::Two));
    table.play("b2");
    let old = table.room.at();
    table.offer(Seat::Two, back_to(1)).unwrap();
    let late = table.place(Seat::One, point("c3"), old);
    assert_eq!(late, Err(Reject::Stale(table.room.at())), "the computer has thought about what is gone");
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let mut table = Table::open(settings(), &[ME, guest]);
    table.play("a1 b1");
    table.offer(Seat::Two, back_to(1)).unwrap();
    table.offer(Seat::One, back_to(0)).unwrap();
    assert_eq!(moves(&table).len(), 0);
}

#[test]
fn an_offer_of_a_takeback_is_gone_when_the_position_has_moved_on() {
    let mut table = Table::two_people(settings());
    table.play("a1");
    table.offer(Seat::One, back_to(0)).unwrap();
    let number = table.room.offers().of(Seat::One).unwrap().seq;
    table.play("b1");
    assert_eq!(table.room.offers().of(Seat::One), None);
    let late = Command::Answer { seat: Seat::Two, offer: number, reply: Reply::Accept };
    assert_eq!(table.of_seat(Seat::Two, &late), Err(Reject::NoSuchOffer));
    table.offer(Seat::One, back_to(0)).unwrap();
    table.answer(Seat::Two, Reply::Decline).unwrap();
    assert_eq!(table.offer(Seat::One, back_to(0)), Err(Reject::OfferedAlready));
}

/// Plays moves and returns the time that both seats had left at each number of stones.
fn played_by_the_clock(table: &mut Table) -> Vec<[u32; 2]> {
    let mut course = vec![table.left_ms()];
    for (ms, text) in [(5_000, "a1"), (7_000, "b1"), (11_000, "c1"), (13_000, "a2"), (17_000, "b2")] {
        table.wait(ms).play(text);
        course.push(table.left_ms());
    }
    course
}

#[test]
fn a_takeback_restores_both_clocks_as_they_were() {
    for (seat, to) in [(Seat::One, 4), (Seat::Two, 3), (Seat::One, 2), (Seat::Two, 1), (Seat::One, 0)] {
        let mut table = Table::two_people(fischer());
        let course = played_by_the_clock(&mut table);
        table.wait(4_000).agree_on(seat, back_to(to));
        assert_eq!(table.left_ms(), course[usize::from(to)], "to {to}");
        assert_eq!(table.clock().state, ClockState::Runs { seat, since: table.now });
    }
}

#[test]
fn a_second_takeback_restores_them_again() {
    let mut table = Table::two_people(fischer());
    let course = played_by_the_clock(&mut table);
    table.agree_on(Seat::One, back_to(2));
    table.wait(20_000).play("c3").wait(1_000).play("b3");
    assert_eq!(table.left_ms(), [course[2][0] - 18_000, course[2][1] + 1_000]);
    table.wait(9_000).agree_on(Seat::Two, back_to(3));
    assert_eq!(table.left_ms(), [course[2][0] - 18_000, course[2][1]]);
    table.agree_on(Seat::One, back_to(0));
    assert_eq!(table.left_ms(), [60_000; 2]);
}

#[test]
fn periods_that_are_gone_come_back_with_the_position() {
    let rule = ClockRule::byo_yomi(1_000, 5_000, 3).unwrap();
    let mut table = Table::two_people(timed(rule));
    table.wait(1_000).play("a1").wait(12_000).play("b1").wait(4_000).play("c1");
    assert_eq!(table.left().map(<(u32, u8)>::from), [(0, 3), (0, 1)]);
    table.agree_on(Seat::Two, back_to(1));
    assert_eq!(table.left().map(<(u32, u8)>::from), [(0, 3), (1_000, 3)]);
}

#[test]
fn clocks_that_stand_still_do_after_a_takeback() {
    let mut table = Table::two_people(fischer());
    let course = played_by_the_clock(&mut table);
    table.wait(10_000).agree_on(Seat::One, Offer::Pause {});
    table.wait(99_000).agree_on(Seat::One, back_to(2));
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Paused {}, course[2]));
    let mut held = Table::two_people(fischer());
    let course = played_by_the_clock(&mut held);
    held.put(Input::Hold).unwrap();
    held.agree_on(Seat::Two, back_to(1));
    assert_eq!((held.clock().state, held.left_ms()), (ClockState::Held {}, course[1]));
}

#[test]
fn a_gift_to_the_side_that_has_moved_stays_with_its_stone() {
    let mut table = Table::two_people(fischer());
    table.wait(5_000).play("a1").wait(1_000);
    table.of_seat(Seat::Two, &Command::GiveTime { seat: Seat::Two, game: 1 }).unwrap();
    table.wait(1_000).play("b1");
    let clock: Clock = table.clock();
    assert_eq!(clock.left(Seat::One).ms, 72_000);
    table.agree_on(Seat::Two, back_to(1));
    assert_eq!(table.left_ms(), [72_000, 60_000]);
}

#[test]
fn the_time_of_the_next_turn_counts_from_the_takeback() {
    let mut table = Table::two_people(fischer());
    table.wait(5_000).play("a1").wait(50_000).agree_on(Seat::One, back_to(0));
    table.wait(3_000).play("a2");
    let turn = table.room.game().unwrap().turns()[0];
    assert_eq!((turn.used_ms, turn.left.ms, table.room.game().unwrap().turns().len()), (3_000, 59_000, 1));
}

/// The AI in seat one moves and evaluates its move.
fn thoughtful(table: &mut Table, text: &str, value: Value) {
    let thinking = Some(Thinking { value, depth: 2, nodes: 9, pace: Pace::Full });
    let at = table.room.at();
    table.put(Input::AiMove { seat: Seat::One, point: point(text), at, thinking }).unwrap();
}

fn hint(table: &mut Table, text: &str) {
    let at = table.room.at();
    table.ask(1, &Command::Hint { seat: Seat::Two, at }).unwrap();
    let outlook = Outlook::Even {};
    table.put(Input::HintFound { seat: Seat::Two, at, point: point(text), outlook }).unwrap();
}

#[test]
fn thoughts_hints_and_verdicts_about_what_is_gone_are_gone() {
    let settings = Settings { verdicts: VerdictRule::Always, hints: HintRule::Always, ..settings() };
    let mut table = Table::open(settings, &[AI, ME]);
    thoughtful(&mut table, "a1", Value::Estimate(1));
    hint(&mut table, "c3");
    table.play("b1");
    thoughtful(&mut table, "a2", Value::Win(3));
    hint(&mut table, "a3");
    assert!(table.room.game().unwrap().foreseen().is_some());
    table.offer(Seat::Two, back_to(1)).unwrap();
    let game = table.room.game().unwrap();
    assert_eq!(game.thoughts().iter().map(|thought| thought.ply).collect::<Vec<_>>(), [1]);
    assert_eq!(game.hints().iter().map(|mark| mark.ply).collect::<Vec<_>>(), [1]);
    assert_eq!((game.hint(), game.foreseen()), (None, None));
    assert_eq!(table.room.hint_wanted(), Some(Seat::Two), "the hint for this position is owed again");
    assert_travels(&table.room);
    // From here the game goes on as if the later moves had never been played.
    let at = table.room.at();
    let found = Input::HintFound { seat: Seat::Two, at, point: point("b2"), outlook: Outlook::Even {} };
    table.put(found).unwrap();
    table.play("b2");
    thoughtful(&mut table, "a3", Value::Estimate(7));
    assert_travels(&table.room);
    table.offer(Seat::Two, back_to(1)).unwrap();
    table.play("b3");
    thoughtful(&mut table, "c3", Value::Estimate(-7));
    assert_travels(&table.room);
    assert_eq!(Table::replay(&table.log).room, table.room);
}

#[test]
fn a_takeback_that_does_not_fit_is_refused_by_the_record() {
    let mut table = Table::two_people(settings());
    table.play("a1 b1");
    for to in [2, 3, u16::MAX] {
        let before = table.room.clone();
        let seq = before.seq().next();
        let event = Event::MovesTakenBack { to, choices: 0 };
        assert!(table.room.apply(&Stamped { seq, time: 9_999, event }).is_err(), "{to}");
        assert_eq!(table.room, before);
    }
}

#[test]
fn a_takeback_after_the_flag_has_fallen_saves_nobody() {
    let mut table = Table::two_people(fischer());
    table.play("a1 b1").wait(59_999).offer(Seat::One, back_to(0)).unwrap();
    table.wait(2_001);
    assert_eq!(table.answer(Seat::Two, Reply::Accept), Err(Reject::TimeUp));
}
