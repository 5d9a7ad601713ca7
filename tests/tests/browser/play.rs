//! People who play in browsers: from a link to the end of a game, on a phone, with keys only, and through a restart.

use tengen_shared::{protocol::Codec, rules::Variant};
use tengen_tests::{
    Http, Peer, ServerProcess, TestCluster, TestServer,
    browser::{Device, Driver, User},
    poll_until,
};

const SERVER: &str = env!("CARGO_BIN_EXE_server-under-test");

/// Opens the page at `path` under a name.
async fn arrive(driver: &Driver, device: Device, addr: std::net::SocketAddr, path: &str, name: &str) -> User {
    let user = driver.user(device).await;
    user.open(addr, path).await;
    user.type_into("Your name", name).await;
    user.click("Save").await;
    user
}

/// Ann makes a room. Returns her browser and the path for a friend.
async fn made(driver: &Driver, addr: std::net::SocketAddr) -> (User, String) {
    let ann = arrive(driver, Device::Desktop, addr, "/", "Ann").await;
    ann.click("New room").await;
    ann.click("Start").await;
    ann.sees("Send a friend this link").await;
    let path = ann.path().await;
    (ann, path)
}

#[tokio::test]
async fn a_desktop_and_a_phone_play_to_the_end() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let (ann, path) = made(&driver, server.addr).await;
    let bob = arrive(&driver, Device::Phone, server.addr, &path, "Bob").await;
    bob.sees("Ann's turn").await;
    // The whole board is on the phone, without scrolling sideways.
    let wide = bob.evaluate("return document.documentElement.scrollWidth <= innerWidth").await;
    assert_eq!(wide, true);
    for row in 1..=4 {
        ann.sees("Your turn").await;
        ann.point(&format!("a{row}")).await;
        bob.sees("Your turn").await;
        // The cells of the phone are below 24 pixels, so one tap only shows the stone.
        bob.point(&format!("c{row}")).await;
        bob.sees("tap again").await;
        bob.point(&format!("c{row}")).await;
        bob.sees_stone(&format!("c{row}, white")).await;
    }
    ann.sees("Your turn").await;
    ann.point("a5").await;
    ann.sees("You won: 5 in a row").await;
    bob.sees("You lost: Ann has 5 in a row").await;
    assert_eq!(ann.stones().await.len(), 9);
    // Back and forward.
    ann.back().await;
    ann.sees("New room").await;
    ann.close().await;
    bob.close().await;
}

#[tokio::test]
async fn keys_alone_place_stones_and_what_others_write_stays_text() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let (ann, path) = made(&driver, server.addr).await;
    let code = path.strip_prefix("/r/").unwrap().parse().unwrap();
    let mut mallory = Peer::connect(server.addr, "<img src=x>", Codec::Json).await;
    mallory.join(&code).await.unwrap();
    ann.sees("Your turn").await;
    ann.focus("h8").await;
    // Two to the right and one down, then the space bar.
    ann.keys("\u{e014}").await;
    ann.keys("\u{e014}").await;
    ann.keys("\u{e015}").await;
    ann.keys(" ").await;
    ann.sees_stone("j7, black").await;
    mallory.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    mallory.place(&code, "h8").await.unwrap();
    // A point that is typed, then Enter.
    ann.sees("Your turn").await;
    ann.keys("c").await;
    ann.keys("3").await;
    ann.keys("\u{e007}").await;
    ann.sees_stone("c3, black").await;
    mallory.say(&code, "<script>document.title='x'</script><b>bold</b>").await.unwrap();
    ann.click("Chat (1 new)").await;
    ann.sees("<b>bold</b>").await;
    ann.sees("<img src=x>").await;
    assert_eq!(ann.evaluate("return document.querySelectorAll('img, .lines b b').length").await, 0);
    ann.close().await;
}

#[tokio::test]
async fn a_text_that_is_begun_does_not_keep_the_page_from_going_on() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let (ann, path) = made(&driver, server.addr).await;
    ann.click("Chat").await;
    ann.type_into("Message", "a draft").await;
    // The field goes away while it has the keyboard and a text.
    ann.back().await;
    ann.sees("Start").await;
    assert_eq!(ann.path().await, "/new");
    ann.open(server.addr, &path).await;
    ann.sees("Waiting for a second player").await;
    ann.click("‹").await;
    ann.sees("Rooms").await;
    assert_eq!(
        ann.evaluate("return document.activeElement.id").await,
        "main",
        "the keyboard is in the screen"
    );
    ann.close().await;
}

