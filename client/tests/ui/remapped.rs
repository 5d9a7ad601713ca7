//! Where a text names a key, it is the one that the user has bound.

use crossterm::event::KeyCode;
use tengen_client::{
    keeper::KeeperNews,
    msg::Msg,
    settings::{Loaded, NamedTheme, read},
};
use tengen_shared::{
    game::{Command, Offer, PerSeat, PlayerId, Seat, Settings, SpectatorRule},
    protocol::{ListUpdate, RoomListing, ServerMessage},
    rules::Variant,
};

use crate::{
    bench::Bench,
    dropouts::left_alone,
    fake::OTHER,
    history::replay,
    screens::middle_game,
    table::{timed, with_bob},
    talk::says,
    thinking::after_a_game,
};

/// Other keys for all that the texts name.
const KEYS: &str = "\
[keys]
place = \"F2\"
type-point = \"F3\"
menu = \"F4\"
yes = \"F5\"
no = \"F6\"
withdraw = \"F7\"
claim = \"F8\"
explain = \"F9\"
chat = \"F10\"
leave = \"F11\"
\"list.enter\" = \"F12\"
\"list.watch\" = \"F13\"
back = \"F14\"
\"thinking.ai\" = \"F15\"
\"thinking.earlier\" = \"F16\"
\"thinking.later\" = \"F17\"
\"thinking.shallower\" = \"F18\"
\"replay.backward\" = \"F18\"
\"replay.next-branch\" = \"F19\"
\"replay.branch-before\" = \"F20\"
\"replay.erase\" = \"F21\"
\"replay.to-game\" = \"F22\"
\"replay.type-point\" = \"F23\"
\"replay.back\" = \"F24\"
\"help.close\" = \"F2\"
\"popup.close\" = \"F3\"
";

/// Reads a file of settings, in which nothing may be wrong.
fn set(bench: &mut Bench, text: &str) {
    let themes = NamedTheme::built_in();
    let (settings, problems) = read(text, "settings.toml", &themes);
    assert_eq!(problems, []);
    bench.msg(Msg::Kept(KeeperNews::Settings(Box::new(Loaded { settings, themes, problems }))));
}

/// Looks that a text names the keys that are there by themselves, and with [`KEYS`] the others.
fn renamed(mut bench: Bench, before: &str, after: &str) -> Bench {
    bench.shows(before);
    set(&mut bench, KEYS);
    bench.shows(after);
    let (screen, banner) = (bench.screen(), bench.banner());
    assert!(!screen.contains(before) && !banner.contains(before), "{before:?} is still on:\n{screen}");
    bench
}

fn offered() -> Bench {
    let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
    let at = bench.at();
    bench.bob(&Command::Offer { seat: Seat::Two, offer: Offer::Draw {}, at });
    bench
}

#[test]
fn questions_of_others_and_ones_own_name_the_keys() {
    renamed(offered(), "y accept  n decline", "F5 accept  F6 decline");
    let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
    bench.keys("d");
    renamed(bench, "x cancel request", "F7 cancel request");
    let consent = Settings { spectators: SpectatorRule::ByConsent, ..Settings::new(Variant::TICTACTOE) };
    let mut bench = with_bob(consent, 80, 24);
    let asked = bench.fake.other(PlayerId(3), "Cy", &Command::AskToWatch {});
    bench.feed(asked);
    renamed(bench, "y let in  n refuse", "F5 let in  F6 refuse");
}

#[test]
fn an_action_without_a_key_of_its_own_is_reached_by_the_menu() {
    let mut bench = offered();
    set(&mut bench, "[keys]\nyes = []\nmenu = \"F4\"\n");
    bench.shows("Bob offers a draw");
    bench.shows("n decline");
    bench.shows("F4 menu");
}

#[test]
fn who_is_gone_and_what_was_said_name_the_keys() {
    let mut bench = left_alone(80, 24);
    bench.pass(43_000);
    let (before, after) = ("Bob did not return. w: claim the game", "Bob did not return. F8: claim the game");
    renamed(bench, before, after);
    let mut bench = with_bob(Settings::new(Variant::GOMOKU15), 40, 16);
    says(&mut bench, OTHER, "Bob", "hello");
    renamed(bench, "1 new message: c", "1 new message: F10");
}

