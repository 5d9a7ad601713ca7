//! Import of an export into a data folder: all of it or nothing.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tengen_shared::protocol::{HexBytes, SecretKey};

use super::{
    FORMAT, TransferError, Transferred,
    lines::{Header, Line},
    place::{Import, Refusal},
};
use crate::{
    config::Durability,
    folder::DataFolder,
    journal::{ServerIdentity, players, schema},
};

/// The longest line accepted. A room's state is by far the longest, and stays far below it.
const LONGEST: u64 = 16 * 1024 * 1024;

/// Reads an export from `input` into the database in `folder`. Errors call `input` by `name`.
///
/// # Errors
/// Returns an error if the folder is in use, the export is incomplete, or something in it is already there. Nothing has
/// changed then.
pub fn import(folder: &Path, input: impl Read, name: &str) -> Result<Transferred, TransferError> {
    let mut lines = LinesIn::new(input, name);
    // Read the header before touching the folder: a file that is something else must not leave a new folder behind.
    let header = begin(&mut lines)?;
    let folder = DataFolder::open(folder)?;
    let (mut connection, _) = schema::open(&folder.database(), Durability::Power, None)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = read(&transaction, &mut lines, &header)?;
    transaction.commit()?;
    // A clean end leaves one file; a failure here loses nothing.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    Ok(done)
}

pub(super) struct LinesIn<'a, R> {
    input: BufReader<R>,
    name: &'a str,
    /// The number of the line that was read last.
    number: u64,
    text: Vec<u8>,
}

/// Reads the header.
pub(super) fn begin(lines: &mut LinesIn<'_, impl Read>) -> Result<Header, TransferError> {
    let header = match lines.next()? {
        Some(Line::Export(header)) => header,
        Some(_) => return Err(lines.wrong("this is not an export: the header is missing".to_owned())),
        None => return Err(lines.wrong("this is not an export: the file is empty".to_owned())),
    };
    if header.format > FORMAT {
        let found = header.format;
        let why = format!(
            "its format is {found}, and this program knows up to {FORMAT}: use a newer tengen-server"
        );
        return Err(lines.wrong(why));
    }
    Ok(header)
}

impl<'a, R: Read> LinesIn<'a, R> {
    /// Reads lines from `input`. Errors call it by `name`.
    pub(super) fn new(input: R, name: &'a str) -> Self {
        Self { input: BufReader::new(input), name, number: 0, text: Vec::new() }
    }

    /// Returns the next line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Line>, TransferError> {
        self.text.clear();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut self.text);
        let length = read.map_err(|source| TransferError::Read { file: self.name.to_owned(), source })?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.text.last() != Some(&b'\n') {
            let why = if length as u64 == LONGEST {
                "the line is too long"
            } else {
                "the line is cut off: the file ends in it"
            };
            return Err(self.wrong(why.to_owned()));
        }
        let text = std::str::from_utf8(&self.text).map_err(|_| self.wrong("it is not text".to_owned()))?;
        Line::read(text).map(Some).map_err(|why| self.wrong(why))
    }

    fn wrong(&self, why: String) -> TransferError {
        TransferError::Line { file: self.name.to_owned(), line: self.number.max(1), why }
    }

    fn refused(&self, refusal: Refusal) -> TransferError {
        match refusal {
            Refusal::Line(why) => self.wrong(why),
            Refusal::Database(error) => TransferError::Database(error),
        }
    }
}

fn read<R: Read>(
    connection: &Transaction<'_>,
    lines: &mut LinesIn<'_, R>,
    header: &Header,
) -> Result<Transferred, TransferError> {
    let fresh = is_empty(connection)?;
    let mut import = Import::new(connection, if fresh { header.last_player } else { 0 });
    loop {
        let before = lines.number;
        let Some(line) = lines.next()? else {
            return Err(lines.wrong("the file is cut off after this line".to_owned()));
        };
        let ends = matches!(line, Line::End(_));
        import.take(line, before).map_err(|refusal| lines.refused(refusal))?;
        if ends {
            break;
        }
    }
    if lines.next()?.is_some() {
        return Err(lines.wrong("there is more after the end".to_owned()));
    }
    players::reserve(connection, header.last_player)?;
    if fresh {
        // Clients recognize the server by it, and so the rooms that they have seen there.
        let own = schema::identity(connection)?.key;
        let key = header.secret.map_or(own, |HexBytes(bytes)| SecretKey::from_bytes(bytes));
        import.done.about_key = Some(match header.secret {
            Some(_) => "the server's key was imported too: do not run both servers at once",
            None => "the server has a new key, and clients say so: people join their rooms again by the code",
        });
        schema::set_identity(connection, &ServerIdentity { id: header.server, key })?;
    }
    Ok(import.done)
}

/// Returns whether nobody has ever used the database.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let used = "SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM rooms)
        OR EXISTS (SELECT 1 FROM games)";
    connection.query_row(used, [], |row| row.get(0)).map(|used: bool| !used)
}
