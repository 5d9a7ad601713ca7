//! What the server tells at its start: how friends get here, as text and as a QR code.

use std::{
    fmt::Write as _,
    io::{IsTerminal as _, Write as _},
    net::SocketAddr,
};

use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};

use crate::cli::reachable;

/// Black on white in colours that no theme changes, so that the code can be read on light and on dark terminals alike.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";
const AS_BEFORE: &str = "\x1b[0m";

/// Tells on standard error how friends get here.
pub(crate) fn invite(bound: SocketAddr) {
    let addresses = if bound.ip().is_loopback() { Vec::new() } else { reachable(bound) };
    let mut text = String::new();
    // Before all else, so that what is to be typed stays in sight on a small terminal.
    if let Some(best) = addresses.first()
        && let Some(width) = code_width()
        && let Some(code) = qr_code(&format!("http://{best}/"), width)
    {
        let _ = write!(text, "\nA phone's camera opens a page that tells how to play:\n{code}");
    }
    text += &invitation(bound, &addresses);
    // A closed standard error must not stop the server.
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn invitation(bound: SocketAddr, addresses: &[SocketAddr]) -> String {
    let mut text = String::from("\n");
    let here =
        if bound.ip().is_unspecified() { format!("127.0.0.1:{}", bound.port()) } else { bound.to_string() };
    if bound.ip().is_loopback() {
        text += "Only this machine can join; listen on 0.0.0.0 to let friends in.\n";
    } else if addresses.is_empty() {
        text += "This machine is on no network now, so only it can join.\n";
    } else {
        text += "Friends on this network join with:\n";
        for address in addresses {
            let _ = writeln!(text, "    tengen join {address}");
        }
    }
    // Who has only a checkout may sit at another machine.
    let friend = addresses.first().filter(|_| !bound.ip().is_loopback());
    let from_afar = friend.map_or_else(|| here.clone(), ToString::to_string);
    let _ = write!(
        text,
        "On this machine:\n    tengen join {here}\n\
         From a checkout of Tengen, without installing it:\n    \
         cargo run --release -p tengen-client -- join {from_afar}\n\
         Stop with Ctrl-C; rooms and scores are kept.\n"
    );
    text
}

/// The columns there are for a code; none where nobody would see one.
fn code_width() -> Option<usize> {
    let stderr = std::io::stderr();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    if plain || !stderr.is_terminal() {
        return None;
    }
    let (width, _) = terminal_size::terminal_size_of(&stderr)?;
    Some(usize::from(width.0))
}

/// The code of a text, two modules in a cell, within the quiet zone that readers need; none if it is wider than `width`.
fn qr_code(text: &str, width: usize) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let drawn = code.render::<Dense1x2>().quiet_zone(true).build();
    if drawn.lines().any(|line| line.chars().count() > width) {
        return None;
    }
    let mut shown = String::new();
    for line in drawn.lines() {
        let _ = writeln!(shown, "{BLACK_ON_WHITE}{line}{AS_BEFORE}");
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn the_code_has_its_quiet_zone_and_is_left_out_where_it_does_not_fit() {
        let url = "http://192.168.100.200:5151/";
        let code = qr_code(url, 80).unwrap();
        let lines: Vec<&str> = code
            .lines()
            .map(|line| line.strip_prefix(BLACK_ON_WHITE).unwrap().strip_suffix(AS_BEFORE).unwrap())
            .collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width), "{code}");
        // Two modules are in a cell: as many lines as half the columns, rounded up.
        assert_eq!(lines.len(), width.div_ceil(2));
        // Four modules of nothing all round, and then the corner by which readers find it.
        assert!(lines[..2].iter().all(|line| line.trim().is_empty()), "{code}");
        assert!(lines.iter().all(|line| line.starts_with("    ") && line.ends_with("    ")), "{code}");
        assert!(
            lines[2].starts_with("    \u{2588}\u{2580}\u{2580}\u{2580}\u{2580}\u{2580}\u{2588}"),
            "{code}"
        );
        assert_eq!(qr_code(url, width).as_deref(), Some(code.as_str()));
        assert_eq!(qr_code(url, width - 1), None);
        assert!(width <= 40, "it fits on a small terminal: {width}");
    }

    #[test]
    fn friends_are_told_what_to_type() {
        let bound = "0.0.0.0:5151".parse().unwrap();
        let addresses = ["192.168.1.20:5151", "10.0.0.3:5151"].map(|address| address.parse().unwrap());
        let text = invitation(bound, &addresses);
        assert!(
            text.contains("    tengen join 192.168.1.20:5151\n    tengen join 10.0.0.3:5151\n"),
            "{text}"
        );
        assert!(text.contains("On this machine:\n    tengen join 127.0.0.1:5151\n"), "{text}");
        assert!(invitation(bound, &[]).contains("on no network"));
        let alone = invitation("127.0.0.1:7".parse().unwrap(), &[]);
        assert!(
            alone.contains("Only this machine") && alone.contains("tengen join 127.0.0.1:7\n"),
            "{alone}"
        );
    }
}
