//! Signals end line mode even if nobody reads its output.
#![cfg(unix)]

use std::{
    io::ErrorKind,
    process::{Output, Stdio},
};

use tengen_shared::{game::Settings, protocol::Codec, rules::Variant};
use tengen_tests::{Peer, TestServer, within};
use tokio::{
    io::AsyncWriteExt,
    net::unix::pipe,
    process::{Child, Command},
};

use crate::CLIENT;

/// Returns a pipe that is completely full.
async fn full_pipe() -> (pipe::Sender, pipe::Receiver) {
    let (sender, receiver) = pipe::pipe().unwrap();
    sender.writable().await.unwrap();
    for chunk in [&[b'.'; 4096][..], b"."] {
        let stopped = loop {
            if let Err(error) = sender.try_write(chunk) {
                break error;
            }
        };
        assert_eq!(stopped.kind(), ErrorKind::WouldBlock);
    }
    (sender, receiver)
}

async fn signalled(child: Child, signal: &str) -> Output {
    let pid = child.id().expect("it runs").to_string();
    let sent = Command::new("kill").args(["-s", signal, &pid]).status().await.unwrap();
    assert!(sent.success());
    within("the client to end", child.wait_with_output()).await.unwrap()
}

#[tokio::test]
async fn signals_end_a_client_that_nobody_reads() {
    let server = TestServer::memory().await;
    // `help` needs no answer from the server. The many repetitions fill the buffers between loop and writer too.
    for (signal, more) in [("TERM", ""), ("INT", ""), ("TERM", "help\n"), ("INT", "help\n")] {
        let home = tempfile::tempdir().unwrap();
        let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
        let code = bo.open_table(Settings::new(Variant::GOMOKU15)).await;
        let (full, reader) = full_pipe().await;
        let mut ann = Command::new(CLIENT)
            .args(["--line", "join", &server.addr.to_string(), "--room", code.as_str(), "--name", "Ann"])
            .env("TENGEN_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(full.into_blocking_fd().unwrap())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        // Ann joins, although none of her output can be shown.
        bo.wait_room(&code, "Ann", |room| room.seats().first_empty().is_none()).await;
        let mut input = ann.stdin.take().unwrap();
        input.write_all(more.repeat(200).as_bytes()).await.unwrap();
        let ended = signalled(ann, signal).await;
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{signal} {more:?}: {:?} {stderr}", ended.status);
        drop((input, reader));
    }
}
