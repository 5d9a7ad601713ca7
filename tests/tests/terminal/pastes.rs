//! Pastes of garbage: they never quit, never place a stone, and never come back as control sequences.

use tengen_tests::{PATIENCE, pty::Seen, term::Term};

use crate::{Table, served, tengen};

/// Returns ten thousand bytes: keys that quit, agree and place stones, control characters, escape sequences,
/// invalid UTF-8, and words to look for.
fn garbage() -> Vec<u8> {
    let mut bytes = b"qy\rq\rY\n159\t\x03\x04\x1a\x7f\x08\x00".to_vec();
    bytes.extend(b"\x1b[31337m\x1b]0;planted\x07\x1b[2J\x1b[?1049l\x1bP1$r\x1b\\\x1b[A\x1b[<0;41;13M\x1b[<0;41;13m\x1bOP");
    bytes.extend("\u{9b}31337m\u{202e}\u{2066}\u{200b}棋●e\u{301}".bytes());
    bytes.extend([0xff, 0xfe, 0xc3]);
    let mut all: Vec<u8> = bytes.iter().copied().cycle().take(10_000).collect();
    all.extend(b"\xc3 end");
    all
}

/// Pastes as a terminal does for a program with bracketed paste.
fn paste(term: &Term, bytes: &[u8]) {
    let asked = term.pty().wait("a wish for brackets round pastes", PATIENCE, |seen| {
        seen.terminal().bracketed_paste().then_some(())
    });
    asked.unwrap_or_else(|error| panic!("{error}"));
    term.pty().send(&[b"\x1b[200~", bytes, b"\x1b[201~"].concat()).unwrap();
}

/// The client's message about pasted text that it ignores. It stays on the screen for ten seconds.
const NOTICE: &str = "Text cannot be pasted here";

/// Whether the client says that it ignores pasted text, and the screen is otherwise unchanged.
fn is_as_before(before: &str, now: &str) -> bool {
    let same = |(before, now): (&str, &str)| {
        before.trim_end() == now.trim_end() || before.contains(NOTICE) || now.contains(NOTICE)
    };
    now.contains(NOTICE)
        && before.lines().count() == now.lines().count()
        && before.lines().zip(now.lines()).all(same)
}

/// Pastes garbage. Afterwards, help must still open and close, and the screen must be unchanged.
fn shrugs_off(term: &Term, screen: &str) {
    let before = term.screen();
    paste(term, &garbage());
    term.type_keys("?");
    term.wait_until(&format!("help on {screen}"), |screen| screen.contains("Esc closes"));
    term.type_keys("\x1b");
    term.wait_until(&format!("{screen} as it was:\n{before}"), |now| is_as_before(&before, now));
    clean(term);
}

/// Checks that no garbage has come back as a control sequence.
fn clean(term: &Term) {
    let bytes = term.pty().look(Seen::bytes);
    let planted: [&[u8]; 5] =
        [b"\x1b[31337m", b"\x1b]0;planted", b"\x1bP1$r", "\u{9b}".as_bytes(), "\u{202e}".as_bytes()];
    for planted in planted {
        let found = bytes.windows(planted.len()).any(|window| window == planted);
        assert!(!found, "{:?} has come through to the terminal", String::from_utf8_lossy(planted));
    }
    assert!(term.is_taken_over(), "the screen has been left:\n{}", term.screen());
}

#[test]
fn garbage_pasted_on_any_screen_does_nothing() {
    let (_server, addr, _folder, home) = served();
    let menu = tengen(home.path(), &["local", "--name", "Mo"]);
    menu.wait_for(&["Welcome, Mo.", "? help"]);
    shrugs_off(&menu, "the menu");
    let ann = tengen(home.path(), &["join", &addr, "--name", "Ann"]);
    ann.wait_for(&["Tengen · Rooms", "You are Ann", "No public room is in use"]);
    shrugs_off(&ann, "the rooms");
    ann.type_keys("n");
    ann.wait_for(&["Tengen · New room"]);
    shrugs_off(&ann, "the form");
    ann.type_keys("\r");
    ann.wait_for(&["A friend needs", "• connected"]);
    shrugs_off(&ann, "a room that waits");
    let screen = ann.screen();
    let code = screen.trim_start().strip_prefix("Room ").and_then(|rest| rest.split(' ').next()).unwrap();
    let bo = tengen(home.path(), &["join", &addr, "--room", code, "--name", "Bo"]);
    let mut table = Table::seated(ann, bo, code.to_owned());
    for player in &table.players {
        player.wait_until("both are here", |screen| screen.matches("• connected").count() == 2);
    }
    shrugs_off(&table.players[0], "the board, to move");
    shrugs_off(&table.players[1], "the board, not to move");
    table.play("14");
    table.play("253");
    // The footer is drawn last.
    table.see(&["3 in a row", "Enter: next game", "Enter ready"]);
    shrugs_off(&table.players[0], "a finished game");
    table.see(&["3 in a row", "Enter: next game"]);
}

#[test]
fn garbage_pasted_into_a_line_is_text_without_its_teeth() {
    let (_server, addr, _folder, home) = served();
    let table = Table::quick(home.path(), &addr);
    let [ann, bo] = &table.players;
    let before = ann.screen();
    ann.type_keys("c");
    ann.wait_until("the line to type in", |screen| screen != before);
    paste(ann, b"hello \x1b[31337m\x1b]0;planted\x07\xff there\rq\ry");
    ann.wait_until("the text", |screen| screen.contains("hello") && screen.contains("there"));
    clean(ann);
    // The line break in the paste has sent nothing, and the text after it is part of the line.
    ann.type_keys("!!\r");
    bo.type_keys("c");
    for term in [ann, bo] {
        term.wait_until("the chat's line", |screen| screen.contains("hello") && screen.contains("!!"));
        clean(term);
        term.type_keys("\x1b");
    }
    table.see(&[]);
}
