//! The server program: its options, its output, its failures and its stop.

use std::{fs, path::Path};

use tengen_shared::{
    game::{RejectCode, SeatPlan},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{
    Http, Output, Peer, ServerProcess, TestServer, person_room, place_all, poll_for, run_to_end, settings,
};

use crate::SERVER;

/// Returns the error of a start that fails. The program must exit with code 1 and print nothing on standard output.
async fn fails(args: &[&str], vars: &[(&str, &str)]) -> String {
    let Output { code, stdout, stderr } = run_to_end(SERVER, args, vars).await;
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    let told = stderr.lines().find(|line| line.starts_with("error: "));
    assert!(!stderr.contains("panicked"), "{stderr}");
    told.unwrap_or_else(|| panic!("no error in {stderr:?}")).to_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

const ANY_PORT: [&str; 2] = ["--bind", "127.0.0.1:0"];

async fn fails_on_data(folder: &Path) -> String {
    fails(&[ANY_PORT[0], ANY_PORT[1], "--data", path(folder)], &[]).await
}

#[tokio::test]
async fn a_file_in_place_of_the_data_folder_is_told_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data");
    fs::write(&file, "no folder").unwrap();
    let told = fails_on_data(&file).await;
    assert!(told.contains(path(&file)) && told.contains("--data"), "{told}");
    let told = fails_on_data(&file.join("below")).await;
    assert!(told.contains(path(&file)) && told.contains("--data"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "no folder", "nothing is overwritten");
}

#[tokio::test]
async fn a_port_in_use_is_told_with_advice_and_before_the_data_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = taken.local_addr().unwrap();
    let data = folder.path().join("data");
    let told = fails(&["--bind", &addr.to_string(), "--data", path(&data)], &[]).await;
    assert!(told.contains(&addr.port().to_string()) && told.contains("in use"), "{told}");
    assert!(told.contains("--bind"), "{told}");
}

#[tokio::test]
async fn a_data_folder_that_another_server_holds_is_refused_and_the_holder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let holder = ServerProcess::in_folder(SERVER, folder.path()).await;
    // The server writes its process ID into the lock file before it accepts anybody.
    Peer::connect(holder.addr, "Zoe", Codec::Json).await;
    let told = fails_on_data(folder.path()).await;
    assert!(told.contains(&format!("process {}", holder.id())), "{told}");
    assert!(told.contains(&holder.addr.to_string()) && told.contains(path(folder.path())), "{told}");
    // The first server is unharmed. Once it is gone, even by a kill, the folder is free.
    Peer::connect(holder.addr, "Ann", Codec::Json).await;
    holder.kill().await;
    ServerProcess::in_folder(SERVER, folder.path()).await;
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    TestServer::in_folder(folder.path()).await.stopped().await;
    let file = folder.path().join("tengen.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    database.pragma_update(None, "user_version", 999).unwrap();
    drop(database);
    let told = fails_on_data(folder.path()).await;
    assert!(told.contains("layout 999") && told.contains("newer tengen-server"), "{told}");
    let database = rusqlite::Connection::open(&file).unwrap();
    let version: i64 = database.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 999);
}

#[tokio::test]
async fn a_database_full_of_garbage_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tengen.db");
    let garbage = "this is no database. ".repeat(1_000);
    fs::write(&file, &garbage).unwrap();
    let told = fails_on_data(folder.path()).await;
    assert!(told.contains("tengen.db") && told.contains("not a usable database"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), garbage);
}

#[tokio::test]
async fn a_database_with_a_damaged_page_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    TestServer::in_folder(folder.path()).await.stopped().await;
    let file = folder.path().join("tengen.db");
    let mut bytes = fs::read(&file).unwrap();
    let length = bytes.len();
    bytes[4_096..length].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let told = fails_on_data(folder.path()).await;
    assert!(told.contains("tengen.db"), "{told}");
}

#[tokio::test]
async fn a_room_with_a_garbage_record_refuses_to_open_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let mut rooms = Vec::new();
    for _ in 0..5 {
        rooms.push(person_room(&mut ann, &mut bo, Variant::TICTACTOE).await);
        place_all(&mut ann, &mut bo, rooms.last().unwrap(), "b2").await;
    }
    server.stopped().await;
    let damage = [
        "no JSON at all",
        r#"{"version":1,"cause":null,"events":[{"seq":99,"time":0,"event":{"hidden":{}}}]}"#,
        r#"{"version":7,"cause":null,"events":[]}"#,
    ];
    let database = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
    for (room, body) in rooms.iter().zip(damage) {
        let last = "UPDATE records SET body = ?2 WHERE room = ?1 AND seq = (SELECT max(seq) FROM records WHERE room = ?1)";
        assert_eq!(database.execute(last, [room.as_str(), body]).unwrap(), 1);
    }
    // In the fourth room, a record is missing in the middle.
    let gone = "DELETE FROM records WHERE room = ?1 AND seq = \
                (SELECT max(seq) FROM records WHERE room = ?1 AND seq < (SELECT max(seq) FROM records WHERE room = ?1))";
    assert_eq!(database.execute(gone, [rooms[3].as_str()]).unwrap(), 1);
    drop(database);

    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    for room in &rooms[..4] {
        let refused = ann.join(room).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::Storage);
        assert!(refused.text.as_str().contains(room.as_str()), "{}", refused.text);
    }
    ann.join(&rooms[4]).await.unwrap();
    bo.join(&rooms[4]).await.unwrap();
    place_all(&mut ann, &mut bo, &rooms[4], "a1 b1").await;
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 200);
}

