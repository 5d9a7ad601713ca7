//! Doors: passphrases and the consent of the players.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_client::msg::Msg;
use tengen_shared::{
    game::{
        Access, Command, Passphrase, PerSeat, PlayerId, RejectCode, Reply, Seat, SeatPlan, Settings,
        SpectatorRule, WatchRequest,
    },
    protocol::{Cmd, ListUpdate, Request, RoomListing, SafeText, ServerMessage},
    rules::Variant,
};

use crate::{
    bench::Bench,
    fake::{Fake, ME, OTHER, code, rejected},
    table::with_bob,
};

fn secret(text: &str) -> Option<Passphrase> {
    Some(text.parse().unwrap())
}

fn reveal(bench: &mut Bench) {
    bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL)));
}

/// A room of Bob's with a passphrase, and Ann at its door.
fn at_the_door(width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    let settings = Settings { access: Access::Passphrase, ..Settings::new(Variant::TICTACTOE) };
    bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], OTHER, "Bob");
    bench.fake.secret = secret("open sesame");
    bench.keys("camber-fox-42\n");
    bench.take_sent();
    bench
}

#[test]
fn pictures() {
    for (width, height) in [(80, 24), (40, 16)] {
        let mut bench = at_the_door(width, height);
        bench.keys("sesame");
        insta::assert_snapshot!(format!("passphrase_{width}x{height}"), bench.screen());
        let mut bench = with_bob(
            Settings { spectators: SpectatorRule::ByConsent, ..Settings::new(Variant::TICTACTOE) },
            width,
            height,
        );
        let asked = bench.fake.other(PlayerId(3), "Cy", &Command::AskToWatch {});
        bench.feed(asked);
        insta::assert_snapshot!(format!("asks_to_watch_{width}x{height}"), bench.screen());
    }
}

#[test]
fn a_passphrase_is_asked_for_hidden_and_tried() {
    let mut bench = at_the_door(80, 24);
    bench.shows("Passphrase of room amber-fox-42:");
    bench.keys("qq");
    bench.shows("> ••_");
    bench.refused("\n", "The passphrase has 2 characters");
    bench.keys("qqq");
    reveal(&mut bench);
    bench.shows("> qqqqq_");
    assert_eq!(bench.one("\n"), Cmd::Room(Command::Join { passphrase: secret("qqqqq") }));
    bench.shows("This is not the passphrase of the room");
    bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    bench.fake.secret = None;
    bench.fake.let_through(ME);
    assert_eq!(bench.one("open sesame\n"), Cmd::Room(Command::Join { passphrase: secret("open sesame") }));
    bench.shows("O Ann (you)");
}

#[test]
fn a_passphrase_is_never_in_a_log() {
    let mut bench = at_the_door(80, 24);
    bench.keys("sesame");
    assert!(!format!("{:?}", bench.model).contains("sesame"));
    bench.answering = false;
    bench.keys("\n");
    assert!(!format!("{:?}", bench.model).contains("sesame"));
    assert!(!format!("{:?}", bench.sent).contains("sesame"));
}

#[test]
fn whoever_has_gone_away_is_not_asked_for_a_passphrase() {
    let mut bench = Bench::online(80, 24);
    bench.answering = false;
    bench.keys("camber-fox-42\n");
    let id = bench.last_id();
    bench.keys("\x1b\x1b");
    bench.feed(rejected(Some(id), Some(code()), RejectCode::Passphrase, "this room needs a passphrase"));
    bench.shows("Tengen · Rooms");
    bench.shows("This room needs a passphrase");
}

#[test]
fn whoever_has_left_is_told_nothing_more_of_the_room() {
    let settings = Settings { access: Access::Passphrase, ..Settings::new(Variant::TICTACTOE) };
    let mut bench = with_bob(settings, 80, 24);
    bench.keys("Ry");
    bench.shows("You resigned");
    bench.keys("\x1b");
    bench.shows("Tengen · Rooms");
    // The server removes a player without a seat, who could not watch.
    bench.feed(rejected(None, Some(code()), RejectCode::Passphrase, "this room needs a passphrase"));
    bench.shows("Tengen · Rooms");
    assert!(!bench.screen().contains("needs a passphrase"), "{}", bench.screen());
}

