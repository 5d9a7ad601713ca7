//! Talk: what is heard, shown, typed and muted.

use std::time::Duration;

use crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Position;
use tengen_client::{effect::Effect, keeper::KeepOrder, msg::Msg};
use tengen_session::room::Muted;
use tengen_shared::{
    game::{Channel, ChatLine, Command, Event, PlayerId, RejectCode, Said, Settings, Stamped},
    protocol::{Cmd, Request, ServerMessage},
    rules::Variant,
};
use unicode_width::UnicodeWidthStr;

use crate::{
    bench::Bench,
    fake::{OTHER, code, name, rejected},
    look::huge,
    play::against_bob,
    screens::middle_game,
    table::with_bob,
};

/// Somebody says something in the room.
pub(crate) fn says(bench: &mut Bench, player: PlayerId, who: &str, text: &str) {
    let command = Command::Say { text: text.parse().unwrap() };
    let said = bench.fake.other(player, who, &command);
    bench.feed(said);
}

fn talked(variant: Variant, width: u16, height: u16) -> Bench {
    let mut bench = middle_game(variant, width, height);
    says(&mut bench, OTHER, "Bob", "good luck and have fun, whoever you are!");
    bench.keys("cthanks, you too\n\x1b");
    says(&mut bench, OTHER, "Bob", "天元 is the middle point");
    bench
}

fn said(bench: &mut Bench) -> Vec<String> {
    let sent = bench.take_sent();
    let text = |cmd: &Cmd| match cmd {
        Cmd::Room(Command::Say { text }) => Some(text.to_string()),
        _ => None,
    };
    sent.iter().filter_map(text).collect()
}

#[test]
fn pictures() {
    for (width, height) in [(40, 16), (80, 24), (120, 40)] {
        let mut bench = talked(Variant::GOMOKU15, width, height);
        insta::assert_snapshot!(format!("room_{width}x{height}"), bench.screen());
        bench.keys("c");
        bench.keys("I must go soon");
        insta::assert_snapshot!(format!("chat_{width}x{height}"), bench.screen());
    }
    insta::assert_snapshot!("tictactoe_80x24", talked(Variant::TICTACTOE, 80, 24).screen());
    insta::assert_snapshot!("gomoku19_80x24", talked(Variant::GOMOKU19, 80, 24).screen());
    let mut bench = talked(Variant::GOMOKU15, 40, 16);
    bench.keys("M");
    insta::assert_snapshot!("mute_40x16", bench.screen());
}

#[test]
fn a_line_is_typed_sent_and_shown() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    bench.take_sent();
    bench.keys("c  hi q?\n");
    assert_eq!(said(&mut bench), ["hi q?"]);
    bench.shows("you: hi q?");
    bench.keys("\n");
    bench.shows("The message is empty");
    bench.keys("\x1b");
    bench.shows("you: hi q?");
    assert!(!bench.screen().contains("below"), "closed");
}

#[test]
fn the_line_is_bounded_counted_and_its_end_is_seen() {
    let mut bench = against_bob(Variant::GOMOKU15, 40, 16);
    bench.keys("c");
    bench.keys(&"天".repeat(159));
    assert!(!bench.screen().contains("of 200"));
    bench.keys(&"a".repeat(60));
    bench.shows("200 of 200 characters");
    bench.shows("aaaa_");
    bench.take_sent();
    bench.keys("\n");
    assert_eq!(said(&mut bench).concat().chars().count(), 200);
    bench.keys("x");
    bench.key(KeyCode::Backspace);
    bench.shows("> _");
}

#[test]
fn a_refused_line_can_be_sent_again() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    bench.answering = false;
    bench.keys("cone\n");
    let id = bench.sent.last().unwrap().id;
    let text = "too many lines";
    bench.feed(rejected(Some(id), Some(code()), RejectCode::Busy, text));
    bench.shows("> one_");
    bench.shows("Too many lines");
    bench.answering = true;
    bench.take_sent();
    bench.keys("\n");
    assert_eq!(said(&mut bench), ["one"]);
}

#[test]
fn new_lines_are_counted_until_they_are_read() {
    let mut bench = against_bob(Variant::GOMOKU15, 40, 16);
    says(&mut bench, OTHER, "Bob", "one");
    says(&mut bench, OTHER, "Bob", "two");
    bench.shows("2 new messages: c");
    bench.shows("c 2 new");
    assert!(bench.model.next_change().is_some());
    (0..5).for_each(|_| bench.msg(Msg::Tick(Duration::from_secs(2))));
    assert!(!bench.screen().contains("2 new messages: c") && bench.model.next_change().is_none());
    bench.shows("c 2 new");
    bench.keys("c");
    bench.shows("Bob: two");
    says(&mut bench, OTHER, "Bob", "three");
    bench.keys("\x1b");
    assert!(!bench.screen().contains("new"), "{}", bench.screen());
    bench.keys("cmine\n\x1b");
    assert!(!bench.screen().contains("new"), "one's own lines are not news");
}

#[test]
fn the_latest_line_shows_for_a_while_where_there_is_no_space_for_more() {
    let mut bench = with_bob(Settings::new(huge()), 70, 24);
    says(&mut bench, OTHER, "Bob", "nice corner");
    bench.shows("Bob: nice corner (c: chat)");
    (0..5).for_each(|_| bench.msg(Msg::Tick(Duration::from_secs(2))));
    assert!(!bench.screen().contains("nice corner"));
}

