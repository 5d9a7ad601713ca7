//! Serialises requests and room commands under one list of names.

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

/// The wire names of all requests, followed by those of all room commands.
pub static COMMANDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [Request::VARIANTS, Command::VARIANTS].concat());

/// The number of requests at the beginning of [`COMMANDS`].
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
            // This calls the derived function of `remote`, not the trait's. It writes the kind, and then the number
            // within the kind.
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

/// Reads a command. Its name decides between a request and a room command.
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

/// A variant whose name has already been read.
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
