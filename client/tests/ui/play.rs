//! Whole games, from the menu to the end and on to the next.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;
use tengen_client::{
    effect::Effect,
    keeper::KeepOrder,
    msg::Msg,
    profile::KeptSeat,
    theme::{Charset, Depth},
};
use tengen_session::{link::Address, settings};
use tengen_shared::{
    game::{Command, PerSeat, Seat, SeatPlan},
    protocol::{Attending, Cmd, Request, ServerMessage, Spectators},
    rules::{Bot, Level, Variant},
};

use crate::{
    bench::Bench,
    fake::{OTHER, code},
};

/// A room of the user's in seat one, with Bob in seat two.
pub(crate) fn against_bob(variant: Variant, width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    bench.keys("n");
    if variant != Variant::TICTACTOE {
        bench.keys("j");
        let at = Variant::NAMED.iter().position(|(_, named)| *named == variant).unwrap();
        (0..at).for_each(|_| bench.keys("l"));
        bench.keys("k");
    }
    bench.keys("\n");
    let joined = bench.fake.other(OTHER, "Bob", &Command::Join { passphrase: None });
    bench.feed(joined);
    let seats = PerSeat([Some(Attending::Here {}); 2]);
    bench.feed(ServerMessage::Presence { room: code(), seats, spectators: Spectators::default() });
    bench.take_sent();
    bench
}

#[test]
fn a_game_against_the_computer_from_the_menu_to_the_end() {
    let mut bench = Bench::online(80, 24);
    bench.keys("a");
    bench.shows("you and the AI");
    bench.keys("\n");
    bench.shows("amber-fox-42");
    bench.shows("AI medium is thinking");
    let sent = bench.take_sent();
    let [
        Cmd::Request(Request::ListBots { .. }),
        Cmd::Request(Request::Create { settings, seats: PerSeat(seats), passphrase: None }),
    ] = sent.as_slice()
    else {
        panic!("{sent:?}")
    };
    assert_eq!(*settings, settings::usual(Variant::TICTACTOE));
    assert_eq!(seats, &[SeatPlan::Ai { bot: Bot::Level(Level::Medium) }, SeatPlan::Me {}]);
    for (theirs, mine) in [("a1", "5"), ("b1", "1")] {
        let moved = bench.fake.ai_places(theirs);
        bench.feed(moved);
        bench.shows("Your turn");
        bench.keys(mine);
        bench.shows("AI medium is thinking");
    }
    let moved = bench.fake.ai_places("c1");
    bench.feed(moved);
    bench.shows("You lost: AI medium has 3 in a row");
    bench.shows("Enter: next game");
    bench.shows("1 won");
    assert!(bench.board().shows_all());
    let terminal = bench.terminal();
    for lit in ["a1", "b1", "c1"] {
        let cell = terminal.backend().buffer().cell(bench.spot(lit)).unwrap();
        assert_eq!(cell.symbol(), "X");
        assert!(cell.modifier.contains(Modifier::REVERSED));
    }
    assert!(bench.screen().matches('*').count() >= 6, "the run shows by shape, too:\n{}", bench.screen());
    for (point, symbol) in [("b2", "O"), ("a3", "O")] {
        let cell = terminal.backend().buffer().cell(bench.spot(point)).unwrap();
        assert_eq!(cell.symbol(), symbol);
        assert!(!cell.modifier.contains(Modifier::REVERSED));
    }
    bench.take_sent();
    bench.keys("\n");
    assert!(matches!(bench.take_sent().as_slice(), [Cmd::Room(Command::Ready { seat: Seat::Two, .. })]));
    bench.shows("game 2");
    bench.shows("Your turn");
}

#[test]
fn marks_belong_to_the_seat_on_three_by_three_and_to_the_turn_elsewhere() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("\n");
    let before = bench.terminal().backend().buffer().cell(bench.spot("b2")).unwrap().symbol().to_owned();
    assert_eq!(before, "X");
    bench.keys("Ry");
    bench.shows("You resigned");
    bench.keys("\n");
    let ready = Command::Ready { seat: Seat::Two, at: bench.fake.room.as_ref().unwrap().at() };
    let ready = bench.fake.other(OTHER, "Bob", &ready);
    bench.feed(ready);
    bench.shows("Bob's turn");
    let moved = bench.fake.other_places(OTHER, "b2");
    bench.feed(moved);
    let symbol = |bench: &Bench, point| {
        bench.terminal().backend().buffer().cell(bench.spot(point)).unwrap().symbol().to_owned()
    };
    assert_eq!(symbol(&bench, "b2"), "O", "Bob keeps O though he begins");

    for (depth, stones, last) in [(Depth::Sixteen, ["●", "○"], "◎"), (Depth::True, ["●", "●"], "◉")]
    {
        let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
        bench.look(depth, Charset::Unicode);
        bench.keys("\n");
        for point in ["h9", "c3"] {
            let moved = bench.fake.other_places(OTHER, point);
            bench.feed(moved);
            assert_eq!(symbol(&bench, point), last, "the last move");
            bench.keys(if point == "h9" { "/b2\n" } else { "/a1\n" });
            assert_eq!([symbol(&bench, "h8"), symbol(&bench, point)], stones);
            let style = |at| bench.terminal().backend().buffer().cell(bench.spot(at)).unwrap().fg;
            assert_ne!(style("h8"), style(point), "the colours differ");
        }
    }
}

