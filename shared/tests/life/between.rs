//! Changes between games: the host, the settings, the seats, and removing players.

use tengen_shared::{
    game::{Command, Event, PerSeat, PlayerId, Reject, Seat, SeatPlan, SeatState, Settings},
    rules::{Bot, Level, RuleSet, Variant},
};

use super::{
    settings,
    table::{AI, ME, OPEN, Table, name, point},
};

const GRACE: u64 = 60_000;

/// Players 1 (the host) and 2, after a game that player 2 has lost.
fn between() -> Table {
    let mut table = Table::two_people(settings());
    table.play("a1");
    table.resign(Seat::Two);
    table.attendance.grace = GRACE;
    table
}

fn gomoku() -> Settings {
    Settings::new(Variant::new(9, 9, 5, RuleSet::Freestyle).unwrap())
}

fn change(table: &mut Table, player: u32, settings: Settings) -> Result<Vec<Event>, Reject> {
    let at = table.room.at();
    table.ask(player, &Command::Change { settings, passphrase: None, at })
}

fn swap(table: &mut Table, player: u32) -> Result<Vec<Event>, Reject> {
    let at = table.room.at();
    table.ask(player, &Command::Swap { at })
}

fn kick(table: &mut Table, player: u32, seat: Seat) -> Result<Vec<Event>, Reject> {
    table.ask(player, &Command::Kick { seat })
}

fn players(table: &Table) -> [Option<u32>; 2] {
    Seat::BOTH.map(|seat| table.room.seats().owner(seat).map(|player| player.0))
}

fn ready(table: &Table) -> [bool; 2] {
    Seat::BOTH.map(|seat| table.room.seats()[seat].ready)
}

#[test]
fn the_host_changes_the_settings_of_the_next_game() {
    let mut table = between();
    let changed = change(&mut table, 1, gomoku()).unwrap();
    assert_eq!(changed, [Event::SettingsChanged { settings: gomoku() }]);
    assert_eq!(
        table.room.game().unwrap().position().variant(),
        Variant::TICTACTOE,
        "the old board still stands"
    );
    assert_eq!(change(&mut table, 1, gomoku()).unwrap(), [], "they are in force already");
    table.all_ready();
    assert_eq!(table.room.game().unwrap().position().variant(), gomoku().variant);
}

#[test]
fn who_was_ready_for_another_game_says_so_again() {
    for after in [change as fn(&mut Table, u32, Settings) -> _, |table, player, _| swap(table, player)] {
        let mut table = between();
        let at = table.room.at();
        table.ask(2, &Command::Ready { seat: Seat::Two, at }).unwrap();
        after(&mut table, 1, gomoku()).unwrap();
        assert_eq!(ready(&table), [false; 2]);
    }
}

#[test]
fn alone_or_with_a_computer_nobody_needs_to_say_so_again() {
    let mut alone = Table::open(settings(), &[ME, OPEN]);
    change(&mut alone, 1, gomoku()).unwrap();
    assert_eq!(ready(&alone), [true, false]);
    swap(&mut alone, 1).unwrap();
    assert_eq!((players(&alone), ready(&alone)), ([None, Some(1)], [false, true]));
    alone.ask(2, &Command::Join { passphrase: None }).unwrap();
    assert_eq!((players(&alone), alone.room.turn()), ([Some(2), Some(1)], Some(Seat::One)));
    let mut computers = Table::open(settings(), &[AI, AI]);
    computers.play("a1 b1 a2 b2 a3");
    change(&mut computers, 1, gomoku()).unwrap();
    assert_eq!(ready(&computers), [true; 2]);
}

#[test]
fn a_swap_moves_people_and_their_scores_and_leaves_the_first_move_with_the_seat() {
    let mut table = between();
    assert_eq!(table.room.next_first(), Seat::Two);
    assert_eq!(swap(&mut table, 1).unwrap(), [Event::SeatsSwapped {}]);
    assert_eq!((players(&table), table.room.next_first()), ([Some(2), Some(1)], Seat::Two));
    assert_eq!((table.score(1), table.score(2)), ([1, 0, 0], [0, 0, 1]));
    table.all_ready();
    table.resign(Seat::One);
    assert_eq!((table.score(1), table.score(2)), ([2, 0, 0], [0, 0, 2]));
}

#[test]
fn a_computer_that_cannot_play_the_new_game_stands_in_the_way() {
    let mut table = Table::open(settings(), &[ME, AI]);
    table.resign(Seat::One);
    change(&mut table, 1, gomoku()).unwrap();
    let greedy = |variant: Variant| {
        const NONE: &[Level] = &[];
        let _any = variant;
        tengen_shared::rules::BotChoices { levels: NONE, engines: &[], former: &[] }
    };
    let context = tengen_shared::game::Context { bots: greedy, ..table.context() };
    let command = Command::Change { settings: settings(), passphrase: None, at: table.room.at() };
    let input =
        tengen_shared::game::Input::Command { player: PlayerId(1), name: &name("Ada"), command: &command };
    let refused = table.room.decide(input, &context);
    assert!(matches!(refused, Err(Reject::NoSuchBot { variant: Variant::TICTACTOE, .. })), "{refused:?}");
}

