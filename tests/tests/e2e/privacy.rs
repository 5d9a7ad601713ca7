//! Privacy: no secrets in the log, no files for other users; and invalid limits.

use std::{fs, path::Path};

use tengen_shared::{
    game::{Access, Settings},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Output, Peer, ServerProcess, run_to_end, settings};

use crate::SERVER;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test]
async fn no_key_and_no_passphrase_is_logged_whatever_is_asked_for() {
    for wanted in ["trace", "tungstenite::protocol=trace,tokio_tungstenite=trace,hyper=trace"] {
        let folder = tempfile::tempdir().unwrap();
        let args = ["--bind", "127.0.0.1:0", "--data", text(folder.path())];
        let server = ServerProcess::start(SERVER, &args, &[("TENGEN_LOG", wanted)]).await;
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        let locked = Settings { access: Access::Passphrase, ..settings(Variant::TICTACTOE) };
        let code = ann.locked_table(locked, "open sesame").await;
        let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
        let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
        ann.join(&code).await.unwrap();
        bo.join_with(&code, "open sesamE").await.unwrap_err();
        server.signal("TERM").await;
        let log = server.ended().await.stderr;
        for secret in [ann.me.key.expose_text().as_str(), "sesam"] {
            assert!(!log.contains(secret), "{wanted}: {secret:?} is in the log:\n{log}");
        }
        assert!(!log.contains("TRACE tungstenite") && !log.contains("TRACE hyper"), "{log}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn other_users_of_the_machine_cannot_read_the_data() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let server = ServerProcess::in_folder(SERVER, &data).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    ann.open_table(settings(Variant::TICTACTOE)).await;
    assert_eq!(mode(&data), 0o700);
    let files: Vec<_> = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    assert!(files.iter().all(|file| mode(file) == 0o600), "{files:?}");
    server.kill().await;
    // The server restricts the permissions that an older program left open. It does not touch those of a folder
    // with other files.
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(data.join("tengen.db"), fs::Permissions::from_mode(0o644)).unwrap();
    let server = ServerProcess::in_folder(SERVER, &data).await;
    assert_eq!((mode(&data), mode(&data.join("tengen.db"))), (0o700, 0o600));
    server.kill().await;
    fs::write(data.join("notes.txt"), "mine").unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let _server = ServerProcess::in_folder(SERVER, &data).await;
    assert_eq!((mode(&data), mode(&data.join("tengen.db"))), (0o755, 0o600));
}

#[tokio::test]
async fn a_limit_that_cannot_be_is_told_with_what_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("tengen.toml");
    let wrong = [
        ("room_mailbox = 0", "room_mailbox = 0"),
        ("connections = 99999999999", "connections = 99999999999"),
        ("heartbeat_ms = 0", "heartbeat_ms = 0"),
        ("hash_queue = 0", "hash_queue = 0"),
        ("talk = { per_minute = 0, burst = 5 }", "talk = 0"),
        ("per_address.rooms = 0", "per_address.rooms = 0"),
    ];
    for (line, told) in wrong {
        fs::write(&config, format!("[limits]\n{line}\n")).unwrap();
        let data = folder.path().join("data");
        let args = ["--bind", "127.0.0.1:0", "--config", text(&config), "--data", text(&data)];
        let Output { code, stdout, stderr } = run_to_end(SERVER, &args, &[]).await;
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{line}: {stderr}");
        let error =
            stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or_else(|| panic!("{stderr}"));
        assert!(error.contains(told) && error.contains("choose") && !stderr.contains("panicked"), "{error}");
    }
}