#[test]
fn being_ready_names_the_keys() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("Ry");
    let after = "F2: next game  F9: analysis";
    let mut bench = renamed(bench, "Enter: next game  e: analysis", after);
    bench.keys("1");
    bench.shows("No game in progress. Press F2 when you are ready.");
}

#[test]
fn placing_names_the_keys() {
    let mut bench = with_bob(Settings::new(Variant::GOMOKU15), 80, 24);
    set(&mut bench, &format!("misclick = \"ghost\"\n{KEYS}"));
    bench.keys("1");
    bench.shows("Digits work on 3x3 boards only. Press F3 and type a point");
    bench.key(KeyCode::F(2));
    bench.shows("h8? Choose it again to place the stone, or press F11 to cancel.");
}

#[test]
fn what_calls_back_and_what_closes_names_the_key() {
    let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
    bench.keys("Ays");
    let at = bench.at();
    bench.bob(&Command::Offer { seat: Seat::Two, offer: Offer::Swap {}, at });
    renamed(bench, "Bob has a request. Esc: back to the room", "Bob has a request. F14: back to the room");
    let mut bench = with_bob(Settings::new(Variant::GOMOKU15), 80, 24);
    bench.keys("v");
    renamed(bench, "It is your turn. Esc: back to the game", "It is your turn. F14: back to the game");
    for (key, title, close) in [("?", "Keys", "F2"), ("m", "Menu", "F3")] {
        let mut bench = with_bob(Settings::new(Variant::GOMOKU15), 80, 24);
        bench.keys(key);
        renamed(bench, &format!("{title} (Esc closes)"), &format!("{title} ({close} closes)"));
    }
}

#[test]
fn a_replay_names_the_keys() {
    let mut bench = replay(80, 24);
    bench.key(KeyCode::Left);
    bench.key(KeyCode::Left);
    bench.keys("/k8\n");
    let mut bench = renamed(bench, "b: back to the game", "F22: back to the game");
    bench.shows("Choice 2 of 2 (F20 F19)");
    bench.key(KeyCode::F(22));
    bench.key(KeyCode::F(21));
    bench.shows("The moves of the game cannot be deleted. F18: step back");
    bench.keys("1");
    bench.shows("Digits work on 3x3 boards only. Press F23 and type a point");
}

#[test]
fn a_move_that_cannot_be_tried_names_the_key() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("Ryv\n");
    set(&mut bench, KEYS);
    bench.keys("4763");
    bench.shows("The game is over here. Step back with F18 first.");
}

#[test]
fn what_is_not_shown_names_the_keys() {
    let mut bench = replay(80, 24);
    bench.keys("\x1b");
    bench.fake.games.clear();
    bench.keys("\n");
    renamed(bench, "Press Esc to go back.", "Press F24 to go back.");
    let mut bench = after_a_game(80, 24);
    bench.fake.tree = None;
    bench.keys("e");
    let after = "Press F15 for another AI, F18 for less depth, F16 or F17 for another position.";
    renamed(bench, "Press b for another AI, - for less depth, [ or ] for another position.", after);
}

#[test]
fn the_room_list_marks_the_room_that_keeps_a_seat() {
    let room = with_bob(Settings::new(Variant::TICTACTOE), 80, 24).fake.room.unwrap();
    let mut bench = Bench::online(80, 24);
    bench.model.offered = Some(bench.model.kept_as(room.code().clone()));
    let rooms = vec![RoomListing::new(&room, PerSeat::default(), 0)];
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms } });
    bench.shows("You have a game here. Press Enter to return to it.");
    bench.shows("your game");
    bench.shows("Enter return");
}

#[test]
fn the_room_list_names_the_keys() {
    let room = with_bob(Settings::new(Variant::TICTACTOE), 80, 24).fake.room.unwrap();
    let mut bench = Bench::online(80, 24);
    let rooms = vec![RoomListing::new(&room, PerSeat::default(), 0)];
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms } });
    let (before, after) = ("Enter watches.", "F12 watches.");
    let mut bench = renamed(bench, before, after);
    bench.disconnect();
    bench.keys("n");
    bench.shows("Press F14 for games on this machine");
}
