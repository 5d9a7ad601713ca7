//! The page in real Firefox, driven through its WebDriver. These tests need the programs `firefox` or `firefox-esr`, and
//! `geckodriver`: `cargo test --workspace --features tengen-tests/browser --test firefox`.

#![allow(clippy::unwrap_used)]

use tengen_shared::protocol::Codec;
use tengen_tests::{
    Peer, ServerProcess,
    browser::{Device, Driver},
};

const SERVER: &str = env!("CARGO_BIN_EXE_server-under-test");

#[tokio::test]
async fn a_page_in_firefox_plays_and_comes_back_after_a_kill_of_the_server() {
    let driver = Driver::firefox().await;
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let addr = server.addr;
    let ann = driver.user(Device::Desktop).await;
    ann.open(addr, "/").await;
    ann.type_into("Your name", "Ann").await;
    ann.click("Save").await;
    ann.click("New room").await;
    ann.click("Start").await;
    ann.sees("Send a friend this link").await;
    let path = ann.path().await;
    let code = path.strip_prefix("/r/").unwrap().parse().unwrap();
    let mut bob = Peer::connect(addr, "Bob", Codec::Json).await;
    bob.join(&code).await.unwrap();
    for (column, stones) in [('a', 1), ('b', 3), ('c', 5)] {
        ann.sees("Your turn").await;
        ann.point(&format!("{column}1")).await;
        bob.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == stones)).await;
        bob.place(&code, &format!("{column}9")).await.unwrap();
        ann.sees_stone(&format!("{column}9, white")).await;
    }
    server.kill().await;
    ann.sees("The board may have changed").await;
    let (bind, data) = (addr.to_string(), folder.path().to_str().unwrap());
    let server = ServerProcess::start(SERVER, &["--bind", &bind, "--data", data], &[]).await;
    let mut bob = bob.reconnect(server.addr).await;
    for column in ['d', 'e'] {
        ann.sees("Your turn").await;
        ann.point(&format!("{column}1")).await;
        if column == 'd' {
            bob.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 7)).await;
            bob.place(&code, "d9").await.unwrap();
        }
    }
    ann.sees("You won: 5 in a row").await;
    ann.close().await;
    drop(server);
}
