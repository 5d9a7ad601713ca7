//! How a room looks: at every size, with colours and without, in letters alone and in Chinese; with all that can stand
//! on a board.

use std::{collections::BTreeMap, fmt::Write};

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use tengen_client::{
    msg::Msg,
    settings::{Language, Settings as Chosen},
    theme::{Charset, Depth, Palette, Theme},
};
use tengen_session::text::Lang;
use tengen_shared::{
    game::{Command, Offer, PerSeat, Seat, Settings, Thinking},
    protocol::{Attending, ServerMessage, Spectators},
    rules::{Pace, Value, Variant},
};

use crate::{
    bench::Bench,
    fake::{ME, OTHER, code, name},
    table::{timed, with_ai, with_bob},
    talk::says,
};

/// A colour in a few characters.
fn colour(colour: Color) -> String {
    match colour {
        Color::Reset => "-".to_owned(),
        Color::Rgb(red, green, blue) => format!("{red:02x}{green:02x}{blue:02x}"),
        Color::Indexed(index) => index.to_string(),
        other => format!("{other:?}"),
    }
}

fn style(cell: &Cell) -> String {
    let mut text = format!("{} on {}", colour(cell.fg), colour(cell.bg));
    for (modifier, word) in [(Modifier::BOLD, " bold"), (Modifier::REVERSED, " reversed")] {
        if cell.modifier.contains(modifier) {
            text.push_str(word);
        }
    }
    text
}

/// The lines of a picture, and below them a map in which every style is a letter.
pub(crate) fn in_colour(buffer: &Buffer) -> String {
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let plain = style(&Cell::default());
    let mut known: BTreeMap<String, char> = BTreeMap::from([(plain, '.')]);
    let mut free = letters;
    let (mut text, mut map) = (String::new(), String::new());
    for line in buffer.content.chunks(usize::from(buffer.area.width)) {
        let symbols: String = line.iter().map(Cell::symbol).collect();
        writeln!(text, "{}", symbols.trim_end()).unwrap();
        let mut styles = String::new();
        for cell in line {
            styles.push(*known.entry(style(cell)).or_insert_with(|| free.next().unwrap_or('?')));
        }
        writeln!(map, "{}", styles.trim_end_matches('.')).unwrap();
    }
    let mut legend: Vec<(char, String)> = known.into_iter().map(|(style, letter)| (letter, style)).collect();
    legend.sort();
    let legend: Vec<String> =
        legend.into_iter().map(|(letter, style)| format!("{letter}  {style}")).collect();
    format!("{text}\n{map}\n{}\n", legend.join("\n"))
}

impl Bench {
    pub(crate) fn picture(&self) -> String {
        in_colour(self.terminal().backend().buffer())
    }

    pub(crate) fn look(&mut self, depth: Depth, charset: Charset) {
        self.model.theme = Theme { depth, charset, ..self.model.theme };
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.msg(Msg::Resize { width, height });
    }

    /// The computer moves after it has thought so.
    pub(crate) fn ai_thought(&mut self, point: &str, value: Value, depth: u8) {
        let thinking = Thinking { value, depth, nodes: 4_321, pace: Pace::Full };
        let moved = self.fake.ai_moves(point, Some(thinking));
        self.feed(moved);
    }

    pub(crate) fn watched_by(&mut self, names: &[&str], count: u32) {
        let names = names.iter().map(|text| name(text)).collect();
        let here = Some(Attending::Here {});
        let spectators = Spectators { count, names, players: Vec::new() };
        self.feed(ServerMessage::Presence { room: code(), seats: PerSeat([here, here]), spectators });
    }
}

/// A game with some moves, clocks, talk and people who watch.
fn lively(variant: Variant, width: u16, height: u16) -> Bench {
    let mut bench = with_bob(timed(variant), width, height);
    for (mine, theirs) in [("h8", "i9"), ("h9", "h10"), ("g8", "f8"), ("i8", "j8")] {
        bench.pass(4_200);
        bench.keys(&format!("/{mine}\n"));
        bench.pass(12_700);
        bench.bob_places(theirs);
    }
    says(&mut bench, OTHER, "Bob", "good luck, have fun!");
    says(&mut bench, ME, "Ann", "thanks, you too");
    bench.watched_by(&["Eve", "天元"], 3);
    bench
}

/// A game between Ann and a computer that tells what it thinks.
fn against_ai(width: u16, height: u16) -> Bench {
    let mut bench = with_ai(Settings::new(Variant::GOMOKU15), width, height);
    let values = [Value::Estimate(-3), Value::Estimate(4), Value::Estimate(35), Value::Win(5)];
    for ((mine, theirs), value) in
        [("h8", "i9"), ("h9", "h10"), ("g8", "f8"), ("e2", "g10")].into_iter().zip(values)
    {
        bench.keys(&format!("/{mine}\n"));
        bench.ai_thought(theirs, value, 6);
    }
    bench
}

#[test]
fn a_lively_game_at_every_size() {
    for (width, height) in [(40, 16), (80, 24), (120, 40), (200, 60)] {
        let mut bench = lively(Variant::GOMOKU15, width, height);
        insta::assert_snapshot!(format!("lively_{width}x{height}"), bench.picture());
        bench.look(Depth::None, Charset::Unicode);
        insta::assert_snapshot!(format!("lively_{width}x{height}_no_colour"), bench.picture());
        bench.look(Depth::None, Charset::Ascii);
        insta::assert_snapshot!(format!("lively_{width}x{height}_ascii"), bench.screen());
    }
}

