//! Tests of the parser.

use proptest::prelude::*;
use tengen_session::{settings::Setting, text::Lang};
use tengen_shared::{
    game::{Access, ClockRule, SpectatorRule},
    rules::{Bot, Level, Variant},
};

use super::*;
use crate::line::options::Against;

fn read(line: &str) -> Command {
    command(line).unwrap_or_else(|complaint| panic!("{line:?}: {}", complaint.text(Lang::English)))
}

fn complaint(line: &str) -> String {
    command(line).unwrap_err().text(Lang::English)
}

#[test]
fn lines_are_read_as_they_are_meant() {
    for (line, canonical) in [
        ("h8", "h8"),
        (" H8 ", "h8"),
        ("8,8", "8 8"),
        ("31", "31"),
        ("5", "5"),
        ("place 2 2", "2 2"),
        ("p h8", "h8"),
        ("?", "help"),
        ("help NEW", "help new"),
        ("y", "yes"),
        ("q", "quit"),
        ("quit yes", "quit yes"),
        ("RESIGN", "resign"),
        ("level hard", "ai hard"),
        ("ai", "ai medium"),
        ("ai hard 7x7k4", "ai hard 7x7k4"),
        ("ai hard \"7x7k4 exact\"", "ai hard \"7x7k4 exact\""),
        ("give time", "give time"),
        ("claim ai", "claim ai medium"),
        ("join amber-fox-42 open sesame", "join amber-fox-42 \"open sesame\""),
        ("watch amber-fox-42 \"open sesame\"", "watch amber-fox-42 \"open sesame\""),
        ("next", "next 1"),
        ("+ 10", "next 10"),
        ("go on", "go on"),
        ("go 0", "go 0"),
        ("explain 4 hard all", "explain 4 hard all"),
        ("explain b2 A3 levels 4", "explain 4 levels b2 a3"),
        ("explain ALL NoCuts 4", "explain 4 nocuts all"),
        ("e alphabeta:6", "explain alphabeta:6"),
        ("wait turn 20", "wait turn 20"),
        ("wait \"hello\"", "wait for \"hello\""),
        ("wait for \"turn on\" 3", "wait for \"turn on\" 3"),
        ("say  yes, h8 ", "say yes, h8"),
        ("mute Bo Derek", "mute Bo Derek"),
        ("mute \"everybody\"", "mute \"everybody\""),
        ("settings", "settings"),
        ("new", "new friend "),
        ("new tictactoe here \"Bo Derek\"", "new here \"Bo Derek\" tictactoe"),
        ("connect localhost", "connect localhost:5151"),
        ("connect here", "connect here"),
        ("new ais hard master games 3", "new ais hard master games 3"),
    ] {
        assert_eq!(read(line).to_string(), canonical, "{line}");
    }
}

#[test]
fn a_room_is_made_in_sensible_words() {
    let Command::New(room) = read("new gomoku15 ai hard first clock 5+3 unlisted spectators consent") else {
        panic!("not a room")
    };
    assert_eq!((room.against, room.first), (Against::Ai(Bot::Level(Level::Hard)), Some(true)));
    assert_eq!(room.options.board, Some(Variant::GOMOKU15));
    assert!(room.options.chosen.contains(&Setting::Clock));
    assert_eq!(room.options.values.clock, ClockRule::fischer(300_000, 3_000).unwrap());
    assert!(room.options.chosen.contains(&Setting::Access));
    assert_eq!(room.options.values.access, Access::Unlisted);
    assert_eq!(room.options.values.spectators, SpectatorRule::ByConsent);
    let Command::New(room) = read("new 7x7k4 exact passphrase \"open sesame\"") else { panic!("not a room") };
    assert_eq!(room.options.board.unwrap().to_string(), "7x7k4 exact");
    let debug = format!("{room:?}");
    assert!(room.options.passphrase.is_some() && !debug.contains("sesame"), "{debug}");
}

