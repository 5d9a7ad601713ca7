//! A journal with changed bytes is read to its end: what is damaged is reported, and nothing panics.

#![no_main]

use std::{fs, io, path::Path, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use rusqlite::Connection;
use tempfile::TempDir;
use tengen_server::transfer::{self, Identity};

/// The most bytes to change. More would only make the file no database at all.
const CHANGES: usize = 16;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

/// The database of the newest layout, with rooms in play.
static DATABASE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let file = FOLDER.path().join("template.db");
    let connection = Connection::open(&file).expect("a database");
    connection.execute_batch(include_str!("../../tests/fixtures/layout-5.sql")).expect("the fixture");
    drop(connection);
    fs::read(file).expect("the database")
});

fn write(folder: &Path, database: &[u8]) {
    // The log of an earlier run is not part of this database.
    for old in ["tengen.db-wal", "tengen.db-shm"] {
        let _ = fs::remove_file(folder.join(old));
    }
    fs::write(folder.join("tengen.db"), database).expect("space for the database");
}

fuzz_target!(|bytes: &[u8]| {
    let mut database = DATABASE.clone();
    for change in bytes.chunks_exact(4).take(CHANGES) {
        let place = u32::from_le_bytes([change[0], change[1], change[2], 0]);
        let place = usize::try_from(place).expect("a small number") % database.len();
        database[place] ^= change[3];
    }
    write(FOLDER.path(), &database);
    // Both a result and an error are fine.
    let _ = transfer::export(FOLDER.path(), io::sink(), "nowhere", Identity::LeftOut);
});
