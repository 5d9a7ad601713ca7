//! How a room looks: at every size, with colours and without, in letters alone and in Chinese; with all that can stand
//! on a board.

use std::{collections::BTreeMap, fmt::Write};

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use tengen_client::{
    msg::Msg,
    text::Lang,
    theme::{Charset, Depth, Theme},
};
use tengen_shared::{
    game::{Command, Offer, Seat, SeatPlan, Settings, Thinking},
    protocol::{Attending, ServerMessage, Spectators},
    rules::{Bot, Level, Pace, Value, Variant},
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
        let spectators = Spectators { count, names };
        self.feed(ServerMessage::Presence { room: code(), seats: [here, here], spectators });
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
