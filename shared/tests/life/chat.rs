//! Chat: the channels, who reads which line, how many are kept, and the characters that parsing removes.

use proptest::prelude::*;
use tengen_shared::{
    game::{
        Channel, ChatText, ChatTextError, Command, Event, Input, MAX_CHAT_LINES, Occupant, PlayerId, Reject,
        SNAPSHOT_CHAT_LINES, Seat,
    },
    protocol::view,
};

use super::{settings, table::Table};

fn playing() -> Table {
    Table::two_people(settings())
}

fn say(table: &mut Table, player: u32, text: &str) -> Result<Vec<Event>, Reject> {
    table.ask(player, &Command::Say { text: text.parse().unwrap() })
}

fn lines(said: &[tengen_shared::game::Said]) -> Vec<&str> {
    said.iter().map(|said| said.line.text.as_str()).collect()
}

fn snapshot_lines(table: &Table, viewer: u32) -> Vec<String> {
    let room = view::snapshot(&table.room, PlayerId(viewer));
    lines(room.chat()).into_iter().map(str::to_owned).collect()
}

fn live_lines(table: &Table, viewer: u32) -> Vec<String> {
    let events = view::events(&table.room, PlayerId(viewer), &table.log);
    let said = events.iter().filter_map(|stamped| match &stamped.event {
        Event::Said { line } => Some(line.text.to_string()),
        _ => None,
    });
    said.collect()
}

#[test]
fn players_talk_to_players_and_those_who_watch_among_themselves() {
    let mut table = playing();
    for (player, text, channel) in [
        (1, "hello", Channel::Players),
        (2, "good luck", Channel::Players),
        (8, "who is ahead?", Channel::Spectators),
        (9, "nobody", Channel::Spectators),
    ] {
        let [Event::Said { line }] = &say(&mut table, player, text).unwrap()[..] else { panic!("{text}") };
        assert_eq!((line.channel, line.player, line.text.as_str()), (channel, PlayerId(player), text));
        assert_eq!(line.name.as_str(), format!("Player {player}"));
    }
    for seen in [snapshot_lines, live_lines] {
        assert_eq!([1, 2].map(|viewer| seen(&table, viewer)), [["hello", "good luck"]; 2]);
        assert_eq!([8, 9].map(|viewer| seen(&table, viewer)), [["who is ahead?", "nobody"]; 2]);
    }
}