#[test]
fn five_in_a_row_is_lit_on_a_large_board_and_nothing_is_hidden() {
    for (width, height, won) in [(80, 24, '◆'), (120, 50, '★'), (40, 24, '◆')] {
        let mut bench = against_bob(Variant::GOMOKU15, width, height);
        for (mine, theirs) in [("c3", "c5"), ("d3", "d5"), ("e3", "e5"), ("f3", "f5")] {
            bench.keys(&format!("/{mine}\n"));
            let moved = bench.fake.other_places(OTHER, theirs);
            bench.feed(moved);
        }
        bench.keys(":g3\n");
        bench.shows("You won: 5 in a row");
        bench.shows("Enter: next game");
        assert!(bench.board().shows_all(), "{width}x{height}");
        assert_eq!(bench.screen().matches(won).count(), 5, "{}", bench.screen());
        for theirs in ["c5", "d5", "e5", "f5"] {
            let terminal = bench.terminal();
            let symbol = terminal.backend().buffer().cell(bench.spot(theirs)).unwrap().symbol().to_owned();
            assert_eq!(symbol, if width == 120 { "█" } else { "●" });
        }
        bench.take_sent();
        let spot = bench.spot("h8");
        bench.click(spot);
        assert!(matches!(bench.take_sent().as_slice(), [Cmd::Room(Command::Ready { seat: Seat::One, .. })]));
        bench.shows("You are ready. Waiting for Bob");
    }
}

#[test]
fn two_people_at_one_keyboard_take_turns_and_are_ready_together() {
    let mut bench = Bench::online(80, 24);
    bench.keys("f");
    bench.shows("Friend's name");
    bench.shows("Player 2");
    (0..4).for_each(|_| bench.key(crossterm::event::KeyCode::Up));
    bench.shows(">   Friend's name");
    bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    bench.keys("\n");
    bench.shows("The second player's name");
    bench.keys("Zoë\n");
    bench.shows("Ann's turn");
    bench.keys("5");
    bench.shows("Zoë's turn");
    bench.keys("1");
    bench.shows("Ann's turn");
    bench.keys("4");
    bench.keys("2");
    bench.keys("6");
    bench.shows("Ann won: 3 in a row");
    bench.take_sent();
    bench.keys("\n");
    let sent = bench.take_sent();
    assert!(
        matches!(
            sent.as_slice(),
            [
                Cmd::Room(Command::Ready { seat: Seat::One, .. }),
                Cmd::Room(Command::Ready { seat: Seat::Two, .. })
            ]
        ),
        "{sent:?}"
    );
    bench.shows("Zoë's turn");
    bench.keys("Ry");
    bench.shows("Ann won: Zoë resigned");
}

#[test]
fn a_game_on_this_machine_is_remembered_as_soon_as_it_is_on() {
    let mut bench = Bench::local(80, 24);
    let kept = |bench: &Bench| {
        let notes = bench.effects.iter().filter_map(|effect| match effect {
            Effect::Keep(KeepOrder::Room(room)) => Some(room.clone()),
            _ => None,
        });
        notes.collect::<Vec<_>>()
    };
    assert_eq!(kept(&bench), []);
    // Through the menu and the form to the computer.
    bench.keys("a\n");
    bench.shows("AI medium");
    assert_eq!(
        kept(&bench),
        [Some(KeptSeat { room: code(), address: None })],
        "the program may be killed at any time"
    );
}

#[test]
fn leaving_a_game_asks_first_and_the_room_is_kept() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("\x1b");
    bench.shows("Leave? The game goes on");
    bench.keys("n");
    bench.shows("Your turn");
    bench.keys("q");
    bench.shows("Quit Tengen?");
    bench.keys("\x1b");
    bench.keys("\x1by");
    bench.shows("Tengen · Rooms");
    bench.shows("is kept");
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Leave {})]);
    let kept = KeptSeat { room: code(), address: Some(Address::default()) };
    assert_eq!(bench.model.kept_room(), Some(kept));
    assert!(!bench.effects.contains(&Effect::Exit));
    bench.keys("q");
    assert!(bench.effects.contains(&Effect::Exit));
}
