//! The link that brings a friend into a room, and its QR code.

use crossterm::event::KeyCode;
use tengen_client::{
    msg::Msg,
    screen::room::{Invitation, Reach},
    theme::{Charset, Depth, Theme},
};
use tengen_session::link::Address;
use tengen_shared::rules::Variant;

use crate::screens::middle_game;

#[test]
fn pictures() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("L");
    insta::assert_snapshot!("invitation_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 44, height: 40 });
    insta::assert_snapshot!("invitation_44x40", bench.screen());
    bench.msg(Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("invitation_40x16", bench.screen());
    bench.msg(Msg::Resize { width: 80, height: 24 });
    for plain in [
        Theme { depth: Depth::None, ..bench.model.theme },
        Theme { charset: Charset::Ascii, ..bench.model.theme },
    ] {
        bench.key(KeyCode::Esc);
        assert!(bench.model.overlay.is_none());
        bench.model.theme = plain;
        bench.keys("L");
        bench.shows("A QR code needs colours");
    }
}

#[test]
fn a_link_leads_to_the_server_also_from_another_machine() {
    let link = |server: &str, here: Option<&str>| {
        let server: Address = server.parse().unwrap();
        let here = here.map(|ip| ip.parse().unwrap());
        let Invitation { link, reach, code, .. } =
            Invitation::new(&server, here, &"amber-fox-42".parse().unwrap()).drawn();
        (link, reach, !code.is_empty())
    };
    let at = |host: &str| format!("http://{host}/r/amber-fox-42");
    let lan = Some("192.168.1.20");
    assert_eq!(link("10.0.0.7:6000", lan), (at("10.0.0.7:6000"), Reach::Chosen, true));
    assert_eq!(link("tengen.example", None), (at("tengen.example:5151"), Reach::Chosen, true));
    for here in ["127.0.0.1:6000", "[::1]:6000", "localhost:6000", "0.0.0.0:6000"] {
        assert_eq!(link(here, lan), (at("192.168.1.20:6000"), Reach::Network, true), "{here}");
        assert_eq!(link(here, None), (at(here), Reach::Here, false));
    }
}
