//! The settings screen, the keys that are bound on it, help over everything, and pasted text.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::style::{Color, Modifier};
use tengen_client::{
    effect::Effect,
    keeper::{KeepOrder, KeeperNews},
    keymap::{BindError, Remap},
    model::{Init, Model},
    msg::Msg,
    screen::Screen,
    settings::{
        Call, Characters, Colours, Language, Loaded, Misclick, Mouse, NamedTheme, Problem, Settings, Wrong,
        read,
    },
    theme::{Charset, Depth, Rgb},
};
use tengen_session::text::Lang;
use tengen_shared::{game::Command, protocol::Cmd, rules::Variant};

use crate::{
    bench::Bench,
    table::{timed, with_ai, with_bob},
};

/// The settings, opened from the start screen.
fn opened(width: u16, height: u16) -> Bench {
    with(Settings::default(), width, height)
}

fn with(settings: Settings, width: u16, height: u16) -> Bench {
    let begin = tengen_client::intent::Begin::Menu;
    let mut bench = Bench::new(Init { begin, settings, ..Bench::init(width, height) });
    bench.keys("s");
    bench
}

/// The settings that were to be kept last.
fn kept(bench: &Bench) -> Option<&Settings> {
    bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Keep(KeepOrder::Settings { new, .. }) => Some(&**new),
        _ => None,
    })
}

fn loaded(text: &str) -> Msg {
    let themes = NamedTheme::built_in();
    let (settings, problems) = read(text, "settings.toml", &themes);
    Msg::Kept(KeeperNews::Settings(Box::new(Loaded { settings, themes, problems })))
}

/// Two faults and a theme.
const FAULTY: &str = "theme = \"wood\"\nlanguage = \"klingon\"\n[keys]\nhint = \"c\"\n";

