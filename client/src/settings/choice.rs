//! Settings that have one of a few values, with the names of these values in the file.

use tengen_session::{evaluation::Detail, text::Lang};

use super::{Background, Call, Characters, Colours, Language, Misclick, Mouse, Typing};
use crate::theme::{Charset, Depth};

/// A setting that has one of a few named values.
pub(super) trait Choice: Copy + PartialEq + 'static {
    /// Every value with its name, in the order of the settings screen.
    const NAMED: &'static [(&'static str, Self)];

    /// Returns the name in the file.
    fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    /// Returns the value of that name.
    fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Returns every name.
    fn names() -> Vec<String> {
        Self::NAMED.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

impl Choice for Language {
    const NAMED: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("en", Self::Chosen(Lang::English)), ("zh", Self::Chosen(Lang::Chinese))];
}

impl Choice for Background {
    const NAMED: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("dark", Self::Dark), ("light", Self::Light)];
}

impl Choice for Colours {
    const NAMED: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("none", Self::Chosen(Depth::None)),
        ("16", Self::Chosen(Depth::Sixteen)),
        ("256", Self::Chosen(Depth::Indexed)),
        ("all", Self::Chosen(Depth::True)),
    ];
}

impl Choice for Characters {
    const NAMED: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("unicode", Self::Chosen(Charset::Unicode)),
        ("ascii", Self::Chosen(Charset::Ascii)),
    ];
}

impl Choice for Misclick {
    const NAMED: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("confirm", Self::Confirm), ("ghost", Self::Ghost)];
}

impl Choice for Mouse {
    const NAMED: &'static [(&'static str, Self)] = &[("on", Self::On), ("off", Self::Off)];
}

impl Choice for Detail {
    const NAMED: &'static [(&'static str, Self)] = &[("words", Self::Words), ("figures", Self::Figures)];
}

impl Choice for Typing {
    const NAMED: &'static [(&'static str, Self)] = &[("silent", Self::Silent), ("notify", Self::Notify)];
}

impl Choice for Call {
    const NAMED: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("bell", Self::Bell), ("desktop", Self::Desktop), ("both", Self::Both)];
}