#[test]
fn a_friend_needs_the_passphrase_too() {
    let settings = Settings { access: Access::Passphrase, ..Settings::new(Variant::TICTACTOE) };
    let mut bench = with_bob(settings, 120, 40);
    bench.keys("Ry");
    bench.bob(&Command::Leave {});
    bench.keys("\n");
    bench.shows("A friend needs 127.0.0.1:5151, the code amber-fox-42 and the passphrase.");
}

#[test]
fn the_list_shows_a_lock() {
    let mut bench = Bench::online(80, 24);
    let mut fake = Fake::default();
    let settings = Settings { access: Access::Passphrase, ..Settings::new(Variant::GOMOKU15) };
    fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], PlayerId(5), "Zoë");
    let locked = RoomListing::new(&fake.room.unwrap(), PerSeat::default(), 0);
    let open = RoomListing { room: "blue-owl-7".parse().unwrap(), access: Access::Listed, ..locked.clone() };
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms: vec![locked, open] } });
    bench.shows("amber-fox-42 open    lock Gomoku 15x15");
    bench.shows("blue-owl-7   open         Gomoku 15x15");
}

#[test]
fn a_room_is_made_with_a_passphrase_and_other_doors() {
    let mut bench = Bench::online(80, 24);
    bench.keys("nkl");
    bench.shows("More options    ‹ shown ›");
    bench.keys("jjjj");
    bench.shows(">   Access        ‹ public ›");
    bench.keys("h");
    bench.shows(">   Access        ‹ passphrase ›");
    bench.key(KeyCode::Down);
    bench.key(KeyCode::Down);
    bench.shows(">   Spectators    ‹ allowed ›");
    bench.keys("l");
    bench.shows(">   Spectators    ‹ ask players ›");
    bench.key(KeyCode::Up);
    let offered = bench.screen().lines().find_map(|line| {
        let typed = line.split_once("Passphrase     ")?.1.split_once('_')?.0.to_owned();
        typed.parse::<Passphrase>().ok()
    });
    assert_eq!(offered.expect("one is made for the user").check_new(), Ok(()));
    bench.key(KeyCode::Down);
    bench.key(KeyCode::Up);
    for _ in 0..30 {
        bench.key(KeyCode::Backspace);
    }
    bench.refused("\n\n\n", "The passphrase has 0 characters");
    bench.keys("short");
    assert!(!bench.screen().contains("The passphrase has 0 characters"), "{}", bench.screen());
    bench.refused("\n\n\n", "A passphrase of 5 characters is easy to guess");
    for _ in 0..30 {
        bench.key(KeyCode::Backspace);
    }
    bench.keys("open sesame");
    bench.shows("Passphrase     open sesame_");
    reveal(&mut bench);
    bench.shows("Passphrase     •••••••••••_");
    bench.key(KeyCode::Down);
    bench.key(KeyCode::Down);
    bench.keys("\n");
    let sent = bench.take_sent();
    let made = sent.iter().find_map(|cmd| match cmd {
        Cmd::Request(Request::Create { settings, passphrase, .. }) => Some((*settings, passphrase.clone())),
        _ => None,
    });
    let settings = Settings {
        access: Access::Passphrase,
        spectators: SpectatorRule::ByConsent,
        ..tengen_session::settings::usual(Variant::TICTACTOE)
    };
    assert_eq!(made, Some((settings, secret("open sesame"))));
}