#[test]
fn pictures() {
    let mut bench = opened(80, 24);
    insta::assert_snapshot!("settings_80x24", bench.screen());
    bench.msg(loaded(FAULTY));
    bench.key(KeyCode::End);
    bench.keys("\n");
    insta::assert_snapshot!("problems_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("problems_40x16", bench.screen());
    bench.keys("\x1bk\n");
    insta::assert_snapshot!("keys_40x16", bench.screen());
    bench.keys("\n");
    insta::assert_snapshot!("keys_waiting_40x16", bench.screen());
    bench.msg(Msg::Resize { width: 80, height: 24 });
    bench.keys("\x1b?");
    insta::assert_snapshot!("keys_help_80x24", bench.screen());
    bench.keys("\x1b");
    insta::assert_snapshot!("keys_80x24", bench.screen());
    insta::assert_snapshot!("settings_40x16", opened(40, 16).screen());
}

#[test]
fn pictures_in_chinese_and_in_ascii() {
    let chinese = Settings { language: Language::Chosen(Lang::Chinese), ..Settings::default() };
    let mut bench = with(chinese.clone(), 80, 24);
    insta::assert_snapshot!("settings_zh_80x24", bench.screen());
    bench.key(KeyCode::End);
    bench.keys("\n?");
    insta::assert_snapshot!("keys_help_zh_80x24", bench.screen());
    insta::assert_snapshot!("settings_zh_40x16", with(chinese, 40, 16).screen());
    let ascii = Characters::Chosen(Charset::Ascii);
    let mut bench = with(Settings { characters: ascii, ..Settings::default() }, 80, 24);
    insta::assert_snapshot!("settings_ascii_80x24", bench.screen());
    bench.key(KeyCode::End);
    bench.keys("\n");
    insta::assert_snapshot!("keys_ascii_80x24", bench.screen());
    assert!(bench.screen().is_ascii());
}

#[test]
fn a_change_holds_at_once_and_is_kept() {
    let mut bench = opened(80, 24);
    assert!(matches!(bench.effects.last(), Some(Effect::Keep(KeepOrder::ReadSettings))));
    bench.keys("l");
    bench.shows("English");
    bench.keys("l");
    bench.shows("设置");
    assert_eq!(kept(&bench).unwrap().language, Language::Chosen(Lang::Chinese));
    bench.keys("h");
    bench.shows("Misclick guard");
    bench.keys("jj\n");
    let at = bench.find("[●]");
    let board = |bench: &Bench| bench.terminal().backend().buffer().cell(at).unwrap().bg;
    let before = board(&bench);
    assert_eq!(before, Color::Rgb(0xbd, 0x8b, 0x41));
    bench.keys("kll");
    bench.shows("‹ light ›");
    bench.keys("l");
    bench.shows("‹ okabe-ito ›");
    assert_eq!(board(&bench), Color::Rgb(0x6e, 0x6e, 0x6e));
    bench.key(KeyCode::Delete);
    bench.shows("Theme           ‹ auto (dark) ›");
    bench.keys("jjl");
    assert_eq!(board(&bench), Color::Reset);
    assert_eq!(bench.model.settings.colours, Colours::Chosen(Depth::None));
    bench.keys("jll");
    assert!(bench.screen().is_ascii());
    bench.keys("jlljl");
    let last = kept(&bench).unwrap();
    assert_eq!((last.misclick, last.mouse), (Misclick::Ghost, Mouse::Off));
    assert_eq!(*last, bench.model.settings);
    bench.keys("\x1b");
    assert!(matches!(bench.model.screen, Screen::Menu(_)));
}

#[test]
fn the_mouse_turns_values_both_ways() {
    let mut bench = opened(80, 24);
    let at = bench.find("Misclick guard");
    bench.click(at);
    assert_eq!(bench.model.settings.misclick, Misclick::Confirm);
    bench.mouse(MouseEventKind::Up(MouseButton::Right), at);
    assert_eq!(bench.model.settings.misclick, Misclick::Off);
    let at = bench.find("Notify: turn");
    bench.click(at);
    assert_eq!(bench.model.settings.calls.turn, Call::Desktop);
}

#[test]
fn another_key_is_bound_shown_everywhere_and_taken_back() {
    let mut bench = opened(80, 24);
    bench.key(KeyCode::End);
    bench.keys("\n");
    let to_hint = |bench: &mut Bench| {
        while !bench.screen().contains("settings.toml: hint\n") {
            bench.keys("j");
        }
    };
    to_hint(&mut bench);
    bench.keys("\n");
    bench.shows("Press the new key for \"hint\"");
    bench.keys("c");
    bench.shows("hint: c is already the key for \"chat\"; choose another key");
    bench.key(KeyCode::Null);
    bench.shows("This key cannot be bound");
    bench.key(KeyCode::F(2));
    bench.shows("\"hint\" is now F2");
    bench.shows("*F2");
    assert_eq!(kept(&bench).unwrap().keys.get("hint"), Some(&["F2".parse().unwrap()][..]));
    let settings = bench.model.settings.clone();
    bench.key(KeyCode::Delete);
    bench.shows("\"hint\" is back to its default key");
    assert_eq!(kept(&bench).unwrap().keys, Remap::default());

    let mut game = with_ai(timed(Variant::GOMOKU15), 80, 24);
    game.model.apply_settings(settings);
    game.keys("?");
    while !game.screen().contains("F2           hint") {
        game.keys("j");
    }
    game.keys("\x1bm");
    game.shows("F2    ask for a hint");
    game.keys("\x1b");
    assert!(matches!(game.one_key(KeyCode::F(2)).as_slice(), [Cmd::Room(Command::Hint { .. })]));
    assert_eq!(game.one_key(KeyCode::Char('i')), []);
}

impl Bench {
    /// What is sent because of a key.
    fn one_key(&mut self, code: KeyCode) -> Vec<Cmd> {
        self.take_sent();
        self.key(code);
        self.take_sent()
    }
}

#[test]
fn while_a_key_is_awaited_ctrl_c_ends_the_program_and_esc_leaves_the_key() {
    let mut bench = opened(80, 24);
    bench.key(KeyCode::End);
    bench.keys("\n\n\x1b");
    assert!(kept(&bench).is_none());
    bench.keys("\n");
    let at = bench.find("Esc");
    bench.mouse(MouseEventKind::Moved, at);
    bench.msg(Msg::Paste("x".to_owned()));
    bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(matches!(bench.effects.last(), Some(Effect::Exit)));
    assert!(kept(&bench).is_none());
}

#[test]
fn faults_are_told_on_the_first_screen_and_in_full_in_the_settings() {
    let begin = tengen_client::intent::Begin::Menu;
    let mut bench = Bench::new(Init { begin, ..Bench::init(80, 24) });
    let Msg::Kept(KeeperNews::Settings(files)) = loaded(FAULTY) else { unreachable!() };
    bench.model.apply_files(*files);
    bench.shows("settings.toml:2: language cannot be \"klingon\"");
    let flat = bench.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("(and 1 more: see Settings)"), "{flat}");
    assert_eq!(bench.model.theme.palette[tengen_client::theme::Role::Board], Some(Rgb(0xc0, 0x85, 0x40)));
    bench.keys("s");
    bench.key(KeyCode::End);
    bench.shows("Problems  ");
    bench.keys("\n");
    bench.shows("settings.toml:2: language cannot be \"klingon\": use \"auto\", \"en\", \"zh\"");
    bench.shows("settings.toml:4: hint: c is already the key for \"chat\"");
    let clash =
        |problem: &&Problem| matches!(&problem.wrong, Wrong::Binding { fault: BindError::Clash { .. }, .. });
    assert_eq!(bench.model.problems.iter().filter(clash).count(), 1);
    bench.keys("\x1b\x1b");
    assert!(matches!(bench.model.screen, Screen::Menu(_)));
    bench.keys("s");
    bench.msg(loaded("theme = \"paper\"\n"));
    assert!(bench.model.problems.is_empty() && bench.model.notice.is_none());
    bench.shows("‹ paper ›");
}

