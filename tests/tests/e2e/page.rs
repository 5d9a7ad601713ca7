//! The page for browsers, without a browser: what it shows, and what its buttons do.

use tengen_shared::{
    game::{Access, SeatPlan, Settings},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Page, Peer, TestServer, settings};
use tengen_web::route::Route;

/// Ann makes a room on the page. Returns her page and the link for a friend.
async fn made(server: &TestServer) -> (Page, String) {
    let mut ann = Page::open(server.addr, "/", None);
    ann.type_into("Your name", "Ann").await;
    ann.click("Save").await;
    ann.click("New room").await;
    assert_eq!(ann.history.last(), Some(&Route::New));
    ann.click("Start").await;
    ann.sees("Send a friend this link").await;
    ann.click("Copy the link").await;
    let link = ann.copied.clone().unwrap();
    let path = link.strip_prefix(&format!("http://{}", server.addr)).unwrap().to_owned();
    assert_eq!(ann.history.last().map(Route::path), Some(path.clone()));
    (ann, path)
}

#[tokio::test]
async fn two_people_play_from_a_link_to_the_end_and_again() {
    let server = TestServer::memory().await;
    let (mut ann, path) = made(&server).await;
    let mut bob = Page::open(server.addr, &path, None);
    bob.type_into("Your name", "Bob").await;
    bob.click("Save").await;
    bob.sees("Ann's turn").await;
    for row in 1..=4 {
        ann.place(&format!("a{row}")).await;
        bob.place(&format!("c{row}")).await;
    }
    ann.place("a5").await;
    ann.sees("You won: 5 in a row").await;
    bob.sees("You lost: Ann has 5 in a row").await;
    assert_eq!(ann.stones(), bob.stones());
    assert!(ann.stones().contains(&"a5, black".to_owned()));
    ann.sees("1w 0d").await;
    ann.click("ready for the next game").await;
    bob.click("ready for the next game").await;
    bob.place("h8").await;
    ann.sees("Your turn").await;
}

