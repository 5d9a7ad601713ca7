//! Exports and imports that must fail: the error says what to do, and nothing has changed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;
use tengen_shared::{protocol::Codec, rules::Variant};
use tengen_tests::{Output, Peer, ServerProcess, TestServer, person_room, place_all, run_to_end, settings};

use super::transfer::{exported, put_game, run, succeeds, text};
use crate::SERVER;

/// A folder with a server's data, and an export of it.
struct Exported {
    folder: TempDir,
    data: PathBuf,
    file: PathBuf,
    lines: Vec<String>,
}

impl Exported {
    async fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [data, file] = ["data", "backup.jsonl"].map(|name| folder.path().join(name));
        let server = TestServer::in_folder(&data).await;
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
        let room = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
        place_all(&mut ann, &mut bo, &room, "b2 a1 b1 a2").await;
        server.stopped().await;
        put_game(&data, room.as_str(), 1, true);
        succeeds("export", &data, &file).await;
        let lines = fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
        Self { folder, data, file, lines }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the number of the first line of this kind, from 1.
    fn line_of(&self, kind: &str) -> usize {
        let start = format!("{{\"kind\":\"{kind}\"");
        1 + self.lines.iter().position(|line| line.starts_with(&start)).unwrap()
    }

    /// Returns the export with one line changed.
    fn changed(&self, line: usize, from: &str, to: &str) -> String {
        let mut lines = self.lines.clone();
        assert!(lines[line - 1].contains(from), "{from} in {}", lines[line - 1]);
        lines[line - 1] = lines[line - 1].replacen(from, to, 1);
        lines.join("\n") + "\n"
    }

    /// Imports `content` into a new folder and into one that is in use, and returns the error.
    async fn refused(&self, content: impl AsRef<[u8]>) -> String {
        let file = self.path("changed.jsonl");
        fs::write(&file, content).unwrap();
        let empty = self.path("empty");
        let told = fails("import", &empty, &file).await;
        if empty.exists() {
            let left = exported(&empty).await;
            assert_eq!(left.lines().count(), 2, "nothing but the header and the end: {left}");
            fs::remove_dir_all(&empty).unwrap();
        }
        assert!(told.contains(text(&file)) && told.contains("nothing was imported"), "{told}");
        told
    }
}

/// Runs an export or import that must fail, and returns the error.
async fn fails(task: &str, data: &Path, file: &Path) -> String {
    let Output { code, stdout, stderr } = run(task, data, file).await;
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or_else(|| panic!("{stderr}")).to_owned()
}

#[tokio::test]
async fn a_file_that_is_no_export_is_refused_before_a_folder_is_made() {
    let all = Exported::make().await;
    let player = format!("{}\n", all.lines[1]);
    for garbage in [
        &b""[..],
        b"\n",
        b"no JSON\n",
        b"\xff\xfe\x00\n",
        b"[1, 2]\n",
        b"{\"kind\":\"dog\"}\n",
        player.as_bytes(),
    ] {
        let told = all.refused(garbage).await;
        assert!(told.contains("line 1:"), "{told}");
        assert!(!all.path("empty").exists());
    }
    let told = all.refused(all.changed(1, "\"format\":2", "\"format\":3")).await;
    assert!(told.contains("format is 3") && told.contains("newer tengen-server"), "{told}");
    assert!(!all.path("empty").exists());
    let missing = fails("import", &all.path("empty"), &all.path("missing")).await;
    assert!(missing.contains(text(&all.path("missing"))), "{missing}");
    assert!(!all.path("empty").exists());
}

#[tokio::test]
async fn a_file_that_was_cut_off_anywhere_is_refused() {
    let all = Exported::make().await;
    let whole = fs::read_to_string(&all.file).unwrap();
    for count in 1..all.lines.len() {
        let told = all.refused(all.lines[..count].join("\n") + "\n").await;
        assert!(told.contains(&format!("line {count}: the file is cut off")), "{told}");
    }
    for cut in [1, 5, 30, 200] {
        let told = all.refused(&whole[..whole.len() - cut]).await;
        assert!(told.contains("cut off"), "{told}");
    }
    let mut lines = all.lines.clone();
    lines.remove(all.line_of("entry") - 1);
    let told = all.refused(lines.join("\n") + "\n").await;
    assert!(told.contains("lines were written"), "a line is missing in the middle: {told}");
    let told = all.refused(format!("{whole}{whole}")).await;
    assert!(told.contains("more after the end"), "{told}");
}