#[test]
fn whoever_sits_down_hears_the_players_from_then_on() {
    let mut table = playing();
    say(&mut table, 1, "hello").unwrap();
    say(&mut table, 9, "psst").unwrap();
    table.resign(Seat::Two);
    table.ask(2, &Command::Leave {}).unwrap();
    assert_eq!(table.room.channel_of(PlayerId(2)), Channel::Spectators);
    assert_eq!(snapshot_lines(&table, 2), ["psst"]);
    table.ask(9, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(
        (table.room.channel_of(PlayerId(9)), snapshot_lines(&table, 9)),
        (Channel::Players, vec!["hello".into()])
    );
}

#[test]
fn a_line_keeps_its_number_and_its_time() {
    let mut table = playing();
    table.wait(777);
    say(&mut table, 1, "hello").unwrap();
    let said = &table.room.chat()[0];
    assert_eq!((said.seq, said.time), (table.room.seq(), table.now));
    assert_eq!(table.log.last().unwrap().seq, said.seq);
}

#[test]
fn talk_changes_nothing_else() {
    let mut table = playing();
    let (at, turn) = (table.room.at(), table.room.turn());
    say(&mut table, 1, "hello").unwrap();
    assert_eq!((table.room.at(), table.room.turn()), (at, turn));
    table.play("a1");
}

#[test]
fn each_channel_keeps_its_last_lines_whatever_the_other_says() {
    let mut table = playing();
    say(&mut table, 1, "first").unwrap();
    for n in 0..60 {
        say(&mut table, 9, &format!("{n}")).unwrap();
    }
    let half = MAX_CHAT_LINES / 2;
    assert_eq!(table.room.chat().len(), half + 1, "spectators cannot push the players' talk out");
    assert_eq!(lines(table.room.chat())[..2], ["first", "10"]);
    for n in 0..half {
        say(&mut table, 1, &format!("p{n}")).unwrap();
    }
    assert_eq!(table.room.chat().len(), 2 * half);
    assert!(!lines(table.room.chat()).contains(&"first"));
    let last: Vec<String> = (half - SNAPSHOT_CHAT_LINES..half).map(|n| format!("p{n}")).collect();
    assert_eq!(snapshot_lines(&table, 2), last, "a snapshot has the last ten of its viewer's channel");
    let last: Vec<String> = (60 - SNAPSHOT_CHAT_LINES..60).map(|n| n.to_string()).collect();
    assert_eq!(snapshot_lines(&table, 9), last);
}

#[test]
fn terminal_escapes_are_taken_out_whole() {
    for (text, left) in [
        ("\u{1b}[31mred\u{1b}[0m", "red"),
        ("\u{1b}[2J\u{1b}[1;1Hgone", "gone"),
        ("a\u{9b}31mb", "ab"),
        ("\u{1b}]0;title\u{7}text", "text"),
        ("\u{1b}]0;title\u{1b}\\text", "text"),
        ("\u{1b}]0;title\u{9c}text", "text"),
        ("\u{9d}0;title\u{7}text", "text"),
        ("\u{1b}]8;;http://a.b\u{1b}\\link\u{1b}]8;;\u{1b}\\!", "link!"),
        ("\u{1b}P1$r0m\u{1b}\\text", "text"),
        ("\u{90}q\u{9c}text", "text"),
        ("\u{1b}Xsos\u{1b}\\a\u{1b}^pm\u{1b}\\b\u{1b}_apc\u{1b}\\c", "abc"),
        ("\u{1b}]0;x\u{1b}[31mred", "red"),
        ("\u{1b}[\u{1b}]0;x\u{7}text", "text"),
        ("a\u{1b}b", "ab"),
        ("a\u{1b}", "a"),
        ("a\u{1b}[", "a"),
        ("a\u{1b}]never ends", "a"),
        ("a\u{7}\u{8}\u{0}\u{7f}\u{85}b", "ab"),
        ("a\tb\nc\rd", "a b c d"),
        ("\n hello \t", "hello"),
        ("a\u{202e}b\u{2066}c\u{200f}d", "abcd"),
        ("a\u{200b}b\u{200d}c\u{feff}d\u{ad}e\u{2060}f", "abcdef"),
        ("a\u{2028}b\u{2029}c", "abc"),
        ("[31m stays, and \\ too", "[31m stays, and \\ too"),
        ("Grüße, 天元 😀", "Grüße, 天元 😀"),
    ] {
        assert_eq!(text.parse::<ChatText>().map(String::from), Ok(left.to_owned()), "{text:?}");
    }
}

#[test]
fn two_hundred_characters_count_after_the_rest_was_taken_out() {
    let long = "😀".repeat(200);
    assert_eq!(long.parse::<ChatText>().unwrap().as_str(), long);
    let padded = format!(" \u{1b}[31m{}\u{200b}{}\u{1b}[0m\n", &long[..400], &long[400..]);
    assert_eq!(padded.parse::<ChatText>().unwrap().as_str(), long);
    assert_eq!(format!("{long}x").parse::<ChatText>(), Err(ChatTextError::TooLong(201)));
    for empty in ["", " ", "\u{1b}[31m", "\u{200b}\u{202e}", "\n\t"] {
        assert_eq!(empty.parse::<ChatText>(), Err(ChatTextError::Empty), "{empty:?}");
    }
}

proptest! {
    #[test]
    fn whatever_is_said_cannot_disturb_a_terminal_and_reads_the_same_again(
        text in "([a-zé😀 ;]|[\\[\\]P\\\\X^_m]|\u{1b}|\u{9b}|\u{9d}|\u{9c}|\u{7}|\u{202e}|\u{200b}|\n){0,40}",
    ) {
        if let Ok(line) = text.parse::<ChatText>() {
            let disturbing = |c: char| c.is_control() || ('\u{200b}'..='\u{202e}').contains(&c);
            prop_assert!(!line.as_str().contains(disturbing));
            prop_assert_eq!(line.as_str().parse::<ChatText>(), Ok(line.clone()));
            prop_assert_eq!(line.as_str().trim(), line.as_str());
        }
    }
}

#[test]
fn somebody_with_the_name_of_a_player_is_marked() {
    let mut table = playing();
    let taken = match &table.room.seats()[Seat::One].occupant {
        Some(Occupant::Person { name, .. }) => name.clone(),
        other => panic!("{other:?}"),
    };
    let command = Command::Say { text: "hello".parse().unwrap() };
    let said = table.put(Input::Command { player: PlayerId(9), name: &taken, command: &command }).unwrap();
    assert!(
        matches!(&said[..], [Event::Said { line }] if line.name.as_str() == format!("{taken} (2)")),
        "{said:?}"
    );
}