#[tokio::test]
async fn the_page_and_a_program_play_and_talk_in_one_room() {
    let server = TestServer::memory().await;
    let (mut ann, path) = made(&server).await;
    let mut bob = Peer::connect(server.addr, "Bob", Codec::Json).await;
    let code = path.strip_prefix("/r/").unwrap().parse().unwrap();
    bob.join(&code).await.unwrap();
    ann.place("h8").await;
    bob.wait_room(&code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    bob.place(&code, "h9").await.unwrap();
    bob.say(&code, "<b>hello</b>").await.unwrap();
    ann.sees("Chat (1 new)").await;
    ann.click("Chat (1 new)").await;
    ann.sees("Bob: <b>hello</b>").await;
    ann.type_into("Message", "hi").await;
    ann.click("Send").await;
    ann.sees("Ann: hi").await;
    ann.click("Mute").await;
    ann.click("[heard] Bob").await;
    assert!(!ann.tree().inner_text().contains("<b>hello"), "what a muted player has said is hidden");
    ann.click("[muted] Bob").await;
    ann.sees("Bob: <b>hello</b>").await;
    ann.click("More").await;
    ann.click("resign").await;
    ann.click("Yes").await;
    ann.sees("You resigned").await;
}

#[tokio::test]
async fn a_full_room_is_watched_and_a_passphrase_is_asked_for() {
    let server = TestServer::memory().await;
    let mut host = Peer::connect(server.addr, "Hana", Codec::Json).await;
    let secret = Settings { access: Access::Passphrase, ..settings(Variant::TICTACTOE) };
    let code = host.locked_table(secret, "correct horse").await;
    let mut guest = Page::open(server.addr, &format!("/r/{code}"), Some("Guest"));
    guest.sees("Passphrase of room").await;
    guest.type_into("Passphrase", "wrong horse").await;
    guest.click("Join").await;
    guest.sees("This is not the passphrase").await;
    guest.type_into("Passphrase", "correct horse").await;
    guest.click("Join").await;
    guest.sees("Hana's turn").await;
    let open = host
        .create(
            settings(Variant::TICTACTOE),
            [SeatPlan::Me {}, SeatPlan::Guest { name: "Two".parse().unwrap() }],
        )
        .await;
    let mut third = Page::open(server.addr, &format!("/r/{open}"), Some("Third"));
    third.sees("Hana's turn").await;
    third.activate("b2").await;
    third.sees("you are watching").await;
    let mut nowhere = Page::open(server.addr, "/r/none-such-99", Some("Nora"));
    nowhere.sees("none-such-99").await;
    nowhere.sees("there is no room").await;
    nowhere.click("Tengen").await;
    nowhere.sees("New room").await;
}

#[tokio::test]
async fn a_name_that_the_server_refuses_is_asked_for_again() {
    let server = TestServer::memory().await;
    let mut page = Page::open(server.addr, "/", Some("Host"));
    page.sees("this name is one of the program's own").await;
    page.type_into("Your name", "Hana").await;
    page.click("Save").await;
    page.sees("You are Hana").await;
    page.click("Play the AI").await;
    page.place("h8").await;
    page.sees("Your turn").await;
}

#[tokio::test]
async fn a_finished_game_is_listed_and_stepped_through_and_other_moves_are_tried() {
    let server = TestServer::memory().await;
    let mut ann = Page::open(server.addr, "/", Some("Ann"));
    ann.type_into("Board", "tictactoe").await;
    ann.click("Play the AI").await;
    ann.place("b2").await;
    ann.sees("Your turn").await;
    ann.click("More").await;
    ann.click("resign").await;
    ann.click("Yes").await;
    ann.sees("You resigned").await;
    ann.click("Tengen").await;
    ann.click("My games").await;
    ann.sees("2 moves").await;
    ann.click("Show").await;
    ann.sees("Move 2 of 2").await;
    let at_the_end = ann.stones();
    assert_eq!(at_the_end.len(), 2);
    ann.click("to the beginning").await;
    ann.sees("Before the first of 2 moves").await;
    ann.activate("a1").await;
    ann.sees("Variation at move 1").await;
    assert_eq!(ann.stones(), ["a1, X"]);
    ann.click("Back to the game").await;
    ann.click("to the end").await;
    assert_eq!(ann.stones(), at_the_end);
    let path = ann.history.last().unwrap().path();
    let mut stranger = Page::open(server.addr, &path, Some("Sue"));
    stranger.sees("Move 2 of 2").await;
    let mut nowhere = Page::open(server.addr, "/game/999", Some("Nora"));
    nowhere.sees("game 999 does not exist").await;
}

#[tokio::test]
async fn a_board_and_a_clock_of_ones_own_are_played_and_bad_ones_are_explained() {
    let server = TestServer::memory().await;
    let mut ann = Page::open(server.addr, "/new", Some("Ann"));
    ann.click("you and the AI").await;
    ann.type_into("Board", "own").await;
    ann.type_into("Columns", "2").await;
    ann.sees("2x15").await;
    for (field, number) in [("Columns", "6"), ("Rows", "5"), ("In a row", "4")] {
        ann.type_into(field, number).await;
    }
    ann.type_into("Custom clock", "soon").await;
    ann.click("Start").await;
    ann.sees("this is not a clock").await;
    ann.type_into("Custom clock", "7+1").await;
    ann.click("Start").await;
    ann.sees("6x5k4").await;
    ann.sees("7:00").await;
    ann.place("c3").await;
}

#[tokio::test]
async fn settings_change_between_games_alone_or_with_consent() {
    let server = TestServer::memory().await;
    let mut ann = Page::open(server.addr, "/", Some("Ann"));
    ann.click("Play the AI").await;
    ann.sees("Your turn").await;
    ann.click("More").await;
    ann.click("resign").await;
    ann.click("Yes").await;
    ann.sees("You resigned").await;
    ann.click("More").await;
    ann.click("change the settings").await;
    ann.type_into("Board", "tictactoe").await;
    ann.click("Save").await;
    ann.sees("Tic-tac-toe").await;

    let (mut cy, path) = made(&server).await;
    let mut bob = Page::open(server.addr, &path, Some("Bob"));
    bob.sees("Ann's turn").await;
    cy.sees("Your turn").await;
    bob.click("More").await;
    bob.click("resign").await;
    bob.click("Yes").await;
    bob.sees("You resigned").await;
    bob.click("More").await;
    bob.click("ask to change the settings").await;
    bob.click("Clock: next value").await;
    bob.click("Ask the other player").await;
    cy.sees("Bob wants to change: clock none").await;
    cy.click("accept Bob's request").await;
    bob.sees("Ann accepted").await;
    bob.click("ready for the next game").await;
    cy.click("ready for the next game").await;
    bob.sees("Your turn").await;
}

#[tokio::test]
async fn an_ai_plays_swap2_and_the_colour_is_chosen_with_a_button() {
    let server = TestServer::memory().await;
    let mut ann = Page::open(server.addr, "/new", Some("Ann"));
    ann.click("you and the AI").await;
    ann.click("the AI").await;
    // From free over pro, long pro and swap.
    for _ in 0..4 {
        ann.click("Opening: next value").await;
    }
    ann.sees("Swap2: like swap").await;
    ann.click("Start").await;
    ann.sees("Choose your colour").await;
    assert_eq!(ann.stones().len(), 3);
    ann.click("play white").await;
    ann.place("a1").await;
}

/// A page whose server is gone.
async fn without_server(path: &str) -> Page {
    let server = TestServer::memory().await;
    let addr = server.addr;
    drop(server);
    Page::open(addr, path, None)
}

#[tokio::test]
async fn a_game_on_this_device_needs_no_server_and_no_name() {
    let mut ann = without_server("/").await;
    ann.click("Play on this device").await;
    assert_eq!(ann.history.last(), Some(&Route::Alone));
    ann.type_into("Board", "tictactoe").await;
    ann.type_into("AI level", "hard").await;
    ann.click("Start").await;
    ann.place("b2").await;
    ann.sees("Your turn").await;
    assert_eq!(ann.stones().len(), 2, "the AI has answered");
    assert!(ann.model.has_unstored_game(), "the browser asks before it closes the page");
    ann.click("More").await;
    ann.click("ask for a hint").await;
    ann.sees("Hint").await;
    ann.click("More").await;
    ann.click("take back b2 and c1").await;
    ann.sees("Your turn").await;
    assert_eq!(ann.stones(), Vec::<String>::new());
    // The address leads back to the game.
    ann.click("Tengen").await;
    ann.click("Back to your game on this device").await;
    ann.sees("Your turn").await;
    ann.click("More").await;
    ann.click("leave the room").await;
    ann.click("Leave").await;
    ann.click("Play on this device").await;
    ann.sees("Start").await;
}

#[tokio::test]
async fn two_people_play_at_one_device_without_a_server() {
    let mut ann = without_server("/alone").await;
    ann.type_into("Board", "tictactoe").await;
    ann.click("you and a friend here").await;
    ann.type_into("Friend's name", "Bob").await;
    ann.click("Start").await;
    for (point, who) in [("a3", "Player"), ("a2", "Bob"), ("b3", "Player"), ("b2", "Bob"), ("c3", "Player")] {
        ann.sees(&format!("{who}'s turn")).await;
        ann.activate(point).await;
    }
    ann.sees("3 in a row").await;
    assert_eq!(ann.stones().len(), 5);
}

#[tokio::test]
async fn the_analysis_board_finds_a_win_and_where_a_game_turned() {
    let mut ann = without_server("/board").await;
    ann.type_into("Moves", "h8 g7 h9 g8 h10 g9 a1").await;
    ann.click("Show").await;
    ann.click("Analyse").await;
    // Both have an open three, and Black plays elsewhere.
    ann.sees("move 7, a1: missed a forced win in 2").await;
    ann.click("to the beginning").await;
    ann.click("one move on").await;
    ann.sees("black ").await;
    ann.type_into("Moves", "h8 z9").await;
    ann.click("Show").await;
    ann.sees("z9").await;
}