#[test]
fn the_host_passes_to_whoever_sits_and_else_to_whoever_has_watched_longest() {
    let mut table = between();
    table.attendance.heir = Some(PlayerId(9));
    let freed = Event::SeatFreed { seat: Seat::One };
    let left = table.ask(1, &Command::Leave {}).unwrap();
    assert_eq!(left, [freed, Event::HostPassed { to: PlayerId(2) }]);
    assert_eq!(table.room.host(), PlayerId(2));
    let left = table.ask(2, &Command::Leave {}).unwrap();
    assert_eq!(left[1..], [Event::HostPassed { to: PlayerId(9) }]);
    table.attendance.heir = None;
    assert_eq!(table.ask(9, &Command::Leave {}).unwrap(), [], "nobody is left");
    assert_eq!(table.room.host(), PlayerId(9));
    table.attendance.heir = Some(PlayerId(9));
    assert_eq!(table.ask(9, &Command::Leave {}).unwrap(), [], "nobody inherits from themselves");
}

#[test]
fn a_host_who_only_watches_can_leave_in_mid_game() {
    let mut table = Table::open(settings(), &[AI, AI]);
    assert!(table.room.is_playing());
    table.attendance.heir = Some(PlayerId(9));
    assert_eq!(table.ask(1, &Command::Leave {}).unwrap(), [Event::HostPassed { to: PlayerId(9) }]);
    assert_eq!(table.room.host(), PlayerId(9));
    // During a game, a player keeps their seat, and a host stays host.
    let mut table = Table::two_people(settings());
    table.attendance.heir = Some(PlayerId(9));
    assert_eq!(table.ask(1, &Command::Leave {}).unwrap(), []);
    assert_eq!(table.room.host(), PlayerId(1));
}

#[test]
fn whoever_is_not_the_host_leaves_without_passing_anything() {
    let mut table = between();
    table.attendance.heir = Some(PlayerId(9));
    assert_eq!(table.ask(2, &Command::Leave {}).unwrap(), [Event::SeatFreed { seat: Seat::Two }]);
    assert_eq!(table.room.host(), PlayerId(1));
}

#[test]
fn during_a_game_the_host_stays_the_host() {
    let mut table = Table::two_people(settings());
    assert_eq!(table.ask(1, &Command::Leave {}).unwrap(), []);
    assert_eq!(table.room.host(), PlayerId(1));
}

#[test]
fn when_the_host_is_gone_whoever_sits_takes_over_with_what_they_do() {
    let passed = Event::HostPassed { to: PlayerId(2) };
    let mut table = between();
    table.attendance.host_away_since = Some(table.now);
    table.wait(GRACE - 1);
    assert_eq!(swap(&mut table, 2), Err(Reject::NotHost));
    assert_eq!(change(&mut table, 2, gomoku()), Err(Reject::NotHost));
    assert_eq!(kick(&mut table, 2, Seat::One), Err(Reject::NotHost));
    table.wait(1);
    assert_eq!(swap(&mut table.clone(), 9), Err(Reject::NotHost), "who watches does not");
    assert_eq!(swap(&mut table.clone(), 2).unwrap(), [passed.clone(), Event::SeatsSwapped {}]);
    let sent = kick(&mut table.clone(), 2, Seat::One).unwrap();
    assert_eq!(sent, [passed.clone(), Event::Kicked { player: PlayerId(1) }]);
    let changed = change(&mut table, 2, gomoku()).unwrap();
    assert_eq!(changed, [passed, Event::SettingsChanged { settings: gomoku() }]);
    assert_eq!(table.room.host(), PlayerId(2));
    assert_eq!(swap(&mut table, 2).unwrap(), [Event::SeatsSwapped {}]);
}

#[test]
fn whoever_is_sent_away_may_not_sit_until_another_game_was_played() {
    let mut table = between();
    assert_eq!(kick(&mut table, 1, Seat::Two).unwrap(), [Event::Kicked { player: PlayerId(2) }]);
    assert_eq!(table.room.seats()[Seat::Two], SeatState::default());
    let sit = Command::Sit { seat: Seat::Two, guest: None };
    for command in [Command::Join { passphrase: None }, sit.clone()] {
        assert_eq!(table.ask(2, &command), Err(Reject::Barred));
    }
    table.ask(3, &sit).unwrap();
    table.all_ready();
    table.ask(3, &Command::Abort { seat: Seat::Two, game: 2 }).unwrap();
    table.ask(3, &Command::Leave {}).unwrap();
    assert_eq!(table.ask(2, &sit), Err(Reject::Barred), "an aborted game is none");
    table.ask(3, &sit).unwrap();
    table.all_ready();
    table.resign(Seat::One);
    table.ask(3, &Command::Leave {}).unwrap();
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(players(&table), [Some(1), Some(2)]);
}

