//! Reads the abilities of the terminal and the user's language from environment variables.
//!
//! The crate `supports-color` treats an empty `NO_COLOR` as set, and a vt100 as a terminal with colours.
//! Tests cannot pass an environment to it or to `sys-locale`. So this module reads the variables itself.

use tengen_session::text::Lang;

use crate::theme::{Charset, Depth};

/// The abilities of the terminal, and the language of its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment {
    /// The language of the locale.
    pub lang: Lang,
    /// The number of colours.
    pub depth: Depth,
    /// The characters that the terminal can show.
    pub charset: Charset,
    /// Whether the background is light.
    pub is_light: bool,
}

impl Default for Environment {
    fn default() -> Self {
        Self { lang: Lang::English, depth: Depth::True, charset: Charset::Unicode, is_light: false }
    }
}

impl Environment {
    /// Reads the environment variables of this process.
    #[must_use]
    pub fn of_this_process() -> Self {
        Self::new(|name| std::env::var(name).ok())
    }

    /// Reads the environment variables that `get` returns. An empty variable counts as unset, as POSIX and
    /// no-color.org demand.
    #[must_use]
    pub fn new(get: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name: &str| get(name).filter(|value| !value.is_empty());
        let first = |names: &[&str]| names.iter().find_map(|name| get(name));
        let term = get("TERM").unwrap_or_default();
        let letters = first(&["LC_ALL", "LC_CTYPE", "LANG"]);
        let messages = first(&["LC_ALL", "LC_MESSAGES", "LANG"]).unwrap_or_default();
        Self {
            lang: Lang::of_locale(&messages),
            depth: depth(&term, get("COLORTERM").as_deref(), get("NO_COLOR").is_some()),
            charset: charset(&term, letters.as_deref()),
            is_light: get("COLORFGBG").is_some_and(|colours| is_light(&colours)),
        }
    }
}

fn depth(term: &str, colorterm: Option<&str>, no_color: bool) -> Depth {
    let full = matches!(colorterm, Some("truecolor" | "24bit")) || term.ends_with("-direct");
    match term {
        _ if no_color => Depth::None,
        "dumb" | "vt100" | "vt220" => Depth::None,
        _ if full => Depth::True,
        _ if term.contains("256color") || colorterm.is_some() => Depth::Indexed,
        _ => Depth::Sixteen,
    }
}

/// Returns the characters that the terminal can show. A locale must name UTF-8. Without a locale, all but the
/// oldest terminals count as Unicode terminals.
fn charset(term: &str, locale: Option<&str>) -> Charset {
    let old = matches!(term, "dumb" | "vt100" | "vt220" | "linux");
    let plain = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    });
    if old || plain { Charset::Ascii } else { Charset::Unicode }
}

/// Whether `colours`, the value of `COLORFGBG`, names a light background. The value is like `15;0` or
/// `0;default;15`. Its last number is the background, and 7 and 9 to 15 are light.
fn is_light(colours: &str) -> bool {
    let ground = colours.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok());
    matches!(ground, Some(7 | 9..=15))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::new(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_terminal_says_what_it_shows() {
        let modern = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "en_GB.UTF-8")];
        assert_eq!(environment(&modern), Environment::default());
        assert_eq!(environment(&[("TERM", "tmux-256color")]).depth, Depth::Indexed);
        assert_eq!(environment(&[("TERM", "xterm")]).depth, Depth::Sixteen);
        assert_eq!(environment(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]).depth, Depth::None);
        assert_eq!(environment(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]).depth, Depth::Indexed);
        let console = environment(&[("TERM", "linux"), ("LANG", "zh_CN.UTF-8")]);
        assert_eq!((console.depth, console.charset), (Depth::Sixteen, Charset::Ascii));
        assert_eq!(environment(&[]).charset, Charset::Unicode);
        assert_eq!(environment(&[("LANG", "C")]).charset, Charset::Ascii);
        assert_eq!(environment(&[("LANG", "C"), ("LC_ALL", "C.utf8")]).charset, Charset::Unicode);
        assert_eq!(
            environment(&[("LC_MESSAGES", "zh_TW.UTF-8"), ("LANG", "en_US.UTF-8")]).lang,
            Lang::Chinese
        );
    }

    #[test]
    fn the_ground_is_told_by_its_number() {
        for (text, light) in
            [("15;0", false), ("0;15", true), ("0;default;15", true), ("12;8", false), ("x", false)]
        {
            assert_eq!(environment(&[("COLORFGBG", text)]).is_light, light, "{text}");
        }
    }
}
