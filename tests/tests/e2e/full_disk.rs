//! A full or read-only disk: the server refuses what it cannot store, everything else goes on, and nothing is lost.

use std::{net::SocketAddr, path::Path, sync::Arc};

use rusqlite::Connection;
use tengen_server::{
    Config,
    config::{Data, Durability, Limits},
    journal::{Append, Archive as _, EventLog as _, FinishedGame, JournalError, SqliteJournal, Version},
    metrics::Metrics,
};
use tengen_shared::{
    game::{Command, PerSeat, PlayerId, RejectCode, Room, RoomCode, Seat, SeatPlan},
    protocol::{Cmd, Codec, Frame, Request, ServerMessage},
    rules::Variant,
};
use tengen_tests::{
    Http, Peer, ServerProcess, TestServer, person_room, place_all, poll_until, run_to_end, settings,
    test_config, within,
};

use super::journal::{append, code, room_of};
use crate::SERVER;

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("tengen.db")).unwrap()
}

fn rows(folder: &Path, room: &RoomCode) -> u32 {
    let count = "SELECT count(*) FROM records WHERE room = ?1";
    database(folder).query_row(count, [room.as_str()], |row| row.get(0)).unwrap()
}

/// Creates a database with half a megabyte that can be deleted later, and returns its size in pages.
async fn with_ballast(folder: &Path) -> u32 {
    TestServer::in_folder(folder).await.stopped().await;
    let database = database(folder);
    database
        .execute_batch("CREATE TABLE ballast (b); INSERT INTO ballast VALUES (zeroblob(524288))")
        .unwrap();
    database.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap()
}

fn make_space(folder: &Path) {
    database(folder).execute("DELETE FROM ballast", []).unwrap();
}

fn config(folder: &Path, pages: u32) -> Config {
    let mut config = Config { data: Data::Folder(folder.to_owned()), ..test_config() };
    config.limits.journal_max_pages = Some(pages);
    config
}

/// Two players who stand up and sit down in turn, in a room without a game, so that every command adds a record.
struct Restless {
    ann: Peer,
    bo: Peer,
    room: RoomCode,
}

impl Restless {
    async fn enter(addr: SocketAddr) -> Self {
        let mut ann = Peer::connect(addr, "Ann", Codec::Json).await;
        let mut bo = Peer::connect(addr, "Bo", Codec::Bincode).await;
        let room = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
        bo.watch(&room).await.unwrap();
        Self { ann, bo, room }
    }

    /// Returns the next command that changes something.
    fn next(&mut self) -> Frame {
        let sits = self.ann.room(&self.room).seats().of_person(self.ann.player).is_some();
        let cmd = if sits {
            Cmd::Room(Command::Stand { seat: Seat::One })
        } else {
            Cmd::Room(Command::Sit { seat: Seat::One, guest: None })
        };
        self.ann.frame(Some(&self.room), cmd)
    }

    /// Sends commands until the disk is full, and returns the refused one.
    async fn until_refused(&mut self) -> Frame {
        within("the disk to be full", async {
            loop {
                let frame = self.next();
                if let Err(refused) = self.ann.repeat(&frame).await {
                    assert_eq!(refused.code, RejectCode::Storage, "{refused:?}");
                    assert!(refused.text.as_str().contains("free some space"), "{}", refused.text);
                    return frame;
                }
            }
        })
        .await
    }

    /// Checks that a refused command has changed nothing for any viewer.
    async fn nothing_has_changed(&mut self) {
        let seen = self.ann.room(&self.room).clone();
        let last = seen.seq();
        for peer in [&mut self.ann, &mut self.bo] {
            // All earlier messages come before the answer.
            peer.ask(Some(&self.room), Request::Snapshot {}).await.unwrap();
            let late = peer.unread().iter().find(|message| match message {
                ServerMessage::Events { events, .. } => events.iter().any(|event| event.seq > last),
                _ => false,
            });
            assert!(late.is_none(), "{late:?}");
            assert_eq!(peer.room(&self.room), &seen);
        }
    }

    /// Sends a refused command again, twice. It is carried out once, and both players see it.
    async fn repeat_is_carried_out_once(&mut self, frame: &Frame) {
        let before = self.ann.room(&self.room).seq();
        let done = self.ann.repeat(frame).await.unwrap();
        assert_eq!(done.seq, before.next(), "numbered as if nothing had been");
        assert_eq!(self.ann.repeat(frame).await.unwrap(), done);
        self.bo.wait_room(&self.room, "what was done", |room| room.seq() == done.seq).await;
        assert_eq!(self.bo.room(&self.room), self.ann.room(&self.room));
    }

