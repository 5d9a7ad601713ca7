//! Changes of the settings between two games.

use tengen_shared::{
    game::{Access, Command, SeatPlan, Settings},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, TestServer, settings};

#[tokio::test]
async fn a_host_who_has_left_gets_the_same_answer_to_a_repeated_change() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    let unlisted = Settings { access: Access::Unlisted, ..settings(Variant::TICTACTOE) };
    let at = ann.room(&code).at();
    let change = ann.frame(Some(&code), Command::Change { settings: unlisted, passphrase: None, at });
    let first = ann.repeat(&change).await.unwrap();
    ann.ask(Some(&code), Command::Leave {}).await.unwrap();
    ann.forget(&code);
    let again = ann.repeat(&change).await.unwrap();
    assert_eq!((again.seq, again.events), (first.seq, first.events));
}