#[test]
fn who_asks_to_watch_is_let_in_or_not() {
    for (key, reply) in [("y", Reply::Accept), ("n", Reply::Decline)] {
        let settings = Settings { spectators: SpectatorRule::ByConsent, ..Settings::new(Variant::TICTACTOE) };
        let mut bench = with_bob(settings, 80, 24);
        let cy = PlayerId(3);
        let asked = bench.fake.other(cy, "Cy", &Command::AskToWatch {});
        bench.feed(asked);
        bench.shows("Cy wants to watch");
        bench.shows("y let in  n refuse");
        assert_eq!(bench.one(key), Cmd::Room(Command::Admit { seat: Seat::One, player: cy, reply }));
        assert!(!bench.screen().contains("Cy asks to watch"), "{}", bench.screen());
        let asking: &[WatchRequest] = bench.fake.room.as_ref().unwrap().asking();
        assert_eq!(asking.len(), usize::from(reply == Reply::Accept), "Bob has yet to agree");
    }
}

/// Ann wants to watch a room whose players must let her in.
fn at_bobs_window() -> Bench {
    let mut bench = Bench::online(80, 24);
    let settings = Settings { spectators: SpectatorRule::ByConsent, ..Settings::new(Variant::TICTACTOE) };
    bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], OTHER, "Bob");
    bench.fake.other(PlayerId(3), "Cy", &Command::Join { passphrase: None });
    let listing = RoomListing::new(bench.fake.room.as_ref().unwrap(), PerSeat::default(), 0);
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms: vec![listing] } });
    bench.keys("\n");
    bench.shows("The players decide who may watch. Ask");
    assert_eq!(bench.one("y"), Cmd::Room(Command::AskToWatch {}));
    bench.shows("You asked the players of amber-fox-42 to let you watch");
    bench
}

#[test]
fn whoever_is_let_in_watches_by_themselves() {
    let mut bench = at_bobs_window();
    bench.disconnect();
    bench.connect();
    assert!(
        bench.take_sent().contains(&Cmd::Room(Command::AskToWatch {})),
        "the server tells only those who are connected"
    );
    for (player, seat) in [(OTHER, Seat::One), (PlayerId(3), Seat::Two)] {
        bench.fake.other(player, "Bob", &Command::Admit { seat, player: ME, reply: Reply::Accept });
    }
    bench.feed(ServerMessage::LetIn { room: code() });
    assert!(bench.take_sent().contains(&Cmd::Request(Request::Watch { passphrase: None })));
    bench.shows("You are watching");
}

#[test]
fn whoever_is_not_let_in_is_told_and_esc_gives_up() {
    let mut bench = at_bobs_window();
    let text = "the players did not let you in: play or watch elsewhere";
    bench.feed(rejected(None, Some(code()), RejectCode::NoSpectators, text));
    bench.shows("The players did not let you in");
    bench.shows("Tengen · Rooms");
    let mut bench = at_bobs_window();
    bench.keys("\x1b");
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Leave {})], "the request is withdrawn");
    bench.feed(ServerMessage::LetIn { room: code() });
    assert_eq!(bench.take_sent(), [], "who has gone away is not pulled back");
    bench.shows("Tengen · Rooms");
}

#[test]
fn whoever_may_not_watch_any_more_is_shown_out() {
    for (reject, said) in [
        (RejectCode::NoSpectators, "Tengen · Rooms"),
        (RejectCode::Barred, "Tengen · Rooms"),
        (RejectCode::NeedsConsent, "The players decide who may watch. Ask"),
        (RejectCode::Passphrase, "Passphrase of room amber-fox-42:"),
    ] {
        let text = SafeText::from("you may not watch here");
        let (room, code) = (code(), reject);
        // An older server refuses without an id instead.
        let refused = rejected(None, Some(room.clone()), code, text.clone());
        for message in [refused, ServerMessage::PutOut { room, code, text }] {
            let mut bench = with_bob(Settings::new(Variant::TICTACTOE), 80, 24);
            bench.keys("Ayu");
            bench.take_sent();
            bench.feed(message);
            bench.shows(said);
            bench.shows("You may not watch here");
            assert!(bench.model.session.rooms().next().is_none());
            assert_eq!(bench.take_sent(), []);
        }
    }
}
