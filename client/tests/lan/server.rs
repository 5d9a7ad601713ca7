//! The real server program, in a namespace, and a guest who opens rooms there.

use std::{env, net::SocketAddr, process::Stdio, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tengen_shared::game::RoomCode;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    net::TcpStream,
    process::{Child, Command},
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use crate::{ROLE, namespaces::Namespace};

/// How long anything may take here before it counts as not happening.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for something that must happen.
pub(crate) async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    timeout(PATIENCE, future).await.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

/// A running server. It is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    output: JoinHandle<String>,
    errors: JoinHandle<String>,
    _data: tempfile::TempDir,
}

impl Server {
    /// Starts one in `place` that listens on every address of it; waits until it does.
    pub(crate) async fn start(place: &Namespace, port: u16, further: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let [enter, whereto] = place.entry();
        let mut command = Command::new(enter);
        command.arg(whereto).arg(env::current_exe().unwrap());
        command.arg("--bind").arg(format!("0.0.0.0:{port}")).arg("--data").arg(data.path()).args(further);
        for (name, _) in env::vars().filter(|(name, _)| name.starts_with("TENGEN_")) {
            command.env_remove(name);
        }
        command.env(ROLE, "server").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.kill_on_drop(true).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = child.stderr.take().unwrap();
        let errors = tokio::spawn(async move {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text).await;
            text
        });
        let mut line = String::new();
        within("the server's first line", stdout.read_line(&mut line)).await.unwrap();
        assert_eq!(line, format!("listening on ws://0.0.0.0:{port}/ws\n"));
        let output = tokio::spawn(async move {
            let mut text = String::new();
            let _ = stdout.read_to_string(&mut text).await;
            text
        });
        Self { child, output, errors, _data: data }
    }

    /// Stops it as a system does. It must end well, and have said nothing that sounds like trouble; gives what it said
    /// on standard error.
    pub(crate) async fn stop(mut self) -> String {
        let id = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", "TERM", &id]).status().await.unwrap().success());
        let status = within("the server's end", self.child.wait()).await.unwrap();
        let (output, errors) = (self.output.await.unwrap(), self.errors.await.unwrap());
        assert!(status.success(), "{status}: {errors}");
        assert_eq!(output, "", "standard output has one line");
        assert!(!errors.contains("ERROR") && !errors.contains("WARN"), "{errors}");
        errors
    }
}

/// Somebody who is connected to a server and makes rooms there.
pub(crate) struct Guest {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sent: u32,
}

impl Guest {
    pub(crate) async fn arrive(at: SocketAddr) -> Self {
        let (socket, _) = within("a connection", connect_async(format!("ws://{at}/ws"))).await.unwrap();
        let mut guest = Self { socket, sent: 0 };
        guest.say(json!({ "hello": { "name": "Ann" } })).await;
        guest.hear("welcome").await;
        guest
    }

    /// Makes a room for two people and waits in it.
    pub(crate) async fn room(&mut self, access: &str) -> RoomCode {
        let variant = json!({ "width": 3, "height": 3, "win_length": 3, "runs": "at_least" });
        let settings = json!({ "variant": variant, "access": access });
        let seats = json!([{ "me": {} }, { "open": {} }]);
        self.say(json!({ "create": { "settings": settings, "seats": seats } })).await;
        let made = self.hear("accepted").await;
        made["room"].as_str().unwrap().parse().unwrap()
    }

    async fn say(&mut self, cmd: Value) {
        self.sent += 1;
        let frame = json!({ "id": ["000000000000002a", self.sent], "room": null, "cmd": cmd });
        self.socket.send(Message::text(frame.to_string())).await.unwrap();
    }

    async fn hear(&mut self, wanted: &str) -> Value {
        within(wanted, async {
            loop {
                let message = self.socket.next().await.unwrap().unwrap();
                let Message::Text(text) = message else { continue };
                let value: Value = serde_json::from_str(&text).unwrap();
                if let Some(found) = value.get(wanted) {
                    return found.clone();
                }
            }
        })
        .await
    }
}
