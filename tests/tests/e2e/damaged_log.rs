//! A log with damaged, exchanged or missing records is noticed, and told.

use std::{fs, path::Path};

use rusqlite::Connection;
use tengen_server::journal::{Checkpoint, EventLog as _, Journal as _, JournalError};
use tengen_shared::{
    game::{RoomCode, Seq},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Output, Peer, ServerProcess, person_room, place_all};

use super::journal::{append, code, room_of, sqlite};
use crate::SERVER;

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("tengen.db")).unwrap()
}

/// Exchanges the bodies of two records, as ids.
fn exchange(database: &Connection, [one, two]: [i64; 2]) {
    let sql =
        "UPDATE records SET body = (SELECT body FROM records AS other WHERE other.id = ?1 + ?2 - records.id)
        WHERE id IN (?1, ?2)";
    assert_eq!(database.execute(sql, [one, two]).unwrap(), 2);
}

async fn why(folder: &Path, room: &str) -> String {
    let journal = sqlite(folder);
    let loaded = journal.load(&code(room)).await;
    journal.close().await.unwrap();
    match loaded {
        Err(JournalError::Damaged { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_record_of_another_room_in_the_place_of_ones_own_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(folder.path());
    room_of(&journal, "amber-fox-42", 5).await;
    room_of(&journal, "quiet-owl-17", 3).await;
    journal.close().await.unwrap();
    // Records 6 to 8 are those of the second room. Each is whole in itself.
    exchange(&database(folder.path()), [3, 7]);
    let told = why(folder.path(), "amber-fox-42").await;
    assert!(told.contains("do not belong together"), "{told}");
}

#[tokio::test]
async fn the_chain_can_be_checked_after_old_records_were_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(folder.path());
    let mut version = room_of(&journal, "amber-fox-42", 70).await;
    let at_70 = Checkpoint { seq: Seq(70), state: "{}".to_owned() };
    journal.checkpoint(&code("amber-fox-42"), at_70).await.unwrap();
    for seq in 71..=72 {
        version = journal.append(append("amber-fox-42", version, seq)).await.unwrap();
    }
    let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
    assert_eq!((stored.records.len(), stored.version), (2, version));
    let records: u32 =
        database(folder.path()).query_row("SELECT count(*) FROM records", [], |row| row.get(0)).unwrap();
    assert!(records < 70, "compaction has deleted none of {records}");
    room_of(&journal, "quiet-owl-17", 1).await;
    journal.close().await.unwrap();
    let database = database(folder.path());
    // Its record 71 comes from another past: it follows other records than the checkpoint covers.
    let sums = "UPDATE checkpoints SET sums = CAST(zeroblob(8) || substr(sums, 9) AS BLOB) WHERE room = 'amber-fox-42'";
    assert_eq!(database.execute(sums, []).unwrap(), 1);
    let told = why(folder.path(), "amber-fox-42").await;
    assert!(told.contains("do not belong to its checkpoint"), "{told}");
    database.execute("UPDATE checkpoints SET state = '{ }'", []).unwrap();
    let told = why(folder.path(), "amber-fox-42").await;
    assert!(told.contains("checksum of its checkpoint"), "{told}");
}

/// Plays a game on a server in `folder`, which is then stopped.
async fn play(folder: &Path, room: Option<&RoomCode>, points: &str) -> RoomCode {
    let server = ServerProcess::in_folder(SERVER, folder).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = match room {
        Some(room) => room.clone(),
        None => person_room(&mut ann, &mut bo, Variant::GOMOKU15).await,
    };
    place_all(&mut ann, &mut bo, &code, points).await;
    server.signal("TERM").await;
    server.ended().await;
    code
}

/// Returns what a server tells that starts in `folder` and is then stopped.
async fn started(folder: &Path) -> Output {
    let server = ServerProcess::in_folder(SERVER, folder).await;
    server.signal("TERM").await;
    let ended = server.ended().await;
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    ended
}

#[tokio::test]
async fn an_older_copy_of_the_database_is_noticed_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), None, "h8 a1").await;
    let (file, copy) = (folder.path().join("tengen.db"), folder.path().join("copy"));
    fs::copy(&file, &copy).unwrap();
    assert!(!started(folder.path()).await.stderr.contains("the journal"), "nothing is wrong yet");
    play(folder.path(), None, "h8 a1 h9").await;
    fs::rename(&copy, &file).unwrap();
    let told = started(folder.path()).await.stderr;
    assert!(told.contains("the journal lacks its last") && told.contains("tengen.db-end"), "{told}");
    assert!(!started(folder.path()).await.stderr.contains("the journal lacks"), "it is told once");
}

#[tokio::test]
async fn a_log_without_its_last_records_is_noticed_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let room = play(folder.path(), None, "h8 a1 h9").await;
    let last = "DELETE FROM records WHERE id > (SELECT max(id) - 2 FROM records)";
    assert_eq!(database(folder.path()).execute(last, []).unwrap(), 2);
    let told = started(folder.path()).await.stderr;
    assert!(told.contains("the journal ends with record"), "{told}");
    let damage = "UPDATE records SET body = substr(body, 1, 9) WHERE room = ?1";
    assert!(database(folder.path()).execute(damage, [room.as_str()]).unwrap() > 0);
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    // The log is looked through in the background. Closing waits for that.
    server.signal("TERM").await;
    let told = server.ended().await.stderr;
    assert!(told.contains("the journal is damaged: record 1 of room"), "{told}");
}
