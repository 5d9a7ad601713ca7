//! The link that brings a friend into a room, also as a QR code.

use std::net::IpAddr;

use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};
use tengen_session::link::Address;
use tengen_shared::game::RoomCode;
use unicode_width::UnicodeWidthStr as _;

/// The link to a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub link: String,
    /// Whether only this machine can open it.
    pub is_local: bool,
    /// The lines of the QR code, two modules in a cell, with the quiet zone that scanners need.
    pub code: Vec<String>,
}

impl Invitation {
    /// Creates the link to a room of the server at `server`. If that is this machine, the link has its address on the
    /// network, `on_network`.
    #[must_use]
    pub fn new(server: &Address, on_network: Option<IpAddr>, room: &RoomCode) -> Self {
        let here = server.is_this_machine();
        let better = on_network.filter(|_| here).map(|ip| Address::at(ip, server.port()));
        let is_local = here && better.is_none();
        let link = format!("http://{}/r/{room}", better.as_ref().unwrap_or(server));
        let drawn = QrCode::with_error_correction_level(&link, EcLevel::L).ok();
        let drawn = drawn.map(|code| code.render::<Dense1x2>().quiet_zone(true).build());
        let code = drawn.iter().flat_map(|drawn| drawn.lines().map(str::to_owned)).collect();
        Self { link, is_local, code }
    }

    /// Returns the columns and lines of the code.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        let small = |count| u16::try_from(count).unwrap_or(u16::MAX / 2);
        (small(self.code.first().map_or(0, |line| line.width())), small(self.code.len()))
    }
}
