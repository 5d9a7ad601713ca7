//! A client of a stranger who knows only PROTOCOL.md: it speaks plain JSON and plays tic-tac-toe against an AI.
//!
//! `cargo run -p tengen-tests --bin stranger -- 127.0.0.1:5151`

use std::{collections::BTreeSet, io::Write as _};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

type Failure = Box<dyn std::error::Error>;

struct Stranger {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sent: u32,
    /// The points without a stone.
    empty: BTreeSet<String>,
    /// The room's `at`: the number of the last event that changed the position or the phase.
    at: u64,
    /// The end of the game; `None` while it is on.
    end: Option<Value>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let address = std::env::args().nth(1).ok_or("name the server: stranger HOST:PORT")?;
    let (socket, _) = connect_async(format!("ws://{address}/ws")).await?;
    let empty =
        ["a", "b", "c"].iter().flat_map(|col| (1..=3).map(move |row| format!("{col}{row}"))).collect();
    let mut stranger = Stranger { socket, sent: 0, empty, at: 0, end: None };
    stranger.hear("server").await?;
    stranger.say(json!({ "hello": { "name": "Stranger" } }), None).await?;
    stranger.hear("welcome").await?;
    let variant = json!({ "width": 3, "height": 3, "win_length": 3, "runs": "at_least" });
    let settings = json!({ "variant": variant, "think_time": 0 });
    let seats = json!([{ "me": {} }, { "ai": { "bot": "hard" } }]);
    stranger.say(json!({ "create": { "settings": settings, "seats": seats } }), None).await?;
    let room = stranger.hear("accepted").await?["room"].clone();
    while stranger.end.is_none() {
        let point = stranger.empty.first().cloned().ok_or("the board is full and the game goes on")?;
        let place = json!({ "seat": 1, "point": point, "at": stranger.at });
        stranger.say(json!({ "place": place }), Some(&room)).await?;
        stranger.hear("accepted").await?;
        if stranger.end.is_none() {
            // The AI's answer.
            stranger.hear("events").await?;
        }
    }
    let end = stranger.end.take().unwrap_or_default();
    writeln!(std::io::stdout(), "a whole game in room {room}: {end}")?;
    stranger.say(json!({ "leave": {} }), Some(&room)).await?;
    stranger.hear("accepted").await?;
    stranger.socket.close(None).await?;
    Ok(())
}

impl Stranger {
    async fn say(&mut self, cmd: Value, room: Option<&Value>) -> Result<(), Failure> {
        self.sent += 1;
        let frame = json!({ "id": ["5712a49e", self.sent], "room": room, "cmd": cmd });
        Ok(self.socket.send(Message::text(frame.to_string())).await?)
    }

    /// Waits for a message of this kind, and applies all events before it.
    async fn hear(&mut self, kind: &str) -> Result<Value, Failure> {
        loop {
            let message = self.socket.next().await.ok_or("the server has gone")??;
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if let Some(rejected) = message.get("rejected") {
                return Err(format!("refused: {rejected}").into());
            }
            for body in message.as_object().into_iter().flat_map(serde_json::Map::values) {
                self.take_in(&body["events"]);
            }
            if let Some(body) = message.get(kind) {
                return Ok(body.clone());
            }
        }
    }

    fn take_in(&mut self, events: &Value) {
        for stamped in events.as_array().into_iter().flatten() {
            let event = &stamped["event"];
            if let Some(point) = event["stone_placed"]["point"].as_str() {
                self.empty.remove(point);
            }
            if let Some(end) = event["game_over"].get("end") {
                self.end = Some(end.clone());
            }
            let changes = ["game_begun", "sides_set", "stone_placed", "game_over"];
            if changes.iter().any(|name| event.get(name).is_some()) {
                self.at = stamped["seq"].as_u64().unwrap_or(self.at);
            }
        }
    }
}
