//! PROTOCOL.md agrees with the program: its examples are fixtures, and its session can be played.

use std::{fs, path::Path};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tengen_server::Config;
use tengen_tests::{TestServer, within};
use tokio_tungstenite::{connect_async, tungstenite::Message};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Returns the code blocks of PROTOCOL.md in this language.
fn blocks(language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("PROTOCOL.md")).unwrap();
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).map(|rest| rest.split("\n```").next().unwrap().to_owned()).collect()
}

#[test]
fn every_example_in_the_description_is_a_fixture() {
    let fixtures: Vec<Value> = fs::read_dir(root().join("tests/fixtures"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
        .collect();
    let examples = blocks("json");
    assert!(examples.len() >= 14, "{} examples", examples.len());
    for example in examples {
        let value: Value = serde_json::from_str(&example).unwrap();
        assert!(fixtures.contains(&value), "no fixture says {example}");
    }
}

/// Removes the values that differ from run to run.
fn plain(value: &mut Value, code: &str) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("limits") {
                fields.remove("id");
            }
            for changing in ["time", "key", "version", "identity", "now", "begun", "turn_began"] {
                fields.remove(changing);
            }
            fields.values_mut().for_each(|field| plain(field, code));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| plain(item, code)),
        Value::String(text) if text == code => *text = "CODE".to_owned(),
        _ => {}
    }
}

/// Presence and thinking messages may be lost, or come at another time.
fn is_news(value: &Value) -> bool {
    value.get("presence").is_some() || value.get("thinking").is_some()
}

#[tokio::test]
async fn the_session_in_the_description_can_be_played() {
    let session = blocks("text").pop().unwrap();
    let written = session.lines().find_map(|line| line.split("\"code\":\"").nth(1)).unwrap();
    let written = written.split('"').next().unwrap();
    // The session shows the limits, so the server has its default ones.
    let server = TestServer::start(Config::in_memory()).await;
    let (mut socket, _) = connect_async(format!("ws://{}/ws", server.addr)).await.unwrap();
    let mut code = written.to_owned();
    for line in session.lines() {
        let (side, json) = line.split_at(2);
        if side == "> " {
            socket.send(Message::text(json.replace(written, &code))).await.unwrap();
            continue;
        }
        let mut wanted: Value = serde_json::from_str(json).unwrap();
        if is_news(&wanted) {
            continue;
        }
        let mut said = loop {
            let frame = within("the server's next line", socket.next()).await.unwrap().unwrap();
            let Message::Text(text) = frame else { continue };
            let said: Value = serde_json::from_str(&text).unwrap();
            if !is_news(&said) {
                break said;
            }
        };
        if let Some(made) = said["snapshot"]["room"]["code"].as_str() {
            made.clone_into(&mut code);
        }
        plain(&mut wanted, written);
        plain(&mut said, &code);
        assert_eq!(said, wanted);
    }
}