#[tokio::test]
async fn a_stop_by_signal_drains_ends_with_code_0_and_tells_everybody() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let server = ServerProcess::in_folder(SERVER, folder.path()).await;
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
        let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
        place_all(&mut ann, &mut bo, &code, "b2").await;
        server.signal(signal).await;
        for peer in [&mut ann, &mut bo] {
            let (code, reason) = peer.closing().await;
            assert!(code == 1012 && reason.contains("stopping"), "{code} {reason}");
        }
        let ended = server.ended().await;
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""), "one line only: {}", ended.stderr);
        assert!(!ended.stderr.contains("did not end in time"), "{}", ended.stderr);
        let server = ServerProcess::in_folder(SERVER, folder.path()).await;
        let ann = ann.reconnect(server.addr).await;
        assert_eq!(ann.moves(&code), "b2");
    }
}

#[tokio::test]
async fn a_stop_does_not_wait_for_a_peer_that_does_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let _deaf = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let _silent = tengen_tests::RawSocket::connect(server.addr).await;
    server.signal("TERM").await;
    assert_eq!(server.ended().await.code, Some(0));
}

#[tokio::test]
async fn a_wrong_option_and_a_wrong_key_in_the_configuration_are_told_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tengen.toml");
    for (text, key) in [
        ("colour = 'red'", "colour"),
        ("[limits]\nheader_msec = 5", "header_msec"),
        ("bind = 'here'", "bind"),
    ] {
        fs::write(&file, text).unwrap();
        let output = run_to_end(SERVER, &["--config", path(&file)], &[]).await;
        assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{}", output.stderr);
        assert!(output.stderr.contains(path(&file)) && output.stderr.contains(key), "{}", output.stderr);
    }
    let missing = folder.path().join("missing.toml");
    assert!(fails(&["--config", path(&missing)], &[]).await.contains(path(&missing)));
    let usage = run_to_end(SERVER, &["--port", "x"], &[]).await;
    assert!(usage.code == Some(2) && usage.stderr.contains("--port"), "{}", usage.stderr);
    let usage = run_to_end(SERVER, &["--bot-threads", "0"], &[]).await;
    assert!(usage.code == Some(2) && usage.stderr.contains("--bot-threads"), "{}", usage.stderr);
}

#[tokio::test]
async fn options_come_from_the_command_line_the_environment_or_the_file_in_that_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tengen.toml");
    let data = |name: &str| folder.path().join(name);
    fs::write(
        &file,
        format!("bind = '127.0.0.1:0'\ndata = '{}'\n[limits]\nrooms_followed = 2\n", path(&data("file"))),
    )
    .unwrap();
    let args = ["--config", path(&file)];
    let server = ServerProcess::start(SERVER, &args, &[]).await;
    assert!(server.addr.ip().is_loopback() && data("file").join("tengen.db").exists());
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    assert_eq!(ann.limits.rooms, 2, "limits come from the file");
    server.kill().await;

    let from_env = data("env");
    let vars =
        [("TENGEN_BIND", "127.0.0.2:0"), ("TENGEN_DATA", path(&from_env)), ("TENGEN_CONFIG", path(&file))];
    let server = ServerProcess::start(SERVER, &[], &vars).await;
    assert_eq!(server.addr.ip().to_string(), "127.0.0.2", "the environment goes before the file");
    assert!(from_env.join("tengen.db").exists());
    server.kill().await;

    let from_args = data("args");
    let args = ["--bind", "127.0.0.3:0", "--data", path(&from_args)];
    let server = ServerProcess::start(SERVER, &args, &vars).await;
    assert_eq!(server.addr.ip().to_string(), "127.0.0.3", "and the command line before both");
    assert!(from_args.join("tengen.db").exists());
}

#[tokio::test]
async fn port_0_picks_a_free_port_for_each_server_and_the_invitation_goes_to_standard_error() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let one = ServerProcess::in_folder(SERVER, folders[0].path()).await;
    let two = ServerProcess::in_folder(SERVER, folders[1].path()).await;
    assert!(one.addr.port() != 0 && one.addr != two.addr);
    let port = one.addr.port();
    one.signal("TERM").await;
    let ended = one.ended().await;
    assert!(ended.stderr.contains(&format!("tengen-client -- join 127.0.0.1:{port}\n")), "{}", ended.stderr);
}

#[tokio::test]
async fn health_readiness_metrics_and_rooms_are_answered_over_http() {
    let server = TestServer::memory().await;
    assert_eq!(Http::get(server.addr, "/healthz").await.status, 200);
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 200);
    assert_eq!(Http::get(server.addr, "/nothing").await.status, 404);
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    let rooms = poll_for("the room on the list", async || {
        Some(Http::get(server.addr, "/api/rooms").await).filter(|answer| answer.body != "[]")
    })
    .await;
    assert!(rooms.status == 200 && rooms.head.contains("content-type: application/json"), "{}", rooms.head);
    let rooms: serde_json::Value = serde_json::from_str(&rooms.body).unwrap();
    assert_eq!(rooms[0]["room"], code.as_str());
    assert_eq!(rooms[0]["state"], "open");
    assert_eq!(rooms[0]["seats"][0]["person"]["name"], "Ann");
    let metrics = Http::get(server.addr, "/metrics").await;
    assert!(metrics.status == 200 && metrics.head.contains("openmetrics-text"), "{}", metrics.head);
    assert!(metrics.body.ends_with("# EOF\n"), "{}", metrics.body);
    for name in ["tengen_connections 1", "tengen_rooms 1", "tengen_commands_accepted_total 1"] {
        assert!(metrics.body.lines().any(|line| line == name), "{name} in\n{}", metrics.body);
    }
}
