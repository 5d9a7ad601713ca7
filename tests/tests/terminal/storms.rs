//! A storm of terminal sizes, and a server that is killed.

use std::path::Path;

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use tengen_tests::{PATIENCE, ServerProcess, pty::Seen};

use crate::{SERVER, Table, served};

/// Returns the text and colours of each cell. A written blank equals an empty cell.
fn painted(seen: &Seen) -> Vec<String> {
    let cell = |row, col| {
        let cell = seen.terminal().cell(row, col).expect("a cell");
        match cell.contents().trim() {
            "" => format!("{:?}", cell.bgcolor()),
            text => format!("{text} {:?} {:?} {}", cell.fgcolor(), cell.bgcolor(), cell.bold()),
        }
    };
    let (rows, cols) = seen.terminal().size();
    (0..rows.get())
        .flat_map(|row| (0..cols.get()).map(move |col| (row, col)))
        .map(|(row, col)| cell(row, col))
        .collect()
}

#[test]
fn a_storm_of_sizes_leaves_the_board_and_the_position_as_they_were() {
    let (_server, addr, _folder, home) = served();
    let mut table = Table::quick(home.path(), &addr);
    table.play("14");
    // Presence may come later than the stones.
    table.players[0].wait_until("both to be here", |screen| screen.matches("• connected").count() == 2);
    let pty = table.players[0].pty();
    let before = pty.look(painted);
    let mut rng = SmallRng::seed_from_u64(5);
    let mut size = (80, 24);
    for round in 0..50 {
        let next = (rng.random_range(10..=200), rng.random_range(5..=60));
        let drawn = pty.look(|seen| seen.chunks.len());
        pty.resize(next.0, next.1).unwrap();
        // Most sizes come faster than the client draws; the test waits for a few of them.
        if round % 5 == 0 && next != size {
            pty.wait("draw", PATIENCE, |seen| (seen.chunks.len() > drawn).then_some(())).unwrap();
        }
        size = next;
    }
    pty.resize(80, 24).unwrap();
    let whole = pty.wait("the same screen", PATIENCE, |seen| (painted(seen) == before).then_some(()));
    whole.unwrap_or_else(|error| panic!("{error}"));
    table.see(&[]);
    table.play("253");
    table.see(&["3 in a row"]);
}

async fn serve(addr: &str, folder: &Path) -> ServerProcess {
    ServerProcess::start(SERVER, &["--bind", addr, "--data", folder.to_str().unwrap()], &[]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_after_the_server_was_killed() {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = serve("127.0.0.1:0", folder.path()).await;
    let addr = server.addr.to_string();
    let mut table = Table::quick(home.path(), &addr);
    table.play("14");
    server.kill().await;
    table.see(&["disconnected"]);
    let _server = serve(&addr, folder.path()).await;
    for term in &table.players {
        term.wait_until("the connection", |screen| !screen.contains("disconnected"));
    }
    table.play("253");
    table.see(&["3 in a row", "X Ann", "1 won 0 drawn"]);
}