#[test]
fn every_depth_of_colour_on_dark_and_light() {
    for (palette, ground) in [(Palette::DARK, "dark"), (Palette::LIGHT, "light")] {
        for (depth, colours) in [(Depth::Sixteen, "16"), (Depth::Indexed, "256"), (Depth::True, "all")] {
            let mut bench = lively(Variant::GOMOKU15, 80, 24);
            bench.keys("/c4\n");
            bench.keys("/d4\n");
            bench.model.theme = Theme { palette, depth, charset: Charset::Unicode };
            insta::assert_snapshot!(format!("lively_{ground}_{colours}"), bench.picture());
        }
    }
}

#[test]
fn the_least_size_shows_moves_and_talk_when_they_are_asked_for() {
    let mut bench = lively(Variant::GOMOKU15, 40, 16);
    bench.keys("o");
    insta::assert_snapshot!("moves_40x16", bench.screen());
    bench.keys("o");
    bench.keys("cI must go");
    insta::assert_snapshot!("typing_40x16", bench.screen());
    bench.resize(80, 24);
    insta::assert_snapshot!("typing_80x24", bench.screen());
    bench.keys("\x1b");
    bench.resize(40, 16);
    bench.keys("o");
    bench.resize(60, 30);
    insta::assert_snapshot!("lively_60x30", bench.screen());
}

#[test]
fn a_game_against_the_computer() {
    let mut bench = against_ai(80, 24);
    insta::assert_snapshot!("ai_80x24", bench.picture());
    bench.resize(120, 40);
    insta::assert_snapshot!("ai_120x40", bench.screen());
    bench.look(Depth::None, Charset::Ascii);
    insta::assert_snapshot!("ai_120x40_ascii", bench.screen());
}

#[test]
fn other_boards() {
    for (variant, size, keys) in [
        (Variant::TICTACTOE, (40, 16), ""),
        (Variant::TICTACTOE, (80, 24), ""),
        (Variant::TICTACTOE, (200, 60), ""),
        (Variant::GOMOKU19, (80, 24), ""),
        (Variant::GOMOKU19, (120, 40), ""),
        (huge(), (80, 24), "/z1\n"),
        (huge(), (40, 16), "/m13\n"),
    ] {
        let mut bench = with_bob(Settings::new(variant), size.0, size.1);
        let middle = if variant == Variant::TICTACTOE { "b2" } else { "h8" };
        bench.keys(&format!("/{middle}\n"));
        bench.bob_places("a1");
        bench.keys(keys);
        let (columns, rows) = (variant.width(), variant.height());
        insta::assert_snapshot!(format!("board_{columns}x{rows}_{}x{}", size.0, size.1), bench.picture());
    }
}

/// A board that fits on few screens.
pub(crate) fn huge() -> Variant {
    Variant::new(26, 26, 5, tengen_shared::rules::RuleSet::Freestyle).unwrap()
}

#[test]
fn what_stands_out_on_the_board() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = against_ai(width, height);
        bench.feed(bench.fake.snapshot());
        let sign = |bench: &mut Bench, what: &str| {
            insta::assert_snapshot!(format!("{what}_{width}x{height}"), bench.screen());
        };
        bench.keys("i");
        let hinted = bench.fake.hints("f9");
        bench.feed(hinted);
        sign(&mut bench, "hint");
        bench.model.settings.misclick = tengen_client::settings::Misclick::Ghost;
        bench.keys("/k10\n");
        sign(&mut bench, "ghost");
        bench.keys("/g8\n");
        sign(&mut bench, "refused");
        bench.model.settings.misclick = tengen_client::settings::Misclick::Confirm;
        bench.keys("/k10\n");
        sign(&mut bench, "confirm");
    }
}

#[test]
fn banners() {
    for (width, height) in [(40, 16), (80, 24), (120, 40)] {
        let mut bench = lively(Variant::GOMOKU15, width, height);
        let at = bench.at();
        bench.bob(&Command::Offer { seat: Seat::Two, offer: Offer::Takeback { to: 7 }, at });
        insta::assert_snapshot!(format!("offer_{width}x{height}"), bench.picture());
        bench.keys("n");
        bench.pass(20_000);
        for (mine, theirs) in [("d8", "e9"), ("e8", "e7")] {
            bench.keys(&format!("/{mine}\n"));
            bench.bob_places(theirs);
        }
        bench.keys("/k12\n");
        bench.bob(&Command::Resign { seat: Seat::Two, game: 1 });
        insta::assert_snapshot!(format!("result_{width}x{height}"), bench.picture());
    }
}

fn in_language(lang: Lang) -> Chosen {
    Chosen { language: Language::Chosen(lang), ..Chosen::default() }
}

#[test]
fn in_chinese() {
    let mut bench = against_ai(80, 24);
    bench.model.apply_settings(in_language(Lang::Chinese));
    insta::assert_snapshot!("ai_80x24_chinese", bench.screen());
    let mut bench = lively(Variant::GOMOKU15, 80, 24);
    bench.model.apply_settings(in_language(Lang::Chinese));
    insta::assert_snapshot!("lively_80x24_chinese", bench.screen());
    bench.keys("Ry");
    insta::assert_snapshot!("result_80x24_chinese", bench.screen());
    bench.keys("m");
    insta::assert_snapshot!("menu_80x24_chinese", bench.screen());
    bench.resize(40, 16);
    bench.keys("\x1b");
    insta::assert_snapshot!("result_40x16_chinese", bench.screen());
}