    async fn back(self, addr: SocketAddr) -> Self {
        Self { ann: self.ann.reconnect(addr).await, bo: self.bo.reconnect(addr).await, room: self.room }
    }
}

#[tokio::test]
async fn a_full_database_refuses_recovers_by_itself_and_has_lost_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pages = with_ballast(folder.path()).await;
    let server = TestServer::start(config(folder.path(), pages + 10)).await;
    let mut two = Restless::enter(server.addr).await;
    let refused = two.until_refused().await;
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 503);
    two.nothing_has_changed().await;
    assert_eq!(two.ann.repeat(&refused).await.unwrap_err().code, RejectCode::Storage, "still full");
    let create = Cmd::Request(Request::Create {
        settings: settings(Variant::TICTACTOE),
        seats: PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]),
        passphrase: None,
    });
    let create = two.ann.frame(None, create);
    // A room needs more than the last free bytes of a page.
    let unmade = two.ann.repeat(&create).await.unwrap_err();
    assert_eq!(unmade.code, RejectCode::Storage);
    // A new attempt does not make the journal look healthy, because it needs space too.
    let failures = Http::metric(server.addr, "tengen_journal_failures_total").await;
    assert!(failures >= 3.0, "{failures}");
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 503);

    make_space(folder.path());
    // Nobody writes now: the server finds out by itself that the journal works again.
    Http::wait_until_ready(server.addr).await;
    two.repeat_is_carried_out_once(&refused).await;
    let made = two.ann.repeat(&create).await.unwrap();
    assert_eq!(two.ann.repeat(&create).await.unwrap().room, made.room);
    for _ in 0..50 {
        let frame = two.next();
        two.ann.repeat(&frame).await.unwrap();
    }
    let seen = two.ann.room(&two.room).clone();
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut two = two.back(server.addr).await;
    two.bo.ask(Some(&two.room), Request::Snapshot {}).await.unwrap();
    assert_eq!((two.ann.room(&two.room), two.bo.room(&two.room)), (&seen, &seen));
    let frame = two.next();
    two.ann.repeat(&frame).await.unwrap();
}

#[tokio::test]
async fn a_server_that_tries_in_vain_stays_unready() {
    let folder = tempfile::tempdir().unwrap();
    let pages = with_ballast(folder.path()).await;
    let server = TestServer::start(config(folder.path(), pages + 4)).await;
    let mut two = Restless::enter(server.addr).await;
    two.until_refused().await;
    let failures = "tengen_journal_failures_total";
    let before = Http::metric(server.addr, failures).await;
    // Nobody writes, so these are the server's own attempts.
    poll_until("two more tries", async || Http::metric(server.addr, failures).await >= before + 2.0).await;
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 503);
}

#[tokio::test]
async fn when_only_checkpoints_fail_games_go_on_and_the_next_one_tidies_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON checkpoints
        BEGIN SELECT RAISE(ABORT, 'no space for a checkpoint'); END";
    database(folder.path()).execute_batch(refuse).unwrap();
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let room = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    for points in ["b2 a1 b1 a2 b3", "a1 b2 a2 b1 a3"] {
        place_all(&mut ann, &mut bo, &room, points).await;
        ann.ready(&room).await.unwrap();
        bo.ready(&room).await.unwrap();
        ann.wait_room(&room, "the next game", Room::is_playing).await;
    }
    place_all(&mut ann, &mut bo, &room, "b2").await;
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 200, "moves are written down");
    assert!(Http::metric(server.addr, "tengen_journal_failures_total").await >= 2.0);
    server.stopped().await;

    let server = TestServer::in_folder(folder.path()).await;
    let seen = ann.room(&room).clone();
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    ann.join(&room).await.unwrap();
    bo.join(&room).await.unwrap();
    assert_eq!(ann.room(&room), &seen, "from its records alone");
    assert_eq!(rows(folder.path(), &room), 2 + 2 * (5 + 2) + 1);
    database(folder.path()).execute_batch("DROP TRIGGER refuse").unwrap();
    place_all(&mut ann, &mut bo, &room, "a1 b1 a2 b3").await;
    // The next command comes after the checkpoint.
    ann.ask(Some(&room), Request::Snapshot {}).await.unwrap();
    assert_eq!(rows(folder.path(), &room), 1);
    assert_eq!(ann.score(&room).iter().sum::<u32>(), 3);
}

const SMALL: usize = 100;

