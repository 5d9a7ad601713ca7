//! The addresses of the page.

use tengen_session::alone::Alone;
use tengen_shared::game::{GameId, RoomCode};

/// What an address of the page leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The list of rooms, and everything that begins a game.
    Start,
    /// The form for a new room.
    New,
    /// A game on this device, or the form for one.
    Alone,
    /// The analysis board, without a game at first.
    Board,
    /// A room, to play if a seat is free.
    Room(RoomCode),
    /// A room, to watch.
    Watch(RoomCode),
    /// The running games, for a screen in the room.
    Wall,
    /// The user's finished games.
    Games,
    /// The user's devices.
    Devices,
    /// The finished games of a room.
    GamesOf(RoomCode),
    Game(GameId),
}

impl Route {
    /// Returns what `path` leads to; `None` if nothing is there.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [] => Some(Self::Start),
            ["new"] => Some(Self::New),
            ["alone"] => Some(Self::Alone),
            ["board"] => Some(Self::Board),
            ["r", code] => room(code).map(Self::Room),
            ["tv"] => Some(Self::Wall),
            ["games"] => Some(Self::Games),
            ["devices"] => Some(Self::Devices),
            ["r", code, "games"] => room(code).map(Self::GamesOf),
            ["game", id] => id.parse().ok().map(|id| Self::Game(GameId(id))),
            ["watch", code] => room(code).map(Self::Watch),
            _ => None,
        }
    }

    /// Returns the path of this address.
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::Start => "/".to_owned(),
            Self::New => "/new".to_owned(),
            Self::Alone => "/alone".to_owned(),
            Self::Board => "/board".to_owned(),
            Self::Room(code) => format!("/r/{code}"),
            Self::Watch(code) => format!("/watch/{code}"),
            Self::Wall => "/tv".to_owned(),
            Self::Games => "/games".to_owned(),
            Self::Devices => "/devices".to_owned(),
            Self::GamesOf(code) => format!("/r/{code}/games"),
            Self::Game(game) => format!("/game/{}", game.0),
        }
    }
}

/// Encodes a value for an address, as it stands there after a `=`. Blanks become commas, which trees, moves and boards allow in
/// their place; so short addresses stay readable.
#[must_use]
pub fn query_value(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.trim().bytes() {
        match byte {
            b' ' => encoded.push(','),
            b'(' | b')' | b',' | b'-' | b'.' | b';' => encoded.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Reads the code of a room of the server. The room on this device has an address of its own.
fn room(code: &str) -> Option<RoomCode> {
    code.parse().ok().filter(|code| !Alone::is(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_leads_back_to_itself() {
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let of_room = [Route::Room(code.clone()), Route::Watch(code.clone()), Route::GamesOf(code)];
        let others = [
            Route::Start,
            Route::New,
            Route::Alone,
            Route::Board,
            Route::Wall,
            Route::Games,
            Route::Devices,
            Route::Game(GameId(7)),
        ];
        for route in of_room.into_iter().chain(others) {
            assert_eq!(Route::of_path(&route.path()), Some(route));
        }
        for nowhere in [
            "/r",
            "/r/",
            "/r/this-device",
            "/r/x y",
            "/watch",
            "/r/amber-fox-42/more",
            "/index.html",
            "/game/x",
            "/game/-1",
        ] {
            assert_eq!(Route::of_path(nowhere), None, "{nowhere}");
        }
    }
}
