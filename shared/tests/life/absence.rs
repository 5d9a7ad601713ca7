//! A player is gone. The other may claim the game or let an AI play on, and the seat is kept for its owner.

use tengen_shared::{
    game::{
        Audience, Channel, Claim, ClockRule, ClockState, Command, EndReason, Event, GameEnd, Input, Occupant,
        Offer, PerSeat, PlayerId, Reject, Seat, SeatPlan,
    },
    protocol::view,
    rules::{Bot, Level},
};

use super::{
    settings,
    table::{ME, Table, name},
    timed,
};

const GRACE: u64 = 60_000;
const EASY: Bot = Bot::Level(Level::Easy);
const OWNER: PlayerId = PlayerId(2);

/// Player 2 has just disconnected.
fn left_alone(table: Table) -> Table {
    let mut table = table;
    table.attendance.grace = GRACE;
    table.attendance.away_since[Seat::Two] = Some(table.now);
    table
}

fn playing() -> Table {
    let mut table = Table::two_people(settings());
    table.play("a1");
    table
}

fn claim(table: &mut Table, claim: Claim) -> Result<Vec<Event>, Reject> {
    let game = table.number();
    table.ask(1, &Command::Claim { seat: Seat::One, game, claim })
}

fn stand_in(table: &mut Table) -> Result<Vec<Event>, Reject> {
    let game = table.number();
    table.ask(1, &Command::StandIn { seat: Seat::One, game, bot: EASY })
}

/// An AI plays for player 2, who is gone.
fn stood_in() -> Table {
    let mut table = left_alone(playing());
    table.wait(GRACE);
    stand_in(&mut table).unwrap();
    table
}

#[test]
fn a_win_or_a_draw_can_be_claimed_when_the_grace_time_is_over_and_not_before() {
    for (what, winner, scores) in
        [(Claim::Win, Some(Seat::One), [[1, 0, 0], [0, 0, 1]]), (Claim::Draw, None, [[0, 1, 0], [0, 1, 0]])]
    {
        let mut table = left_alone(playing());
        assert_eq!(claim(&mut table, what), Err(Reject::TooEarly { wait_ms: GRACE }));
        table.wait(GRACE - 1);
        assert_eq!(claim(&mut table, what), Err(Reject::TooEarly { wait_ms: 1 }));
        table.wait(1);
        let end = GameEnd { winner, reason: EndReason::Abandonment, line: Vec::new() };
        assert_eq!(claim(&mut table, what).unwrap(), [Event::GameOver { end }]);
        assert_eq!([table.score(1), table.score(2)], scores);
        assert_eq!((table.room.games_finished(), table.room.next_first()), (1, Seat::Two));
        assert_eq!(table.room.seats().player(Seat::Two), Some(OWNER), "the seat is kept");
    }
}

#[test]
fn whoever_is_gone_is_waited_for_as_long_when_the_clock_was_set_back() {
    let mut table = Table::two_people(settings());
    table.wait(2 * GRACE).play("a1");
    // The server was down. Its clock is now earlier than the time of the last stone.
    table.now -= 2 * GRACE;
    let mut table = left_alone(table);
    assert_eq!(claim(&mut table, Claim::Win), Err(Reject::TooEarly { wait_ms: GRACE }));
    table.wait(GRACE);
    claim(&mut table, Claim::Win).unwrap();
}

#[test]
fn whoever_is_back_or_never_was_away_loses_nothing() {
    let mut table = left_alone(playing());
    table.wait(GRACE);
    table.attendance.away_since[Seat::Two] = None;
    for refused in [claim(&mut table, Claim::Win), stand_in(&mut table)] {
        assert_eq!(refused, Err(Reject::OpponentHere));
    }
    table.attendance.away_since[Seat::One] = Some(0);
    assert_eq!(claim(&mut table, Claim::Win), Err(Reject::OpponentHere), "the asker's own absence is none");
}

#[test]
fn a_claim_stops_the_clocks() {
    let mut table = left_alone(Table::two_people(timed(ClockRule::fischer(600_000, 0).unwrap())));
    table.wait(GRACE);
    claim(&mut table, Claim::Win).unwrap();
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Stopped {}, [540_000, 600_000]));
}

