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
    pub reach: Reach,
    /// Whether a friend needs the passphrase of the room, too.
    pub has_passphrase: bool,
    /// The lines of the QR code, two modules in a cell, with the quiet zone that scanners need; empty without a code.
    pub code: Vec<String>,
}

/// Who can open a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Whoever reaches the address that the user has chosen.
    Chosen,
    /// Machines on this network, if the server listens to them: the user has connected on the same machine.
    Network,
    /// Nobody on another machine: this one is on no network.
    Here,
}

impl Invitation {
    /// Creates the link to a room of the server at `server`. If that is this machine, the link has its address on the
    /// network, `on_network`.
    #[must_use]
    pub fn new(server: &Address, on_network: Option<IpAddr>, room: &RoomCode) -> Self {
        let better = on_network.map(|ip| Address::at(ip, server.port()));
        let (address, reach) = match (server.is_this_machine(), better) {
            (false, _) => (server.clone(), Reach::Chosen),
            (true, Some(better)) => (better, Reach::Network),
            (true, None) => (server.clone(), Reach::Here),
        };
        Self { link: format!("http://{address}/r/{room}"), reach, has_passphrase: false, code: Vec::new() }
    }

    /// Draws the QR code of the link, if others can use it.
    #[must_use]
    pub fn drawn(mut self) -> Self {
        if self.reach == Reach::Here {
            return self;
        }
        let code = QrCode::with_error_correction_level(&self.link, EcLevel::L).ok();
        let drawn = code.map(|code| code.render::<Dense1x2>().quiet_zone(true).build());
        self.code = drawn.iter().flat_map(|drawn| drawn.lines().map(str::to_owned)).collect();
        self
    }

    /// Returns the columns and lines of the code.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        let small = |count| u16::try_from(count).unwrap_or(u16::MAX / 2);
        (small(self.code.first().map_or(0, |line| line.width())), small(self.code.len()))
    }
}
