//! A hostile server: whatever it sends, the terminal receives no control sequence except the program's own.

use std::{net::Ipv4Addr, sync::mpsc};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tengen_shared::protocol::{Challenge, Codec, Proof, SecretKey};
use tengen_tests::pty::Seen;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{Request, Response},
        http::{HeaderValue, header::SEC_WEBSOCKET_PROTOCOL},
    },
};

use crate::tengen;

/// The texts to try, in every text that a server may send.
const PLANTED: [&str; 9] = [
    "\u{1b}[31337mred",
    "\u{1b}]0;planted\u{7}",
    "\u{1b}]52;c;cGxhbnRlZA==\u{1b}\\",
    "\u{1b}Pplanted\u{1b}\\",
    "\u{9b}31337m",
    "\u{9d}0;planted\u{9c}",
    "\u{202e}tfel ot thgir\u{2066}",
    "\r\n\u{8}\u{c}\u{e}\u{7}",
    "zero\u{200b}\u{feff}width",
];
/// The texts that are also tried where each costs a connection: ESC, C1, and text that runs backwards.
const POISON: [usize; 3] = [0, 5, 6];
/// Wide, combining and very many characters: allowed, and a challenge for the layout.
const BROAD: [&str; 3] =
    ["五子棋五子棋五子棋五子棋五子棋五子棋五子棋五子棋", "e\u{301}\u{327}\u{323}xe\u{301}", "👩‍👩‍👧‍👦🏳️"];

fn fixture(name: &str) -> Value {
    let path = format!("{}/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns a message with one more chat line.
fn said(seq: u64, name: &str, text: &str) -> Value {
    let line = json!({ "channel": "spectators", "player": 1, "name": name, "text": text });
    let event = json!({ "seq": seq, "time": 1_767_294_020_000_u64, "event": { "said": { "line": line } } });
    json!({ "events": { "room": "amber-fox-42", "events": [event] } })
}

/// Returns messages that a careful client rejects as a whole, and that would harm a careless one.
fn poisoned(planted: &str) -> Vec<Value> {
    let mut snapshot = fixture("server-snapshot");
    snapshot["snapshot"]["room"]["seats"][0]["occupant"]["person"]["name"] = planted.into();
    let mut presence = fixture("server-presence");
    presence["presence"]["spectators"]["names"][0] = planted.into();
    let mut rejected = fixture("server-rejected");
    rejected["rejected"]["text"] = planted.into();
    rejected["rejected"]["id"] = Value::Null;
    vec![said(9, planted, "hello"), presence, rejected, snapshot, json!({ planted: {} }), planted.into()]
}

type Socket = WebSocketStream<TcpStream>;

async fn send(socket: &mut Socket, message: &Value) -> Option<()> {
    socket.send(Message::text(message.to_string())).await.ok()
}

async fn greet(listener: &TcpListener, version: &str) -> Option<Socket> {
    let (stream, _) = listener.accept().await.ok()?;
    let choose = |_: &Request, mut response: Response| {
        let json = HeaderValue::from_static(Codec::Json.subprotocol());
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, json);
        Ok(response)
    };
    let mut socket = accept_hdr_async(stream, choose).await.ok()?;
    let mut hello = fixture("server-server");
    hello["server"]["version"] = version.into();
    send(&mut socket, &hello).await?;
    Some(socket)
}

/// Answers the client until it follows the room.
async fn admit(socket: &mut Socket) -> Option<()> {
    loop {
        let Message::Text(text) = socket.next().await?.ok()? else { continue };
        let frame: Value = serde_json::from_str(&text).unwrap();
        let is_about = |cmd: &str| frame["cmd"].get(cmd).is_some();
        if is_about("hello") {
            let mut welcome = fixture("server-welcome");
            welcome["welcome"]["id"] = frame["id"].clone();
            welcome["welcome"]["player"] = 7.into();
            welcome["welcome"]["name"] = "Cy".into();
            let shown = fixture("server-server")["server"]["identity"].clone();
            let challenge: Challenge = serde_json::from_value(shown).unwrap();
            let proof: Proof = serde_json::from_value(frame["cmd"]["hello"]["proof"].clone()).unwrap();
            // The key of the fixtures.
            let signature = proof.meeting(challenge).sign_as_server(&SecretKey::from_bytes([5; 32]));
            welcome["welcome"]["signature"] = serde_json::to_value(signature).unwrap();
            send(socket, &welcome).await?;
            if frame["cmd"]["hello"]["resume"] != json!([]) {
                send(socket, &fixture("server-snapshot")).await?;
                return Some(());
            }
        } else if is_about("watch") {
            send(socket, &fixture("server-snapshot")).await?;
            let accepted = json!({ "id": frame["id"], "room": "amber-fox-42", "seq": 8, "events": [] });
            send(socket, &json!({ "accepted": accepted })).await?;
            return Some(());
        }
    }
}

/// Returns whether the client has processed everything and keeps the connection.
async fn is_heard(socket: &mut Socket) -> bool {
    if socket.send(Message::Ping("heard?".into())).await.is_err() {
        return false;
    }
    while let Some(Ok(message)) = socket.next().await {
        if matches!(message, Message::Pong(_)) {
            return true;
        }
    }
    false
}

/// Sends everything, over as many connections as the client opens. The last line is a harmless one.
async fn attack(listener: TcpListener, done: mpsc::Sender<()>) {
    // The client drops the connection at most of them, and reconnects after a delay.
    let mut poison = POISON.into_iter().map(|at| PLANTED[at]).flat_map(poisoned);
    let mut version = PLANTED.into_iter().cycle();
    loop {
        let Some(mut socket) = greet(&listener, version.next().unwrap_or_default()).await else { continue };
        if admit(&mut socket).await.is_none() {
            continue;
        }
        let mut seq = 9;
        for text in PLANTED.into_iter().chain(BROAD) {
            send(&mut socket, &said(seq, "Ann", &format!("<{text}>"))).await;
            seq += 1;
        }
        let mut kept = is_heard(&mut socket).await;
        while kept {
            let Some(message) = poison.next() else { break };
            send(&mut socket, &message).await;
            kept = is_heard(&mut socket).await;
        }
        if kept {
            send(&mut socket, &said(seq, "Ann", "that was all")).await;
            let _ = done.send(());
            // Keep the connection open while the test checks the screen.
            while socket.next().await.is_some() {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_a_server_sends_reaches_the_terminal_as_a_control_sequence() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let addr = listener.local_addr().unwrap().to_string();
    let home = tempfile::tempdir().unwrap();
    let (done, is_done) = mpsc::channel();
    let attack = tokio::spawn(attack(listener, done));
    let term = tengen(home.path(), &["watch", &addr, "--room", "amber-fox-42", "--name", "Cy"]);
    is_done.recv_timeout(std::time::Duration::from_secs(120)).unwrap_or_else(|_| panic!("{}", term.screen()));
    term.pty().resize(120, 40).unwrap();
    term.wait_for(&["that was all"]);
    attack.abort();
    assert!(term.is_taken_over(), "the screen has been left");
    let bytes = term.pty().look(Seen::bytes);
    let text = std::str::from_utf8(&bytes).expect("the terminal gets text");
    for planted in ["\u{1b}[31337", "\u{1b}]0;planted", "\u{1b}]52", "\u{1b}P", "\u{9b}", "\u{9d}"] {
        assert!(!text.contains(planted), "{planted:?} has reached the terminal");
    }
    for hidden in ["\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}", "\u{8}", "\u{c}", "\u{e}"] {
        assert!(!text.contains(hidden), "{hidden:?} has reached the terminal");
    }
}
