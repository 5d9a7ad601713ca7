//! Parsers for option values of many forms, with common values for shell completions.

use std::{ffi::OsStr, fmt, str::FromStr};

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
};
use tengen_shared::rules::{Bot, EngineName, Level, Variant};

/// Returns a parser for every bot. It offers the levels, and the engines without a depth.
pub(super) fn bots() -> impl TypedValueParser<Value = Bot> {
    let levels = Level::ALL.iter().map(|level| level.name());
    Offered::<Bot>::new(levels.chain(EngineName::ALL.iter().map(|engine| engine.name())))
}

/// Returns a parser for every board. It offers the boards that have a name.
pub(super) fn variants() -> impl TypedValueParser<Value = Variant> {
    Offered::<Variant>::new(Variant::NAMED.iter().map(|(name, _)| *name))
}

/// Returns the help for an option that names a board.
pub(super) fn about_variants() -> String {
    format!("The board against the AI: {}, or a size such as 7x7k4", Variant::names())
}

/// A parser for `T` that offers some values to the shell.
#[derive(Clone, Debug)]
struct Offered<T> {
    values: Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: FromStr<Err: fmt::Display>> Offered<T> {
    fn new(values: impl Iterator<Item = &'static str>) -> Self {
        Self {
            values: values.collect(),
            parse: |text| text.parse().map_err(|error: T::Err| error.to_string()),
        }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Offered<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(PossibleValue::new)))
    }
}