#[tokio::test]
async fn a_line_that_does_not_fit_is_named_with_what_is_wrong() {
    let all = Exported::make().await;
    let line = |kind| all.line_of(kind);
    let (player, room, record, entry, game) =
        (line("player"), line("room"), line("record"), line("entry"), line("game"));
    // The first number is that of the line to change, the last that of the line in the error.
    let cases = [
        (player, "\"id\":1", "\"id\":\"one\"", "invalid type", player),
        (player, "\"name\":\"Ann\"", "\"name\":\"\"", "name", player),
        (player, "\"key\":\"", "\"key\":\"xy", "hexadecimal", player),
        (player, "{\"kind\"", "\"kind\"", "column", player),
        (player + 1, "\"id\":2", "\"id\":1", "somebody else", player + 1),
        (room, "\"room\":\"", "\"room\":\"UP CASE!", "not a room code", room),
        (room, "\"playing\":true", "\"playing\":false", "does not match", entry),
        (record, "\"version\":1", "\"version\":9", "newer tengen-server", record),
        (record, "\"events\":[", "\"events\":[7,", "cannot be read", record),
        (record + 2, "\"kind\":\"record\"", "\"kind\":\"end\",\"lines\":5", "lines were written", record + 2),
        (record + 2, "\"seq\":6", "\"seq\":7", "damaged", entry),
        (entry, "\"room\":\"", "\"room\":\"other-", "does not exist", entry),
        (game, "\"room\":\"", "\"room\":\"other-", "does not exist", game),
        (game, "\"players\":[1,2]", "\"players\":[1,90009]", "player 90009", game),
    ];
    for (line, from, to, why, named) in cases {
        let told = all.refused(all.changed(line, from, to)).await;
        assert!(told.contains(&format!(", line {named}: ")) && told.contains(why), "{from} -> {to}: {told}");
    }
    let mut lines = all.lines.clone();
    let moved = lines.remove(record - 1);
    lines.insert(1, moved);
    let told = all.refused(lines.join("\n") + "\n").await;
    assert!(told.contains("line 2: a record follows its room"), "{told}");
}

#[tokio::test]
async fn what_is_there_already_is_not_imported_again_nor_over_others() {
    let all = Exported::make().await;
    let copy = all.path("copy");
    succeeds("import", &copy, &all.file).await;
    let before = exported(&copy).await;
    let told = fails("import", &copy, &all.file).await;
    assert!(told.contains("room ") && told.contains("is here already"), "{told}");
    assert_eq!(exported(&copy).await, before);

    // Somebody else is player 1 in this folder.
    let other = all.path("other");
    let server = TestServer::in_folder(&other).await;
    let mut zoe = Peer::connect(server.addr, "Zoe", Codec::Json).await;
    zoe.open_table(settings(Variant::TICTACTOE)).await;
    server.stopped().await;
    let before = exported(&other).await;
    let told = fails("import", &other, &all.file).await;
    assert!(told.contains("line 2: player 1 is Ann in the file and somebody else here (Zoe)"), "{told}");
    assert_eq!(exported(&other).await, before);
    // In this file, Ann has another number.
    let renumbered = all.path("renumbered.jsonl");
    fs::write(&renumbered, all.changed(2, "\"id\":1", "\"id\":7")).unwrap();
    let told = fails("import", &copy, &renumbered).await;
    assert!(told.contains("player 7 (Ann) is player 1 here"), "{told}");
}

