//! The messages between client and server, their codecs, and the filter for what each viewer may see.

mod bytes;
mod client;
mod codec;
mod commands;
mod key;
mod listing;
mod pairing;
mod presence;
mod proof;
mod record;
mod safe_text;
mod server;
pub mod view;
mod wall;

pub use bytes::{HexBytes, ParseHexError};
pub use client::{Cmd, Frame, GamesOf, MAX_RESUME, Request, Resume, SeenRoom, TooManyRooms};
pub use codec::{
    BINCODE_LAYOUT, BadFrame, BadFrameKind, CLOSE_REMOVED, Codec, MAX_INBOUND, MAX_OUTBOUND,
    SUBPROTOCOL_BINCODE, SUBPROTOCOL_JSON, ServerFrame, UnreadableFrame,
};
#[cfg(feature = "binary")]
pub use codec::{pack, unpack, unpack_long};
pub use commands::{COMMANDS, REQUESTS};
pub use key::{PlayerKey, ServerId};
pub use listing::{ListState, ListUpdate, ListedSeat, RoomGlimpse, RoomListing};
pub use pairing::{PairingCode, ParsePairingCodeError};
pub use presence::{Attending, Connected, Spectators};
pub use proof::{
    Challenge, KeyClaim, KeyId, KeyKind, ListedKey, Meeting, Nonce, Proof, PublicKey, SecretKey, SecretMac,
    Signature,
};
pub use record::{GAMES_PAGE, GameSummary};
pub use safe_text::{MAX_SAFE_CHARS, SafeText};
pub use server::{Limits, RefusalData, ServerMessage};
pub use wall::{MAX_WALL, WallGame, WallMove, WallUpdate};