#[test]
fn wrong_lines_are_explained() {
    for (line, part) in [
        ("hello", "\"hello\" is not a command or a point"),
        ("h99", "not a command or a point"),
        ("1 2 3", "not a command or a point"),
        ("place", "missing: h8"),
        ("try x", "\"x\" is not a point"),
        ("resign now", "not one of the choices: yes"),
        ("ready set", "\"set\" does not belong here"),
        ("ai genius", "there is no level or engine"),
        ("new gomoku16", "\"gomoku16\" is not a board or an option"),
        ("new 2x2k2", "is not a board"),
        ("new clock 5x", "\"5x\" is not a clock"),
        ("new clock 500+0", "clock"),
        ("new here", "missing: here"),
        ("new spectators many", "not one of the choices: allowed, consent, never"),
        ("new \"open", "quotation mark is missing"),
        ("join amber-fox-42 abc", "choose 8 to 64"),
        ("join Amber!", "code"),
        ("next many", "\"many\" is not a number"),
        ("go 70000", "\"70000\" is not a number"),
        ("explain -1", "no level or engine"),
        ("explain b2 nocuts", "\"nocuts\""),
        ("explain all 4 b2", "\"all\""),
        ("wait", "missing: turn, end"),
        ("wait your turn", "\"your\""),
        ("wait trun", "turn, end, game, online, for TEXT"),
        ("wait turn soon", "\"soon\" is not a number"),
        ("name", "missing"),
        ("say", "the message is empty"),
        ("claim all", "not one of the choices: win, draw, ai"),
    ] {
        let text = complaint(line);
        assert!(text.contains(part), "{line}: {text}");
    }
    assert!(complaint(&"x".repeat(100_000)).contains("too long"));
    let long = complaint(&"x".repeat(300));
    assert!(long.chars().count() < 250, "{long}");
}

#[test]
fn every_usage_begins_with_its_word_and_every_topic_is_explained() {
    for topic in Topic::ALL.iter().copied() {
        assert!(topic.usage().starts_with(topic.word()), "{topic:?}");
        for lang in Lang::ALL {
            assert!(topic.about(lang).len() > 3, "{topic:?}");
        }
    }
}

#[test]
fn every_word_means_one_thing() {
    for topic in Topic::ALL.iter().copied() {
        for word in topic.words() {
            assert_eq!(Topic::of(word), Some(topic), "{word}");
            assert_eq!(Topic::of(&word.to_uppercase()), Some(topic), "{word}");
        }
    }
    assert_eq!(Topic::of(""), None);
}

#[test]
fn every_word_is_known() {
    for topic in Topic::ALL.iter().copied() {
        let read = command(topic.word());
        assert!(!matches!(read, Err(Complaint::Unknown(_))), "{topic:?}: {read:?}");
    }
}

/// Generates lines from the words of commands, in any order.
fn lines() -> impl Strategy<Value = String> {
    let plain = "h8 31 new ai ais hard gomoku15 7x7k4 exact clock 5+3 10s none 10+3x30 unlisted passphrase spectators \
                 consent hints always thoughts after verdicts classic begins loser think 500 games 3 here Bo first \
                 second settings explain all wait turn end for go on join amber-fox-42 watch quick claim win draw say \
                 mute everybody unmute name next back try resign yes help talk boards off give time 天元";
    let mut words: Vec<&str> = plain.split(' ').collect();
    words.extend(["8 8", "\"open sesame\"", "\""]);
    let words = proptest::sample::select(words);
    proptest::collection::vec(words, 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_line_that_is_understood_is_understood_again_as_it_is_written(line in lines()) {
        if let Ok(read) = command(&line) {
            let written = read.to_string();
            prop_assert_eq!(command(&written), Ok(read), "{:?} -> {:?}", line, written);
        }
    }

    #[test]
    fn no_line_makes_it_panic(line in any::<String>(), word in 0..Topic::ALL.len()) {
        for line in [line.clone(), format!("{} {line}", Topic::ALL[word].word())] {
            if let Err(complaint) = command(&line) {
                for lang in Lang::ALL {
                    prop_assert!(complaint.text(lang).chars().count() < 900);
                }
            }
        }
    }
}