#[test]
fn a_guest_whose_host_is_gone_can_be_replaced_too() {
    let mut table = Table::open(settings(), &[ME, SeatPlan::Guest { name: name("Bo") }]);
    table.pace = 0;
    table.resign(Seat::One);
    table.ask(1, &Command::Stand { seat: Seat::One }).unwrap();
    table.ask(3, &Command::Join { passphrase: None }).unwrap();
    let at = table.room.at();
    table.ask(1, &Command::Ready { seat: Seat::Two, at }).unwrap();
    table.ask(3, &Command::Ready { seat: Seat::One, at }).unwrap_or_default();
    assert!(table.room.is_playing());
    let mut table = left_alone(table);
    table.wait(GRACE);
    let game = table.number();
    table.ask(3, &Command::StandIn { seat: Seat::One, game, bot: EASY }).unwrap();
    table.resign(Seat::One);
    // The host has no seat in person. The guest's seat comes back with either command.
    for back in [Command::Join { passphrase: None }, Command::Sit { seat: Seat::Two, guest: None }] {
        let mut table = table.clone();
        table.ask(1, &back).unwrap();
        assert_eq!(table.room.seats()[Seat::Two].stand_in, None, "{back:?}");
        let guest = Occupant::Guest { host: PlayerId(1), name: name("Bo") };
        assert_eq!(table.room.seats()[Seat::Two].occupant, Some(guest));
    }
}

#[test]
fn a_stand_in_moves_and_its_game_is_recorded_but_scores_nobody() {
    let mut table = stood_in();
    assert_eq!(table.room.seats().owner(Seat::Two), Some(OWNER));
    assert_eq!((table.room.seats().player(Seat::Two), table.room.seats().two_people()), (None, false));
    assert_eq!(table.room.ai_to_move(), Some((Seat::Two, EASY)));
    table.play("b1 a2 b2 a3");
    assert_eq!((table.score(1), table.score(2)), ([0; 3], [0; 3]));
    assert_eq!((table.room.games_finished(), table.room.next_first()), (1, Seat::Two));
    let record = table.room.finished_game().unwrap();
    assert!(record.stood_in);
    assert_eq!((record.stand_ins, record.end.winner), (PerSeat([None, Some(EASY)]), Some(Seat::One)));
    assert_eq!(record.players().collect::<Vec<_>>(), [PlayerId(1), OWNER]);
    let bot = Occupant::Ai { bot: EASY };
    assert_eq!(table.room.scores().of(&bot), None, "nor does the computer score");
}

#[test]
fn an_owner_takes_the_seat_back_in_mid_game_and_can_do_nothing_in_it_before() {
    let mut table = stood_in();
    let at = table.room.at();
    let point = super::table::point("b2");
    for command in [
        Command::Place { seat: Seat::Two, point, at },
        Command::Resign { seat: Seat::Two, game: 1 },
        Command::Abort { seat: Seat::Two, game: 1 },
        Command::Offer { seat: Seat::Two, offer: Offer::Draw {}, at },
    ] {
        assert_eq!(table.ask(2, &command), Err(Reject::StoodIn), "{command:?}");
    }
    assert_eq!(table.ask(2, &Command::Leave {}).unwrap(), []);
    for back in [Command::Join { passphrase: None }, Command::Sit { seat: Seat::Two, guest: None }] {
        let mut table = table.clone();
        table.ask(2, &back).unwrap();
        assert_eq!(table.room.seats().player(Seat::Two), Some(OWNER), "{back:?}");
        assert_eq!(table.room.ai_to_move(), None);
        table.play("b1 a2 b2 a3");
        assert!(table.room.finished_game().unwrap().stood_in, "the game does not count all the same");
        assert_eq!((table.score(1), table.score(2)), ([0; 3], [0; 3]));
    }
}

#[test]
fn between_games_the_seat_is_given_back_by_joining_and_by_sitting_down() {
    for back in [Command::Join { passphrase: None }, Command::Sit { seat: Seat::Two, guest: None }] {
        let mut table = stood_in();
        table.resign(Seat::One);
        assert!(table.room.seats()[Seat::Two].ready, "a computer is always ready");
        table.ask_as(2, "Zoë", &back).unwrap();
        let seat = &table.room.seats()[Seat::Two];
        assert_eq!((seat.stand_in, seat.ready), (None, false), "{back:?}");
        assert_eq!(seat.occupant, Some(Occupant::Person { player: OWNER, name: name("Zoë") }));
        table.attendance.away_since[Seat::Two] = None;
        table.all_ready();
        table.play("a1 b1 a2 b2 a3");
        assert_eq!(table.score(2), [1, 0, 0], "the next game is theirs and counts");
        assert!(!table.room.finished_game().unwrap().stood_in);
    }
}

