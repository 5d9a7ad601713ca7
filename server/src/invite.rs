//! The invitation that the server prints at its start, as text and as a QR code.

use std::{
    env::{self, consts::EXE_SUFFIX},
    ffi::OsStr,
    fmt::Write as _,
    io::{IsTerminal as _, Write as _},
    net::SocketAddr,
    path::Path,
};

use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};

use crate::cli::reachable;

/// Black on white in colours that no theme changes, so that cameras can read the code on light and dark terminals.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";
const AS_BEFORE: &str = "\x1b[0m";

/// The client's command on a machine that has it installed.
const INSTALLED: &str = "tengen";
/// The client's command in a checkout.
const CHECKOUT: &str = "cargo run --release -p tengen-client --";

/// Prints on standard error how friends connect.
pub(crate) fn invite(bound: SocketAddr) {
    let addresses = if bound.ip().is_loopback() { Vec::new() } else { reachable(bound) };
    let mut text = String::new();
    // The code comes first, so that the commands stay visible on a small terminal.
    if let Some(best) = addresses.first()
        && let Some(width) = code_width()
        && let Some(code) = qr_code(&format!("http://{best}/"), width)
    {
        let _ = write!(text, "\nScan this code with a phone to play:\n{code}");
    }
    text += &invitation(bound, &addresses, env::var_os("PATH").as_deref(), Path::new("."));
    // A closed standard error must not stop the server.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Returns the join commands. Those that work here come first: `path` is the variable `PATH`, and `folder` the current
/// folder.
fn invitation(bound: SocketAddr, addresses: &[SocketAddr], path: Option<&OsStr>, folder: &Path) -> String {
    let here =
        if bound.ip().is_unspecified() { format!("127.0.0.1:{}", bound.port()) } else { bound.to_string() };
    let is_checkout = folder.join("client/Cargo.toml").is_file();
    let (client, other, other_client) = if is_checkout && !path.is_some_and(is_installed) {
        (CHECKOUT, "With Tengen installed", INSTALLED)
    } else {
        (INSTALLED, "In a checkout", CHECKOUT)
    };
    let mut text = format!("\nPlay in a browser on this machine:\n    http://{here}\n");
    if !addresses.is_empty() {
        text += "Friends on this network open:\n";
        for address in addresses {
            let _ = writeln!(text, "    http://{address}");
        }
    }
    let _ = writeln!(text, "Join from a terminal on this machine:\n    {client} join {here}");
    if !addresses.is_empty() {
        text += "Friends on this network join with:\n";
        for address in addresses {
            let _ = writeln!(text, "    {client} join {address}");
        }
    }
    // The other client may be on another machine, so its command names the address on the network.
    let friend = addresses.first().filter(|_| !bound.ip().is_loopback());
    let from_afar = friend.map_or(here, ToString::to_string);
    let _ = writeln!(text, "{other}:\n    {other_client} join {from_afar}");
    if bound.ip().is_loopback() {
        text += "Only this machine can join. To let friends in, restart with --bind 0.0.0.0:PORT.\n";
    } else if addresses.is_empty() {
        text += "This machine is on no network, so only this machine can join.\n";
    }
    text + "Press Ctrl-C to stop. Rooms and scores are kept.\n"
}

/// Returns whether a folder of `path`, a value of the variable `PATH`, has the client's program.
fn is_installed(path: &OsStr) -> bool {
    let program = format!("{INSTALLED}{EXE_SUFFIX}");
    env::split_paths(path).any(|folder| is_executable(&folder.join(&program)))
}

fn is_executable(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else { return false };
    #[cfg(unix)]
    let permitted = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let permitted = true;
    metadata.is_file() && permitted
}

/// Returns the width for a QR code in columns, or `None` if the terminal cannot show one.
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

/// Draws a QR code, two modules per cell, with the quiet zone that scanners need. Returns `None` if it is wider than
/// `width`.
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
        // Each cell holds two modules: half as many lines as columns, rounded up.
        assert_eq!(lines.len(), width.div_ceil(2));
        // A quiet zone of four modules, then the finder pattern in the corner.
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

    /// Returns a folder with an executable client in it.
    fn folder_with_client() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(format!("tengen{EXE_SUFFIX}"));
        std::fs::write(&file, "").unwrap();
        #[cfg(unix)]
        permit(&file, 0o755);
        folder
    }

    #[cfg(unix)]
    fn permit(file: &Path, mode: u32) {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn the_first_commands_are_those_that_work_here() {
        let bound = "0.0.0.0:5151".parse().unwrap();
        let addresses = ["192.168.1.20:5151", "10.0.0.3:5151"].map(|address| address.parse().unwrap());
        let [empty, with_client] = [tempfile::tempdir().unwrap(), folder_with_client()];
        let path = env::join_paths([empty.path(), with_client.path()]).unwrap();
        let checkout = tempfile::tempdir().unwrap();
        std::fs::create_dir(checkout.path().join("client")).unwrap();
        std::fs::write(checkout.path().join("client/Cargo.toml"), "").unwrap();
        let browser = "\nPlay in a browser on this machine:\n    http://127.0.0.1:5151\n\
             Friends on this network open:\n    http://192.168.1.20:5151\n    http://10.0.0.3:5151\n";
        let installed = "Join from a terminal on this machine:\n    tengen join 127.0.0.1:5151\n\
             Friends on this network join with:\n    tengen join 192.168.1.20:5151\n    tengen join 10.0.0.3:5151\n\
             In a checkout:\n    \
             cargo run --release -p tengen-client -- join 192.168.1.20:5151\n\
             Press Ctrl-C to stop. Rooms and scores are kept.\n";
        for (path, folder) in [(Some(path.as_os_str()), checkout.path()), (None, empty.path())] {
            assert_eq!(invitation(bound, &addresses, path, folder), format!("{browser}{installed}"));
        }
        let cargo = "cargo run --release -p tengen-client -- join";
        for path in [Some(empty.path().as_os_str()), None] {
            assert_eq!(
                invitation(bound, &addresses, path, checkout.path()),
                format!(
                    "{browser}Join from a terminal on this machine:\n    {cargo} 127.0.0.1:5151\n\
                     Friends on this network join with:\n    {cargo} 192.168.1.20:5151\n    {cargo} 10.0.0.3:5151\n\
                     With Tengen installed:\n    tengen join 192.168.1.20:5151\n\
                     Press Ctrl-C to stop. Rooms and scores are kept.\n"
                )
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_execute_permission_is_not_an_installed_client() {
        let folder = folder_with_client();
        assert!(is_installed(folder.path().as_os_str()));
        permit(&folder.path().join("tengen"), 0o644);
        assert!(!is_installed(folder.path().as_os_str()));
    }

    #[test]
    fn a_server_without_a_network_says_so() {
        assert!(
            invitation("0.0.0.0:5151".parse().unwrap(), &[], None, Path::new("/")).contains("on no network")
        );
        let alone = invitation("127.0.0.1:7".parse().unwrap(), &[], None, Path::new("/"));
        assert!(alone.contains("join 127.0.0.1:7\nOnly this machine"), "{alone}");
    }
}
