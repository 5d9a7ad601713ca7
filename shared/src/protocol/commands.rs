//! How a request and a room's command share one list of names on the wire.

use std::{fmt, sync::LazyLock};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{
        DeserializeSeed, EnumAccess, Error as _, IntoDeserializer as _, VariantAccess, Visitor,
        value::EnumAccessDeserializer,
    },
};
use strum::VariantNames as _;

use super::client::{Cmd, Request};
use crate::game::Command;

/// The names on the wire of all requests, and then of all commands to a room.
pub static COMMANDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [Request::VARIANTS, Command::VARIANTS].concat());

/// How many of [`COMMANDS`] are requests.
pub const REQUESTS: usize = Request::VARIANTS.len();

impl From<Request> for Cmd {
    fn from(request: Request) -> Self {
        Self::Request(request)
    }
}

impl From<Command> for Cmd {
    fn from(command: Command) -> Self {
        Self::Room(command)
    }
}

impl Serialize for Cmd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // The derived function, which `remote` puts beside the trait: the kind, and then the number in it.
            _ if !serializer.is_human_readable() => Self::serialize(self, serializer),
            Self::Request(request) => request.serialize(serializer),
            Self::Room(command) => command.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Cmd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_enum("Cmd", &COMMANDS, ByName)
        } else {
            Self::deserialize(deserializer)
        }
    }
}

/// Reads a command whose name says which of the two kinds it is.
struct ByName;

impl<'de> Visitor<'de> for ByName {
    type Value = Cmd;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Cmd, A::Error> {
        let (name, body) = data.variant::<String>()?;
        let named = EnumAccessDeserializer::new(Named { name: &name, body });
        if Request::VARIANTS.contains(&name.as_str()) {
            Request::deserialize(named).map(Cmd::Request)
        } else if Command::VARIANTS.contains(&name.as_str()) {
            Command::deserialize(named).map(Cmd::Room)
        } else {
            Err(A::Error::unknown_variant(&name, &COMMANDS))
        }
    }
}

/// A variant whose name has been read.
struct Named<'a, V> {
    name: &'a str,
    body: V,
}

impl<'de, V: VariantAccess<'de>> EnumAccess<'de> for Named<'_, V> {
    type Error = V::Error;
    type Variant = V;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, V), V::Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self.body))
    }
}
