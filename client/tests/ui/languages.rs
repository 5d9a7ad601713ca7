//! The same screens in Chinese, and where there is nothing but ASCII.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_client::{
    model::Model,
    msg::Msg,
    settings::{Characters, Language, Settings},
    theme::Charset,
};
use tengen_session::text::Lang;
use tengen_shared::{
    game::{PerSeat, PlayerId, RejectCode, SeatPlan, Settings as RoomSettings},
    protocol::{Connected, ListUpdate, RoomListing, ServerMessage},
    rules::{Bot, Level, Variant},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    bench::Bench,
    fake::{Fake, rejected},
    screens::middle_game,
};

/// How a screen is looked at.
#[derive(Clone, Copy)]
enum Look {
    Chinese,
    Ascii,
}

impl Look {
    fn put_on(self, model: &mut Model) {
        model.apply_settings(match self {
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
        RoomListing::new(&fake.room.unwrap(), PerSeat([Some(Connected::Here), None]), 3)
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

/// What the client says when its wish to join is refused.
fn refused(look: Option<Look>, code: RejectCode) -> String {
    let mut bench = Bench::online(80, 24);
    if let Some(look) = look {
        look.put_on(&mut bench.model);
    }
    bench.answering = false;
    bench.keys("/amber-fox-42\n");
    let id = Some(bench.last_id());
    let room = Some("amber-fox-42".parse().unwrap());
    bench.feed(rejected(id, room, code, "The words of the server"));
    bench.screen()
}

#[test]
fn a_refusal_is_said_in_the_language_of_the_user_if_its_code_is_known() {
    let english = refused(None, RejectCode::Stopping);
    assert!(english.contains("The words of the server"), "{english}");
    let chinese = refused(Some(Look::Chinese), RejectCode::Stopping);
    assert!(chinese.contains("服务器") && !chinese.contains("he words"), "{chinese}");
    let newer = refused(Some(Look::Chinese), RejectCode::Unknown);
    assert!(newer.contains("The words of the server"), "{newer}");
}

#[test]
fn what_is_wrong_with_a_name_or_the_connection_is_said_in_the_language_of_the_user() {
    let mut bench = Bench::online(80, 24);
    Look::Chinese.put_on(&mut bench.model);
    bench.disconnect();
    bench.shows("服务器关闭了连接");
    let mut bench = Bench::local(80, 24);
    Look::Chinese.put_on(&mut bench.model);
    bench.keys("r");
    bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    bench.keys("\n");
    bench.shows("名字为空");
}

#[test]
fn a_popup_cuts_no_wide_character_in_half() {
    // At one width or another the popup begins in the middle of a character; the bench sees what is hidden.
    for width in 60..110 {
        let mut bench = Bench::online(width, 24);
        Look::Chinese.put_on(&mut bench.model);
        rooms(&mut bench);
        bench.keys("?");
        let screen = bench.screen();
        assert!(screen.lines().filter(|line| line.contains('│')).count() > 8, "{screen}");
    }
}