#[test]
fn the_settings_can_be_had_in_a_room_and_the_game_goes_on_behind_them() {
    let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
    bench.keys("/h8\n");
    bench.keys(",");
    bench.shows("Misclick guard");
    bench.bob_places("g7");
    bench.keys("\x1b");
    assert!(bench.board().shows_all());
    bench.shows("◉");
    assert!(matches!(bench.one("/i9\n"), Cmd::Room(Command::Place { .. })));
}

#[test]
fn help_lies_over_any_popup_and_goes_again() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    bench.keys("m");
    let before = bench.screen();
    bench.keys("?");
    bench.shows("Keys");
    (0..3).for_each(|_| bench.key(KeyCode::PageDown));
    bench.shows("cancel");
    bench.keys("\x1b");
    assert_eq!(bench.screen(), before);
    bench.keys("\x1bc");
    bench.keys("a?");
    bench.shows("a?");
    bench.key(KeyCode::F(1));
    bench.shows("send");
    bench.keys("q");
    bench.shows("a?");
}

#[test]
fn help_is_never_cut() {
    for (width, height) in [(40, 16), (80, 24)] {
        for lang in Lang::ALL {
            let mut bench = with_bob(timed(Variant::TICTACTOE), width, height);
            let settings = Settings { language: Language::Chosen(lang), ..Settings::default() };
            bench.model.apply_settings(settings);
            bench.keys("?");
            let mut seen = String::new();
            for _ in 0..120 {
                let popup: String = bench.screen().lines().filter(|line| line.contains('│')).collect();
                seen.push_str(&popup.replace([' ', '│'], ""));
                bench.keys("j");
            }
            let wanted = match lang {
                Lang::English => ["muteplayers", "removetheother", "iftheopponent", "rightbutton"],
                Lang::Chinese => ["选择屏蔽谁", "请对方离座（房主）", "对方离开时判定胜负", "右键"],
            };
            for text in wanted {
                assert!(seen.contains(text), "{text} at {width}x{height} in {lang}");
            }
            assert!(!seen.contains('…'), "something is cut at {width}x{height} in {lang}");
        }
    }
}

#[test]
fn pasted_text_is_typed_where_text_is_wanted_and_means_no_keys_elsewhere() {
    let mut bench = with_bob(timed(Variant::TICTACTOE), 80, 24);
    let paste = |bench: &mut Bench, text: &str| bench.msg(Msg::Paste(text.to_owned()));
    bench.take_sent();
    paste(&mut bench, "Rq5\n\x1b");
    assert_eq!(bench.take_sent(), []);
    assert!(bench.model.overlay.is_none());
    bench.shows("Text cannot be pasted here");
    bench.keys("c");
    paste(&mut bench, "good\r\nluck\x1b[2J\x07\n");
    bench.shows("good luck[2J");
    assert_eq!(bench.take_sent(), [], "the end of a line sends nothing");
    paste(&mut bench, &"天".repeat(100_000));
    bench.keys("\x1b");
    bench.keys("\x1b");
    let mut bench = Bench::offline(80, 24);
    bench.keys("c");
    paste(&mut bench, " amber-fox-42\n");
    bench.shows("> amber-fox-42_");
}

#[test]
fn colours_that_are_off_leave_shapes() {
    let settings = Settings { colours: Colours::Chosen(Depth::None), ..Settings::default() };
    let bench = with(settings, 80, 24);
    let terminal = bench.terminal();
    assert!(terminal.backend().buffer().content.iter().all(|cell| cell.fg == Color::Reset));
    let lit = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
    assert!(terminal.backend().buffer().content.iter().filter(lit).count() > 10);
    bench.shows("[●]");
}

#[test]
fn settings_hold_from_the_start() {
    let settings = Settings { language: Language::Chosen(Lang::Chinese), ..Settings::default() };
    let model = Model::new(Init { settings: settings.clone(), ..Bench::init(80, 24) });
    let mut other = Model::new(Bench::init(80, 24));
    other.apply_settings(settings);
    assert_eq!((model.lang, model.theme, model.keymap), (other.lang, other.theme, other.keymap));
}