#[tokio::test]
async fn of_a_group_of_records_only_the_one_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pages = with_ballast(folder.path()).await;
    let limits = Limits { journal_max_pages: Some(pages + 60), journal_batch: 16, ..Limits::default() };
    let metrics = Arc::new(Metrics::new());
    let file = folder.path().join("tengen.db");
    let journal = SqliteJournal::open(&file, Durability::Process, &limits, metrics.clone()).unwrap();
    let ends = room_of(&journal, "amber-fox-42", 3).await;

    // They come faster than the journal can commit them one by one.
    let small = |number: usize| journal.append(append(&format!("small-{number}"), Version::NEW, 1));
    let body = "x".repeat(400_000);
    let game = FinishedGame { number: 1, players: vec![PlayerId(1)], ended: 5, listed: true, body };
    let large = Append { finished: vec![game.clone()], ..append("amber-fox-42", ends, 4) };
    let before = metrics.journal_commits.get();
    let mut group: Vec<_> = (0..SMALL / 2).map(small).collect();
    let refused = journal.append(large.clone());
    group.extend((SMALL / 2..SMALL).map(small));
    for done in futures_util::future::join_all(group).await {
        done.unwrap();
    }
    assert!(matches!(refused.await, Err(JournalError::Storage(_))));
    let commits = metrics.journal_commits.get() - before;
    assert!(commits < SMALL as u64, "they came in groups: {commits}");
    assert_eq!(metrics.journal_failures.get(), 2, "the group, and the large one alone");
    assert_eq!(journal.load(&code("amber-fox-42")).await.unwrap().unwrap().version, ends);
    assert_eq!(journal.games_of_room(&code("amber-fox-42"), None, 9).await.unwrap(), []);
    for number in 0..SMALL {
        let stored = journal.load(&code(&format!("small-{number}"))).await.unwrap().unwrap();
        assert_eq!(stored.records.len(), 1, "small-{number}");
    }
    make_space(folder.path());
    journal.append(large).await.unwrap();
    assert_eq!(journal.games_of_room(&code("amber-fox-42"), None, 9).await.unwrap()[0].body, game.body);
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_may_only_be_read_is_told_with_advice_at_the_start() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    TestServer::in_folder(folder.path()).await.stopped().await;
    let file = folder.path().join("tengen.db");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o444)).unwrap();
    let before = std::fs::read(&file).unwrap();
    let args = ["--bind", "127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let may_all_the_same = std::fs::OpenOptions::new().append(true).open(&file).is_ok();
    let output = if may_all_the_same {
        // The superuser may write everything, unless that capability is dropped.
        let weaker = [&["--bounding-set=-dac_override", SERVER][..], &args[..]].concat();
        run_to_end("setpriv", &weaker, &[]).await
    } else {
        run_to_end(SERVER, &args, &[]).await
    };
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""), "{}", output.stderr);
    let told = output.stderr.lines().find(|line| line.starts_with("error: ")).unwrap();
    assert!(told.contains("tengen.db cannot be written") && told.contains("--data"), "{told}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

/// Limits the size of files that the process may write, in bytes; `None` removes the limit.
#[cfg(target_os = "linux")]
async fn limit_files(process: u32, bytes: Option<u64>) {
    let soft = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    let args = ["--pid", &process.to_string(), &format!("--fsize={soft}:unlimited")];
    let output = run_to_end("prlimit", &args, &[]).await;
    assert_eq!(output.code, Some(0), "{}", output.stderr);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_log_that_cannot_grow_refuses_recovers_and_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    // A write beyond the limit fails as on a full disk, if the process ignores its signal.
    let args = ["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", SERVER, "--bind", "127.0.0.1:0", "--data"];
    let args = [&args[..], &[folder.path().to_str().unwrap()]].concat();
    let server = ServerProcess::start("sh", &args, &[]).await;
    let mut two = Restless::enter(server.addr).await;
    let log = std::fs::metadata(folder.path().join("tengen.db-wal")).unwrap().len();
    limit_files(server.id(), Some(log + 50_000)).await;
    let refused = two.until_refused().await;
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 503);
    two.nothing_has_changed().await;
    limit_files(server.id(), None).await;
    Http::wait_until_ready(server.addr).await;
    two.repeat_is_carried_out_once(&refused).await;
    let seen = two.ann.room(&two.room).clone();
    server.kill().await;
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut two = two.back(server.addr).await;
    two.bo.ask(Some(&two.room), Request::Snapshot {}).await.unwrap();
    assert_eq!((two.ann.room(&two.room), two.bo.room(&two.room)), (&seen, &seen));
    // The repeated command is still the same command.
    two.ann.repeat(&refused).await.unwrap();
    assert_eq!(two.ann.room(&two.room), &seen);
}