#[test]
fn a_stand_in_takes_part_in_the_next_game_which_scores_nobody_either() {
    let mut table = stood_in();
    table.resign(Seat::One);
    table.all_ready();
    assert_eq!((table.number(), table.room.ai_to_move()), (2, Some((Seat::Two, EASY))));
    assert!(table.room.game().unwrap().had_stand_in());
    table.play("a1");
    table.resign(Seat::One);
    assert_eq!((table.score(1), table.score(2), table.room.games_finished()), ([0; 3], [0; 3], 2));
}

#[test]
fn the_opponent_may_send_a_stand_in_away_and_the_seat_with_it() {
    let mut table = stood_in();
    assert_eq!(table.ask(1, &Command::Stand { seat: Seat::Two }), Err(Reject::GameOn));
    table.resign(Seat::One);
    assert_eq!(table.ask(9, &Command::Stand { seat: Seat::Two }), Err(Reject::Spectator));
    table.ask(1, &Command::Stand { seat: Seat::Two }).unwrap();
    assert_eq!(table.room.seats()[Seat::Two], Default::default());
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(table.room.seats().player(Seat::Two), Some(OWNER));
}

#[test]
fn an_owner_may_leave_the_seat_in_which_a_computer_stands_in() {
    for leave in [Command::Leave {}, Command::Stand { seat: Seat::Two }] {
        let mut table = stood_in();
        table.resign(Seat::One);
        table.ask(2, &leave).unwrap();
        assert_eq!(table.room.seats()[Seat::Two], Default::default());
    }
}

#[test]
fn against_a_stand_in_a_takeback_is_immediate_and_a_new_beginning_possible() {
    let mut table = stood_in();
    assert_eq!(
        table.offer(Seat::One, Offer::Takeback { to: 0 }).unwrap(),
        [Event::MovesTakenBack { to: 0, choices: 0 }]
    );
    assert_eq!(table.offer(Seat::One, Offer::Draw {}), Err(Reject::NoDrawWithAi));
    table.ask(1, &Command::Restart { seat: Seat::One, game: 1 }).unwrap();
    assert!(table.room.game().unwrap().had_stand_in(), "and still scores nobody");
}

#[test]
fn offers_of_whoever_is_gone_are_gone_with_them() {
    let mut table = playing();
    table.offer(Seat::Two, Offer::Draw {}).unwrap();
    let mut table = left_alone(table);
    table.wait(GRACE);
    stand_in(&mut table).unwrap();
    assert_eq!(table.room.offers(), &Default::default());
}

#[test]
fn what_a_stand_in_thinks_and_hints_are_not_for_whoever_it_stands_in_for() {
    let table = stood_in();
    let audience = table.room.thoughts_audience();
    assert_eq!(audience, Audience::Players {});
    let sees =
        |audience| [PlayerId(1), OWNER, PlayerId(9)].map(|who| view::may_see(&table.room, who, audience));
    assert_eq!(sees(audience), [true, false, false]);
    assert_eq!(sees(Audience::Seat { seat: Seat::Two }), [false; 3]);
    assert_eq!(table.room.channel_of(OWNER), Channel::Spectators);
    assert!(table.room.position_to_explain(OWNER, 0).is_err(), "somebody else plays it");
}

#[test]
fn a_computer_stands_in_only_where_it_can_play() {
    let mut table = left_alone(playing());
    table.wait(GRACE);
    let bot = Bot::Level(Level::Master);
    let refused = table.ask(1, &Command::StandIn { seat: Seat::One, game: 1, bot });
    assert!(matches!(refused, Err(Reject::NoSuchBot { .. })), "{refused:?}");
    stand_in(&mut table).unwrap();
    assert_eq!(stand_in(&mut table), Err(Reject::OpponentHere), "there is nobody left to stand in for");
}

#[test]
fn a_stand_in_plays_by_the_clock_of_whoever_is_gone() {
    let mut table = left_alone(Table::two_people(timed(ClockRule::fischer(600_000, 0).unwrap())));
    table.play("a1").wait(GRACE);
    stand_in(&mut table).unwrap();
    assert_eq!(table.left_ms(), [600_000; 2]);
    table.wait(1_000).play("b1");
    assert_eq!(table.left_ms(), [600_000, 600_000 - 61_000]);
    table.put(Input::Tick).unwrap();
    assert!(table.room.is_playing());
}
