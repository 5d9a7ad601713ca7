//! Shows servers and their rooms.

use std::iter::once;

use tengen_session::{
    RoomList,
    devices::{Known, label},
    opening,
    text::Lang,
};
use tengen_shared::{
    game::{Access, PerSeat},
    protocol::{ListState, ListedKey, ListedSeat, RoomListing},
};

use crate::{
    model::Model,
    screen::{
        devices::{DevicesScreen, days},
        find::{FindRow, FindScreen, Reception},
    },
};

/// Returns the list of rooms on the server.
pub(in crate::line) fn rooms(list: &RoomList, lang: Lang) -> Vec<String> {
    match list.count() {
        0 => vec![lang.shown_no_rooms().to_owned()],
        count => {
            let lines = list.rooms().into_iter().flatten().map(|listing| line(listing, lang));
            once(lang.shown_rooms(count)).chain(lines).collect()
        }
    }
}

fn line(listing: &RoomListing, lang: Lang) -> String {
    let PerSeat([one, two]) = &listing.seats;
    let who = |seat: &ListedSeat| match seat {
        ListedSeat::Empty {} => lang.shown_free().to_owned(),
        ListedSeat::Person { name, .. } => name.to_string(),
        ListedSeat::Ai { bot } => format!("AI {bot}"),
    };
    let state = match listing.state {
        ListState::Open => lang.shown_open(),
        ListState::Playing => lang.shown_playing(),
        ListState::Between => lang.shown_between(),
    };
    let state = match listing.access {
        Access::Passphrase => lang.shown_with_passphrase(state),
        Access::Listed | Access::Unlisted => state.to_owned(),
    };
    let board = opening::after_board(&listing.variant.to_string(), listing.opening, lang);
    lang.shown_listing(listing.room.as_str(), &board, &who(one), &who(two), &state)
}

/// Returns the user's devices on the server.
pub(in crate::line) fn devices(screen: &DevicesScreen, model: &Model) -> Vec<String> {
    let lang = model.lang;
    if let Known::Refused(why) = screen.devices.known() {
        return vec![lang.told_error(&lang.no_devices(why))];
    }
    let line = |(number, key): (usize, &ListedKey)| {
        let [added, used] = days(key, lang, &model.zone);
        lang.shown_device(number, &label(key, lang), &added, &used)
    };
    (1..).zip(screen.devices.keys()).map(line).collect()
}

/// Returns the code for another device. If the server has refused it, a message has said why.
pub(in crate::line) fn device_code(screen: &DevicesScreen, lang: Lang) -> Vec<String> {
    let code = screen.devices.code();
    code.into_iter()
        .map(|(code, left)| lang.shown_device_code(&code.to_string(), left.as_secs().div_ceil(60)))
        .collect()
}

/// Returns the servers on this network with their rooms, and the server last used if it is not among them.
pub(in crate::line) fn servers(screen: &FindScreen, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    for row in screen.rows() {
        match row {
            FindRow::Server(known) => {
                let address = known.server.address.to_string();
                lines.push(lang.shown_server(known.server.name.as_str(), &address));
                if !matches!(known.rooms, Some(Ok(_))) {
                    lines.push(lang.shown_server_rooms_unknown(&address));
                }
            }
            FindRow::Room(_, listing) => lines.push(line(listing, lang)),
            FindRow::Last(address) => lines.push(lang.shown_last_server(&address.to_string())),
            FindRow::Type => {}
        }
    }
    if screen.servers.is_empty() {
        lines.push(match screen.ear {
            Reception::Deaf => lang.shown_no_network().to_owned(),
            Reception::Opening | Reception::Listening => lang.shown_no_servers().to_owned(),
        });
    }
    lines
}
