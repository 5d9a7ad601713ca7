//! People who are away: for how long, and what can be done about it.

use std::time::Duration;

use tengen_shared::{
    game::{Claim, Command, Millis, PerSeat, Seat, Settings},
    protocol::{Attending, Cmd, ServerMessage, Spectators},
    rules::{Bot, Level, Variant},
};

use crate::{
    bench::Bench,
    fake::{OTHER, code},
    table::{HERE, at_bobs, presence, timed, with_bob},
};

fn away(kept_for_ms: u32) -> Option<Attending> {
    Some(Attending::Away { kept_for_ms })
}

/// A game whose other player has just gone, for whom the seat is kept 43 seconds.
pub(crate) fn left_alone(width: u16, height: u16) -> Bench {
    let mut bench = with_bob(timed(Variant::TICTACTOE), width, height);
    bench.keys("5");
    bench.fake.attendance.away_since = PerSeat([None, Some(Millis::from(1_000u32))]);
    bench.fake.attendance.grace = 43_000;
    bench.feed(presence(away(43_000)));
    bench
}

fn hard() -> Bot {
    Bot::Level(Level::Hard)
}

#[test]
fn pictures() {
    for (width, height) in [(80, 24), (40, 16)] {
        let mut bench = left_alone(width, height);
        insta::assert_snapshot!(format!("away_{width}x{height}"), bench.screen());
        bench.pass(50_000);
        insta::assert_snapshot!(format!("gone_{width}x{height}"), bench.screen());
        bench.keys("w");
        insta::assert_snapshot!(format!("claim_{width}x{height}"), bench.screen());
    }
}

#[test]
fn the_time_for_which_a_seat_is_kept_is_counted_down_here() {
    let mut bench = left_alone(80, 24);
    bench.shows("Bob disconnected: 43 s to return");
    bench.pass(300);
    bench.shows("Bob disconnected: 43 s to return");
    assert!(bench.model.next_change().unwrap() <= Duration::from_millis(700));
    bench.pass(700);
    bench.shows("Bob disconnected: 42 s to return");
    bench.keys("m");
    bench.shows("claim: Bob has 42 s to return");
    bench.keys("\x1b");
    bench.feed(presence(HERE));
    bench.refused("w", "The other player is still connected");
}

#[test]
fn a_claim_says_how_long_to_wait_and_closes_by_itself() {
    let mut bench = left_alone(80, 24);
    bench.keys("w");
    bench.shows("Bob has 43 s to return. Try again then.");
    bench.shows("> Close");
    assert!(!bench.screen().contains("Claim a win"), "{}", bench.screen());
    bench.take_sent();
    bench.keys("\n");
    assert_eq!((bench.take_sent(), &bench.model.overlay), (Vec::new(), &None), "nothing can be claimed yet");
    bench.keys("w");
    bench.pass(43_000);
    bench.shows("Bob did not return.");
    bench.shows("Claim a win");
    bench.feed(presence(HERE));
    assert!(!bench.screen().contains("Claim a win"), "{}", bench.screen());
    bench.feed(presence(away(43_000)));
    bench.keys("w");
    bench.shows("> Close");
    bench.disconnect();
    assert!(!bench.screen().contains("> Close"), "{}", bench.screen());
    bench.shows("Connection lost.");
}

#[test]
fn a_refusal_disappears_when_a_dialog_opens_or_the_connection_changes() {
    let refused = || {
        let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
        bench.keys("z");
        bench.shows("You have no move to take back");
        bench
    };
    let is_shown = |bench: &Bench| bench.screen().contains("You have no move to take back");
    let mut bench = refused();
    bench.keys("m");
    assert!(!is_shown(&bench), "{}", bench.screen());
    let mut bench = refused();
    bench.disconnect();
    assert!(!is_shown(&bench), "{}", bench.screen());
}

#[test]
fn a_win_or_a_draw_is_claimed_when_the_other_is_gone() {
    for (keys, claim, said) in
        [("w\n", Claim::Win, "You won: Bob did not return in time"), ("wj\n", Claim::Draw, "draw")]
    {
        let mut bench = left_alone(80, 24);
        bench.pass(43_000);
        bench.shows("Bob did not return. w: claim the game, or let an AI play on");
        bench.shows("w claim");
        assert_eq!(bench.one(keys), Cmd::Room(Command::Claim { seat: Seat::One, game: 1, claim }));
        bench.shows(said);
    }
}

#[test]
fn a_computer_plays_on_for_whoever_is_gone_and_the_game_counts_for_nobody() {
    let mut bench = left_alone(80, 24);
    bench.pass(43_000);
    bench.keys("wk\n");
    bench.shows("Which AI plays on?");
    let cmd = bench.one("j\n");
    assert_eq!(cmd, Cmd::Room(Command::StandIn { seat: Seat::One, game: 1, bot: hard() }));
    bench.shows("AI hard for Bob");
    bench.shows("AI hard plays on for Bob. This game will not count.");
    bench.feed(presence(None));
    bench.keys("Ry");
    bench.shows("You resigned");
    bench.shows("Not counted. Enter: next game");
    bench.shows("0 won 0 drawn");
}

#[test]
fn where_a_computer_stands_in_for_the_host_the_other_player_changes_the_room() {
    let mut bench = at_bobs(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.fake.attendance.away_since = PerSeat([Some(Millis::from(1_000u32)), None]);
    bench.fake.attendance.host_away_since = Some(Millis::from(1_000u32));
    let (seats, spectators) = (PerSeat([away(0), HERE]), Spectators::default());
    bench.feed(ServerMessage::Presence { room: code(), seats, spectators: spectators.clone() });
    bench.keys("wk\nj\n");
    bench.shows("AI hard for Bob");
    bench.feed(ServerMessage::Presence { room: code(), seats: PerSeat([None, HERE]), spectators });
    bench.keys("Ry");
    bench.keys("m");
    bench.shows("remove AI hard for Bob from the seat");
    bench.shows("change the settings");
    assert!(!bench.screen().contains("ask to change"), "{}", bench.screen());
}

#[test]
fn whoever_comes_back_is_told_who_plays_and_takes_the_seat_back_at_once() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("5");
    bench.fake.attendance.away_since = PerSeat([Some(Millis::from(1_000u32)), None]);
    bench.bob(&Command::StandIn { seat: Seat::Two, game: 1, bot: hard() });
    bench.shows("AI hard for Ann (you)");
    bench.shows("An AI has your seat. Press t to take it back.");
    for key in ["1", "z", "R", "\n"] {
        bench.refused(key, "An AI has your seat. Press t to take it back.");
        bench.pass(20_000);
    }
    bench.shows("t take seat");
    assert_eq!(bench.one("t"), Cmd::Room(Command::Join { passphrase: None }));
    bench.shows("X Ann (you)");
    bench.shows("Bob's turn");
    bench.bob(&Command::Resign { seat: Seat::Two, game: 1 });
    bench.shows("Not counted. Enter: next game");
}

#[test]
fn those_who_watch_see_who_is_away_too() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ry");
    bench.keys("u");
    bench.feed(presence(away(5_000)));
    bench.shows("Bob disconnected: 5 s to return");
    bench.pass(5_000);
    bench.shows("Bob is disconnected");
    assert!(!bench.screen().contains("claim"));
    assert!(bench.fake.room.as_ref().unwrap().seats().owner(Seat::Two) == Some(OTHER));
}
