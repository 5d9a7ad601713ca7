//! The recorder writes an asciicast that shows what the terminal showed.

use std::path::PathBuf;

use serde_json::Value;
use tengen_tests::record::{Programs, Script, Step, record};
use vt100::Parser;

use crate::{CLIENT, SERVER};

const SCRIPT: &str = r#"
title = "A test"
record = "ann"
steps = [
    { start = { term = "ann", args = ["join", "{addr}", "--name", "Ann", "--ai", "easy"] } },
    { wait = { term = "ann", texts = ["AI easy", "Ann"], pause = 0.5 } },
    { read = { term = "ann", name = "code", after = "Room ", until = " " } },
    { start = { term = "cy", args = ["watch", "{addr}", "--room", "{code}", "--name", "Cyrus"] } },
    { wait = { term = "cy", texts = ["AI easy", "Ann"] } },
    { keys = { term = "ann", keys = "<left><right>?" } },
    { wait = { term = "ann", texts = ["(Esc closes)"], pause = 0.0 } },
    { pause = { seconds = 2.5 } },
    { capture = { term = "cy", name = "watching" } },
    { capture = { term = "ann", name = "last" } },
]
"#;

fn programs() -> Programs {
    let [client, server] = [CLIENT, SERVER].map(PathBuf::from);
    Programs { client, server, bind: "127.0.0.1:0".to_owned() }
}

/// Returns the header and the events of a file, after checking their form.
fn read(cast: &str) -> (Value, Vec<(f64, String, String)>) {
    let mut lines = cast.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    let header = lines.next().expect("a header");
    let events = lines.map(|line| {
        let [time, kind, data] = line.as_array().expect("an array").as_slice() else { panic!("{line}") };
        (time.as_f64().unwrap(), kind.as_str().unwrap().to_owned(), data.as_str().unwrap().to_owned())
    });
    (header, events.collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recording_is_an_asciicast_that_shows_what_was_seen() {
    let script: Script = toml::from_str(SCRIPT).unwrap();
    let recording = record(&script, &programs()).await.unwrap_or_else(|error| panic!("{error}"));
    let (header, events) = read(&recording.cast);
    assert_eq!(
        (&header["version"], &header["width"], &header["height"]),
        (&2.into(), &80.into(), &24.into())
    );
    assert_eq!(header["title"], "A test");
    assert!(events.len() >= 3, "{events:?}");
    assert!(events.windows(2).all(|pair| pair[0].0 <= pair[1].0), "time goes back: {events:?}");
    assert!(events.iter().all(|(_, kind, _)| kind == "o" || kind == "m"), "{events:?}");
    // The times come from the script, not from the machine: pauses of 0.5, 1 (not recorded) and 2.5 s, and three
    // keys.
    assert!((events.last().unwrap().0 - 3.36).abs() < 1e-6, "{events:?}");

    // Played again, the cast ends with the captured screen.
    let mut player = Parser::default();
    for (_, _, data) in events.iter().filter(|(_, kind, _)| kind == "o") {
        player.process(data.as_bytes());
    }
    let shown = player.screen().contents();
    let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
    assert_eq!(shown.join("\n").trim_end(), recording.screens["last"].trim_end());
    assert!(recording.screens["watching"].contains("Ann"), "{:?}", recording.screens);

    let folder = tempfile::tempdir().unwrap();
    let (file, screens) = (folder.path().join("x.cast"), folder.path().join("screens"));
    recording.write(&file, &screens).unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap(), recording.cast);
    assert_eq!(std::fs::read_to_string(screens.join("last.txt")).unwrap(), recording.screens["last"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_that_cannot_go_on_names_the_step() {
    let text = SCRIPT.replace("term = \"ann\", keys", "term = \"eve\", keys");
    let script: Script = toml::from_str(&text).unwrap();
    let error = record(&script, &programs()).await.unwrap_err().to_string();
    assert_eq!(error, "step 6: there is no terminal \"eve\" yet");
}

#[test]
fn the_script_of_the_documentation_can_be_read() {
    let text = include_str!("../../../docs/session.toml");
    let script: Script = toml::from_str(text).unwrap();
    let captures: Vec<&str> = script
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Capture { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert!(captures.len() >= 4, "{captures:?}");
    let mut unique = captures.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), captures.len(), "two screens have the same name: {captures:?}");
}
