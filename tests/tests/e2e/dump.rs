//! Writes a dump of a database in the present layout, if there is none yet. A released dump never changes.

use std::{fs, path::Path};

use rusqlite::Connection;
use sha2::{Digest as _, Sha256};
use tengen_shared::{
    game::{Room, RoomCode, SeatPlan},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, TestServer, person_room, place_all, settings};

/// The SHA-256 hashes of the keys of Ann and Bo, 0011…eeff and ffee…1100.
const HASHES: [&str; 2] = [
    "A8FAED6ABBF35C12A4B26E40F6FEB19D736D90045C83B9F9A31F638D323E6811",
    "811407F10D6C0F49A056CC8C01A15E42816B9D39DF858E9F6C05FC5C9189B136",
];

/// Lets two people play on a server, and writes its database with names and keys that never change.
pub(crate) async fn write(file: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let open = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    ann.ready(&code).await.unwrap();
    bo.ready(&code).await.unwrap();
    ann.wait_room(&code, "game two", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "a1 b2 c3").await;
    server.stopped().await;

    let database = Connection::open(folder.path().join("tengen.db")).unwrap();
    database
        .execute("UPDATE server SET id = ?1, secret = zeroblob(32)", [0x0123_4567_89ab_cdef_i64])
        .unwrap();
    for (hash, player) in HASHES.iter().zip(1..) {
        let sql = format!(
            "UPDATE keys SET kind = 0, key = X'{hash}', device = '', added = 0, used = 0 WHERE player = {player}"
        );
        database.execute(&sql, []).unwrap();
    }
    // The contents of a game do not matter here; there only have to be some.
    let game = "INSERT OR IGNORE INTO games (id, room, number, ended, listed, body)
        SELECT 1, room, 1, time, 1, '{}' FROM rooms WHERE room = ?1";
    database.execute(game, [code.as_str()]).unwrap();
    database.execute_batch("INSERT OR IGNORE INTO game_players VALUES (1, 1), (2, 1)").unwrap();
    let renamed = |text: &str| rename(text, &[(&code, "amber-fox-42"), (&open, "quiet-owl-17")]);
    for [room, state] in rows(&database, "SELECT room, state FROM checkpoints") {
        // The second checksum is that of the state, which has the room's code in it.
        let sum = Sha256::digest(renamed(&state));
        let seal = "UPDATE checkpoints SET sums = CAST(substr(sums, 1, 8) || ?2 AS BLOB) WHERE room = ?1";
        database.execute(seal, (room, &sum[..8])).unwrap();
    }
    fs::write(file, renamed(&dump(&database))).unwrap();
}

fn rename(text: &str, codes: &[(&RoomCode, &str)]) -> String {
    codes.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old.as_str(), new))
}

/// Returns every table with its rows, as SQL.
fn dump(database: &Connection) -> String {
    let layout: i64 = database.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    let mut text = format!(
        "-- A database of layout {layout} as tengen-server wrote it: a series in amber-fox-42, an open room.\n\
         PRAGMA user_version = {layout};\nBEGIN TRANSACTION;\n"
    );
    // SQLite creates its own tables by itself.
    let own = "SELECT name, type, sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'";
    for [name, kind, sql] in rows(database, own) {
        text += &format!("{sql};\n");
        if kind == "table" {
            let columns = rows::<1>(database, &format!("SELECT name FROM pragma_table_info('{name}')"));
            let quoted: Vec<String> = columns.iter().map(|[column]| format!("quote(\"{column}\")")).collect();
            let values = quoted.join(" || ',' || ");
            for [values] in rows(database, &format!("SELECT {values} FROM {name}")) {
                text += &format!("INSERT INTO {name} VALUES ({values});\n");
            }
        }
    }
    text + "COMMIT;\n"
}

fn rows<const N: usize>(database: &Connection, sql: &str) -> Vec<[String; N]> {
    let mut query = database.prepare(sql).unwrap();
    let rows = query.query_map([], |row| Ok(std::array::from_fn(|column| row.get(column).unwrap()))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}
