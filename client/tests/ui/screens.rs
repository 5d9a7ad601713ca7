//! Pictures of the screens.

use tengen_shared::{
    game::{Name, PerSeat, PlayerId, SeatPlan, Settings},
    protocol::{Attending, Connected, ListUpdate, RoomListing, ServerMessage, Spectators},
    rules::{Bot, Level, Variant},
};

use crate::{
    bench::Bench,
    fake::{Fake, OTHER, code},
    play::against_bob,
};

/// A game of four stones against Bob.
pub(crate) fn middle_game(variant: Variant, width: u16, height: u16) -> Bench {
    let mut bench = against_bob(variant, width, height);
    for (mine, theirs) in [("b2", "a3"), ("b3", "b1")] {
        bench.keys(&format!("/{mine}\n"));
        let moved = bench.fake.other_places(OTHER, theirs);
        bench.feed(moved);
    }
    let names = vec!["Eve".parse::<Name>().unwrap()];
    bench.feed(ServerMessage::Presence {
        room: code(),
        seats: PerSeat([Some(Attending::Here {}), Some(Attending::Away { kept_for_ms: 43_000 })]),
        spectators: Spectators { count: 1, names, players: Vec::new() },
    });
    bench
}

#[test]
fn room_at_the_usual_size() {
    insta::assert_snapshot!("tictactoe_80x24", middle_game(Variant::TICTACTOE, 80, 24).screen());
    insta::assert_snapshot!("gomoku15_80x24", middle_game(Variant::GOMOKU15, 80, 24).screen());
    insta::assert_snapshot!("gomoku19_80x24", middle_game(Variant::GOMOKU19, 80, 24).screen());
}

#[test]
fn room_at_the_least_size() {
    insta::assert_snapshot!("tictactoe_40x16", middle_game(Variant::TICTACTOE, 40, 16).screen());
    insta::assert_snapshot!("gomoku15_40x16", middle_game(Variant::GOMOKU15, 40, 16).screen());
}

#[test]
fn room_after_a_win() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("4");
    let moved = bench.fake.other_places(OTHER, "c3");
    bench.feed(moved);
    bench.keys("6");
    insta::assert_snapshot!("won_80x24", bench.screen());
    bench.msg(tengen_client::msg::Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("won_40x16", bench.screen());
}

#[test]
fn menu_help_and_form() {
    let mut bench = Bench::local(80, 24);
    insta::assert_snapshot!("menu_80x24", bench.screen());
    bench.keys("?");
    insta::assert_snapshot!("help_80x24", bench.screen());
    bench.keys("\x1baj");
    bench.keys("h");
    insta::assert_snapshot!("form_80x24", bench.screen());
}

#[test]
fn list() {
    let mut bench = Bench::online(80, 24);
    let room = |seats: &[SeatPlan; 2], variant| {
        let mut fake = Fake::default();
        fake.open(Settings::new(variant), seats, PlayerId(5), "Zoë");
        RoomListing::new(&fake.room.unwrap(), PerSeat([Some(Connected::Here), None]), 3)
    };
    let open = room(&[SeatPlan::Me {}, SeatPlan::Open {}], Variant::GOMOKU15);
    let taken = room(&[SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::Level(Level::Hard) }], Variant::TICTACTOE);
    let taken = RoomListing { room: "blue-owl-7".parse().unwrap(), ..taken };
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms: vec![open, taken] } });
    insta::assert_snapshot!("list_80x24", bench.screen());
}

#[test]
fn too_small_is_said_and_nothing_is_lost() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    let before = bench.screen();
    bench.msg(tengen_client::msg::Msg::Resize { width: 30, height: 10 });
    bench.shows("Tengen needs 40 x 16");
    bench.msg(tengen_client::msg::Msg::Resize { width: 80, height: 24 });
    assert_eq!(bench.screen(), before);
}