#[tokio::test]
async fn rooms_that_are_missing_come_back_beside_those_that_are_there() {
    let all = Exported::make().await;
    // The room of the export is gone, and its players have created another one since.
    let database = rusqlite::Connection::open(all.data.join("tengen.db")).unwrap();
    for table in ["records", "rooms", "checkpoints", "entries", "games", "game_players"] {
        database.execute(&format!("DELETE FROM {table}"), []).unwrap();
    }
    drop(database);
    let server = TestServer::in_folder(&all.data).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let mut di = Peer::connect(server.addr, "Di", Codec::Json).await;
    let new = person_room(&mut cy, &mut di, Variant::TICTACTOE).await;
    server.stopped().await;
    let told = succeeds("import", &all.data, &all.file).await;
    assert!(told.contains("players: 0, rooms: 1, finished games: 1"), "both are known: {told}");
    let lines = exported(&all.data).await;
    let old = all.lines[all.line_of("room") - 1].as_str();
    assert!(lines.lines().any(|line| line == old) && lines.contains(new.as_str()), "{lines}");
}

#[tokio::test]
async fn an_import_while_a_server_runs_is_refused_and_the_server_is_named() {
    let all = Exported::make().await;
    let server = ServerProcess::in_folder(SERVER, &all.path("running")).await;
    // The server writes its process ID into the lock file before it accepts anybody.
    Peer::connect(server.addr, "Zoe", Codec::Json).await;
    let told = fails("import", &all.path("running"), &all.file).await;
    assert!(
        told.contains(&format!("process {}", server.id())) && told.contains("stop that server"),
        "{told}"
    );
    assert_eq!(exported(&all.path("running")).await.lines().count(), 2, "nobody has done anything there");
    Peer::connect(server.addr, "Yan", Codec::Json).await;
}

#[tokio::test]
async fn an_export_that_cannot_be_done_leaves_no_file_and_spoils_none() {
    let all = Exported::make().await;
    let told = fails("export", &all.path("nowhere"), &all.path("new.jsonl")).await;
    assert!(told.contains("no database in") && told.contains("--data"), "{told}");
    assert!(!all.path("nowhere").exists() && !all.path("new.jsonl").exists());
    let told = fails("export", &all.data, &all.path("no/such/folder.jsonl")).await;
    assert!(told.contains("cannot write") && told.contains("folder.jsonl"), "{told}");

    let before = fs::read(&all.file).unwrap();
    fs::create_dir(all.path("garbage")).unwrap();
    fs::write(all.path("garbage/tengen.db"), "this is no database. ".repeat(1_000)).unwrap();
    let told = fails("export", &all.path("garbage"), &all.file).await;
    assert!(told.contains("not a usable database"), "{told}");
    assert_eq!(fs::read(&all.file).unwrap(), before, "the older export is still there");
    assert!(!all.path("backup.jsonl.part").exists());
}

#[tokio::test]
async fn a_reader_that_goes_away_ends_the_export_with_an_error() {
    let all = Exported::make().await;
    let database = rusqlite::Connection::open(all.data.join("tengen.db")).unwrap();
    // More data than fits into a pipe.
    let many = "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
        INSERT INTO players SELECT i, 'Player of games' FROM n";
    database.execute(many, []).unwrap();
    let script = "{ \"$0\" export --data \"$1\"; echo \"code $?\" >&2; } | head -c 1";
    let output = run_to_end("sh", &["-c", script, SERVER, text(&all.data)], &[]).await;
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "{"), "{}", output.stderr);
    assert!(output.stderr.contains("error: cannot write standard output"), "{}", output.stderr);
    assert!(output.stderr.contains("code 1") && !output.stderr.contains("panicked"), "{}", output.stderr);
}

#[tokio::test]
async fn options_for_serving_and_a_subcommand_do_not_mix_and_the_environment_names_the_folder() {
    let all = Exported::make().await;
    let output = run_to_end(SERVER, &["--bind", "127.0.0.1:0", "export"], &[]).await;
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{}", output.stderr);
    let vars = [("TENGEN_DATA", text(&all.data)), ("TENGEN_BIND", "127.0.0.1:0"), ("TENGEN_KEEP_DAYS", "5")];
    let output = run_to_end(SERVER, &["export"], &vars).await;
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(output.stdout, fs::read_to_string(&all.file).unwrap());
    let config = all.path("tengen.toml");
    fs::write(&config, format!("data = '{}'\n", text(&all.data))).unwrap();
    let output = run_to_end(SERVER, &["export", "--config", text(&config)], &[]).await;
    assert_eq!(output.stdout, fs::read_to_string(&all.file).unwrap(), "{}", output.stderr);
}