/// Fifty lines, of which the snapshot on entering has carried ten.
fn long_talk() -> Bench {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    let room = bench.fake.room.as_mut().unwrap();
    for number in 0..50 {
        let line = ChatLine {
            channel: Channel::Players,
            player: OTHER,
            name: name("Bob"),
            text: format!("line {number}").parse().unwrap(),
        };
        let (seq, time) = (room.seq().next(), 2_000 + 3_000 * number);
        room.apply(&Stamped { seq, time, event: Event::Said { line } }).unwrap();
    }
    let seer = room.redacted(true, Channel::Players, |_| true);
    bench.feed(ServerMessage::Snapshot { room: Box::new(seer) });
    bench.take_sent();
    bench
}

#[test]
fn older_lines_come_when_the_top_is_reached() {
    let mut bench = long_talk();
    bench.keys("c");
    bench.shows("Bob: line 49");
    assert_eq!(bench.take_sent(), [], "ten lines fill the panel");
    for _ in 0..2 {
        bench.key(KeyCode::PageUp);
    }
    let asked = bench.take_sent();
    assert!(
        asked.iter().all(|cmd| matches!(cmd, Cmd::Request(Request::ListChat { .. }))) && !asked.is_empty(),
        "{asked:?}"
    );
    (0..9).for_each(|_| bench.key(KeyCode::PageUp));
    bench.shows("Bob: line 0");
    bench.take_sent();
    (0..5).for_each(|_| bench.key(KeyCode::Up));
    assert_eq!(bench.take_sent(), [], "nothing older is kept");
    says(&mut bench, OTHER, "Bob", "a new one");
    bench.shows("Bob: line 0");
    bench.mouse(MouseEventKind::ScrollDown, Position::new(40, 10));
    assert!(!bench.screen().contains("Bob: line 0\n"), "{}", bench.screen());
    (0..12).for_each(|_| bench.key(KeyCode::PageDown));
    bench.shows("Bob: a new one");
    bench.keys("\x1b");
    bench.shows("Bob: a new one");
}

#[test]
fn whoever_is_muted_is_not_heard_and_only_the_profile_knows() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    says(&mut bench, OTHER, "Bob", "first");
    bench.take_sent();
    bench.effects.clear();
    bench.keys("c");
    bench.take_sent();
    bench.key(KeyCode::Tab);
    bench.shows("[heard] Bob");
    bench.keys("j\n");
    bench.shows("[muted] Bob");
    assert_eq!(bench.effects, [Effect::Keep(KeepOrder::Muted(Muted::read("2")))]);
    bench.keys("\x1b");
    bench.shows("No messages yet");
    says(&mut bench, OTHER, "Bob", "second");
    assert_eq!(bench.model.unread(bench.model.session.room(&code()).unwrap()), 0);
    bench.keys("I am here\n\x1b");
    bench.shows("you: I am here");
    assert!(!bench.screen().contains("second"));
    assert!(said(&mut bench).len() == 1, "nothing of the muting was sent");
    bench.keys("M");
    let row = bench.find("[muted] Bob");
    bench.click(row);
    bench.keys("\x1b");
    bench.shows("Bob: second");
    bench.keys("M\n\x1b");
    assert!(!bench.screen().contains("second"));
    bench.shows("all muted");
}

#[test]
fn muting_is_remembered_and_survives_a_lost_connection() {
    let mut bench = Bench::offline(80, 24);
    bench.wire.muted = Muted::read("2");
    bench.connect();
    assert!(!bench.model.session.muted().hears(OTHER));
    bench.wire.muted = Muted::default();
    bench.effects.clear();
    bench.connect();
    assert!(!bench.model.session.muted().hears(OTHER), "the file was not written yet");
    assert!(bench.effects.contains(&Effect::Keep(KeepOrder::Muted(Muted::read("2")))));
}

#[test]
fn the_talk_of_an_earlier_role_is_not_shown() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    says(&mut bench, OTHER, "Bob", "among players");
    bench.shows("among players");
    bench.keys("Ry");
    bench.take_sent();
    bench.keys("u");
    assert!(!bench.screen().contains("among players"), "{}", bench.screen());
    assert!(bench.take_sent().iter().any(|cmd| matches!(cmd, Cmd::Request(Request::ListChat { .. }))));
    says(&mut bench, PlayerId(9), "Eve", "we who watch");
    bench.shows("we who watch");
    bench.shows("Spectators' chat");
    bench.keys("t");
    bench.shows("among players");
    assert!(!bench.screen().contains("we who watch"));
}

#[test]
fn lines_of_any_width_stay_within_the_panel() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    says(&mut bench, OTHER, "天元天元天元天元天元天元", &"天元".repeat(60));
    says(&mut bench, OTHER, "Bob", &"e\u{301}".repeat(90));
    for (width, height) in [(40, 16), (60, 20), (80, 24), (120, 40)] {
        bench.msg(Msg::Resize { width, height });
        for keys in ["", "c"] {
            bench.keys(keys);
            for line in bench.screen().lines() {
                assert!(line.width() <= usize::from(width) * 2, "{line}");
            }
        }
        bench.keys("\x1b");
    }
}

#[test]
fn lines_told_twice_are_one_line() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    says(&mut bench, OTHER, "Bob", "only once");
    let log = bench.fake.log.clone();
    bench.feed(ServerMessage::Events { room: code(), events: log });
    let again = bench.fake.snapshot();
    bench.feed(again);
    let lines: Vec<Said> = bench.fake.room.as_ref().unwrap().chat().to_vec();
    bench.keys("c");
    let id =
        bench.sent.iter().rev().find(|frame| matches!(frame.cmd, Cmd::Request(Request::ListChat { .. })));
    if let Some(frame) = id {
        let id = frame.id;
        bench.feed(ServerMessage::Chat { id, room: code(), lines });
    }
    assert_eq!(bench.screen().matches("only once").count(), 1, "{}", bench.screen());
    assert_eq!(
        bench.model.session.room(&code()).unwrap().talk.first(Channel::Players),
        bench.fake.log.last().map(|stamped| stamped.seq)
    );
}