#[tokio::test]
async fn a_killed_server_comes_back_and_the_game_goes_on() {
    let driver = Driver::start().await;
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let addr = server.addr;
    let (ann, path) = made(&driver, addr).await;
    let code = path.strip_prefix("/r/").unwrap().parse().unwrap();
    let mut bob = Peer::connect(addr, "Bob", Codec::Json).await;
    bob.join(&code).await.unwrap();
    ann.sees("Your turn").await;
    ann.point("h8").await;
    ann.sees_stone("h8, black").await;
    server.kill().await;
    ann.sees("The board may have changed").await;
    let bind = addr.to_string();
    let data = folder.path().to_str().unwrap();
    let server = ServerProcess::start(SERVER, &["--bind", &bind, "--data", data], &[]).await;
    let mut bob = bob.reconnect(server.addr).await;
    bob.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    bob.place(&code, "h9").await.unwrap();
    ann.sees_stone("h9, white").await;
    // A page that is loaded again has its seat and its key.
    ann.open(addr, &path).await;
    ann.sees("Your turn").await;
    ann.point("i9").await;
    ann.sees_stone("i9, black").await;
    ann.close().await;
    drop(server);
}

#[tokio::test]
async fn a_page_goes_on_at_another_node_when_its_own_one_has_gone() {
    let (driver, mut cluster) = (Driver::start().await, TestCluster::start(2).await);
    let [addr, other] = [0, 1].map(|node| cluster.nodes[node].addr);
    let named = format!(" ws://{other} ");
    poll_until("the other node", async || Http::get(addr, "/").await.head.contains(&named)).await;
    let (ann, path) = made(&driver, addr).await;
    let code = path.strip_prefix("/r/").unwrap().parse().unwrap();
    let mut bob = Peer::connect(other, "Bob", Codec::Json).await;
    bob.join(&code).await.unwrap();
    ann.sees("Your turn").await;
    cluster.nodes.remove(0).stopped().await;
    ann.point("h8").await;
    bob.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    bob.place(&code, "h9").await.unwrap();
    ann.sees_stone("h9, white").await;
    ann.sees("Your turn").await;
    ann.close().await;
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere_and_may_set_its_styles() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let (ann, _) = made(&driver, server.addr).await;
    let script = "return performance.getEntriesByType('resource').map(entry => new URL(entry.name).host)";
    let hosts: Vec<String> = serde_json::from_value(ann.evaluate(script).await).unwrap();
    assert!(hosts.len() >= 4 && hosts.iter().all(|host| *host == server.addr.to_string()), "{hosts:?}");
    // The board draws its lines only if the page may set styles.
    let rows = "return getComputedStyle(document.querySelector('.grid')).getPropertyValue('--rows')";
    assert_eq!(ann.evaluate(rows).await, Variant::GOMOKU15.height().to_string());
    ann.close().await;
}

#[tokio::test]
async fn a_question_with_a_countdown_stays_open() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let (ann, path) = made(&driver, server.addr).await;
    let code = path.strip_prefix("/r/").unwrap().parse().unwrap();
    let mut bob = Peer::connect(server.addr, "Bob", Codec::Json).await;
    bob.join(&code).await.unwrap();
    ann.sees("Your turn").await;
    ann.point("h8").await;
    bob.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    bob.place(&code, "h9").await.unwrap();
    ann.sees_stone("h9, white").await;
    drop(bob);
    ann.sees("disconnected").await;
    ann.click("More").await;
    let claim = "const claim = [...document.querySelectorAll('button')].find(one => one.innerText.startsWith('claim'));
                 claim?.click(); return !!claim";
    poll_until("the button", async || ann.evaluate(claim).await == true).await;
    let text = "return document.querySelector('dialog[open] p')?.innerText ?? ''";
    let first = ann.evaluate(text).await;
    assert!(first.as_str().unwrap().contains("Bob"), "{first}");
    for _ in 0..2 {
        let before = ann.evaluate(text).await;
        poll_until("the next second", async || ann.evaluate(text).await != before).await;
        assert_ne!(ann.evaluate(text).await, "", "the question is still open");
    }
    ann.close().await;
}