#[test]
fn a_guest_goes_with_the_host_of_the_guest() {
    let mut table = Table::open(settings(), &[ME, SeatPlan::Guest { name: name("Bo") }]);
    table.resign(Seat::One);
    assert_eq!(kick(&mut table, 1, Seat::Two), Err(Reject::KickSelf));
    table.attendance.grace = GRACE;
    table.attendance.heir = Some(PlayerId(5));
    table.ask(1, &Command::Stand { seat: Seat::One }).unwrap();
    table.ask(5, &Command::Join { passphrase: None }).unwrap();
    table.attendance.host_away_since = Some(table.now);
    table.wait(GRACE);
    kick(&mut table, 5, Seat::Two).unwrap();
    assert_eq!((players(&table), table.room.host()), ([Some(5), None], PlayerId(5)));
    assert_eq!(table.ask(1, &Command::Join { passphrase: None }), Err(Reject::Barred));
}

#[test]
fn those_sent_away_are_remembered_up_to_a_bound() {
    let mut table = between();
    kick(&mut table, 1, Seat::Two).unwrap();
    for player in 3..40 {
        table.ask(player, &Command::Join { passphrase: None }).unwrap();
        kick(&mut table, 1, Seat::Two).unwrap();
    }
    assert_eq!(table.ask(39, &Command::Join { passphrase: None }), Err(Reject::Barred));
    assert_eq!(table.ask(8, &Command::Join { passphrase: None }), Err(Reject::Barred), "the last 32");
    table.ask(7, &Command::Join { passphrase: None }).unwrap();
}

#[test]
fn a_stand_in_and_its_owner_are_sent_away_together() {
    let mut table = Table::two_people(settings());
    table.attendance.grace = GRACE;
    table.attendance.away_since[Seat::Two] = Some(table.now);
    table.wait(GRACE);
    let bot = Bot::Level(Level::Easy);
    table.ask(1, &Command::StandIn { seat: Seat::One, game: 1, bot }).unwrap();
    table.resign(Seat::One);
    kick(&mut table, 1, Seat::Two).unwrap();
    assert_eq!(table.room.seats()[Seat::Two], SeatState::default());
    assert_eq!(table.ask(2, &Command::Join { passphrase: None }), Err(Reject::Barred));
}

fn recognize(table: &mut Table, was: u32, now: u32) -> Result<Vec<Event>, Reject> {
    table.ask(1, &Command::Recognize { was: PlayerId(was), now: PlayerId(now) })
}

#[test]
fn somebody_who_is_back_under_another_number_gets_their_seat_and_score() {
    let mut table = between();
    table.attendance.away_since[Seat::Two] = Some(table.now);
    assert_eq!(recognize(&mut table, 2, 7), Err(Reject::TooEarly { wait_ms: GRACE }), "they may be back");
    table.wait(GRACE);
    let recognized = Event::Recognized { was: PlayerId(2), now: PlayerId(7) };
    assert_eq!(recognize(&mut table, 2, 7).unwrap(), [recognized]);
    assert_eq!(players(&table), [Some(1), Some(7)]);
    assert_eq!((table.score(7), table.room.scores().entries().len()), ([0, 0, 1], 2));
    table.attendance.away_since = PerSeat::default();
    table.all_ready();
    table.resign(Seat::One);
    assert_eq!(table.score(7), [1, 0, 1]);
    // The name stays that of the scoreboard.
    assert_eq!(table.room.scores().person(PlayerId(7)), Some(&name("Player 2")));
}

#[test]
fn during_a_game_a_player_must_be_gone_for_the_grace_period_first() {
    let mut table = Table::two_people(settings());
    table.attendance.grace = GRACE;
    table.play("a1");
    assert_eq!(recognize(&mut table, 2, 7), Err(Reject::StillHere));
    table.attendance.away_since[Seat::Two] = Some(table.now);
    assert_eq!(recognize(&mut table, 2, 7), Err(Reject::TooEarly { wait_ms: GRACE }));
    table.wait(GRACE);
    recognize(&mut table, 2, 7).unwrap();
    let at = table.room.at();
    let moved = Command::Place { seat: Seat::Two, point: point("b2"), at };
    assert_eq!(table.ask(2, &moved), Err(Reject::Spectator));
    table.ask(7, &moved).unwrap();
}

#[test]
fn somebody_who_has_sat_down_already_gets_only_the_score() {
    let mut table = between();
    table.ask(2, &Command::Leave {}).unwrap();
    table.ask(7, &Command::Join { passphrase: None }).unwrap();
    table.all_ready();
    table.resign(Seat::One);
    assert_eq!((table.score(2), table.score(7)), ([0, 0, 1], [1, 0, 0]));
    recognize(&mut table, 2, 7).unwrap();
    assert_eq!((players(&table), table.score(7)), ([Some(1), Some(7)], [1, 0, 1]));
    assert_eq!(table.room.scores().entries().len(), 2);
}

#[test]
fn whoever_owns_a_seat_cannot_be_given_another() {
    let mut table = between();
    table.ask(1, &Command::Stand { seat: Seat::One }).unwrap();
    table.ask(7, &Command::Join { passphrase: None }).unwrap();
    table.attendance.away_since[Seat::Two] = Some(table.now);
    table.wait(GRACE);
    assert_eq!(recognize(&mut table, 2, 7), Err(Reject::HasSeat));
}
