//! The same screens in Chinese, and where there is nothing but ASCII.

use tengen_client::{
    model::Model,
    settings::{Characters, Language, Settings},
    text::Lang,
    theme::Charset,
};
use tengen_shared::{
    game::{PlayerId, SeatPlan, Settings as RoomSettings},
    protocol::{Connected, ListUpdate, RoomListing, ServerMessage},
    rules::{Bot, Level, Variant},
};
use unicode_width::UnicodeWidthStr;

use crate::{bench::Bench, fake::Fake, screens::middle_game};

/// How a screen is looked at.
#[derive(Clone, Copy)]
enum Look {
    Chinese,
    Ascii,
}

impl Look {
    fn put_on(self, model: &mut Model) {
        model.choose(match self {
            Self::Chinese => Settings { language: Language::Chosen(Lang::Chinese), ..Settings::default() },
            Self::Ascii => Settings { characters: Characters::Chosen(Charset::Ascii), ..Settings::default() },
        });
    }

    fn name(self, screen: &str, size: &str) -> String {
        match self {
            Self::Chinese => format!("zh_{screen}_{size}"),
            Self::Ascii => format!("ascii_{screen}_{size}"),
        }
    }
}

const SIZES: [(u16, u16, &str); 2] = [(80, 24, "80x24"), (40, 16, "40x16")];

/// Takes a picture at each size; what is drawn fits in, and in ASCII it is ASCII.
fn pictures(look: Look, screen: &str, make: impl Fn(&mut Bench), new: impl Fn(u16, u16) -> Bench) {
    for (width, height, size) in SIZES {
        let mut bench = new(width, height);
        look.put_on(&mut bench.model);
        make(&mut bench);
        let shown = bench.screen();
        assert!(shown.lines().all(|line| line.width() <= usize::from(width)), "{shown}");
        match look {
            Look::Ascii => assert!(shown.is_ascii(), "{shown}"),
            Look::Chinese => assert!(!shown.is_ascii(), "{shown}"),
        }
        insta::assert_snapshot!(look.name(screen, size), shown);
    }
}

fn in_menu(look: Look, screen: &str, keys: &str) {
    pictures(look, screen, |bench| bench.keys(keys), Bench::local);
}

fn rooms(bench: &mut Bench) {
    let room = |seats: &[SeatPlan; 2], variant, name| {
        let mut fake = Fake::default();
        fake.open(RoomSettings::new(variant), seats, PlayerId(5), name);
        RoomListing::new(&fake.room.unwrap(), [Some(Connected::Here), None], 3)
    };
    let open = room(&[SeatPlan::Me {}, SeatPlan::Open {}], Variant::GOMOKU15, "Zoë");
    let seats = [SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::Level(Level::Hard) }];
    let taken = RoomListing {
        room: "blue-owl-7".parse().unwrap(),
        ..room(&seats, Variant::TICTACTOE, "天元围棋少年")
    };
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms: vec![open, taken] } });
}

fn all(look: Look) {
    in_menu(look, "menu", "");
    in_menu(look, "menu_help", "?");
    in_menu(look, "name", "r");
    in_menu(look, "code", "c");
    in_menu(look, "form", "a");
    pictures(look, "list", rooms, Bench::online);
    pictures(
        look,
        "confirm",
        |bench| bench.keys("\x1b"),
        |width, height| middle_game(Variant::TICTACTOE, width, height),
    );
    let opening = |bench: &mut Bench| {
        bench.answering = false;
        bench.keys("/amber-fox-42\n");
    };
    pictures(look, "opening", opening, Bench::online);
    pictures(look, "form_more", |bench| bench.keys("akljjjl"), Bench::online);
}

#[test]
fn screens_in_chinese() {
    all(Look::Chinese);
}

#[test]
fn screens_in_ascii() {
    all(Look::Ascii);
}
