//! Colours, and the nearest ones that a terminal can show.

use std::str::FromStr;

use ratatui::style::Color;
use thiserror::Error;

/// A colour: red, green and blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The number of colours that a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// No colours, only bold and reversed text.
    None,
    /// The 16 ANSI colours.
    Sixteen,
    /// The palette of 256 colours.
    Indexed,
    /// All colours.
    #[default]
    True,
}

/// The error for a text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a colour: write #rrggbb, such as #d7af5f, or default for the terminal's own")]
pub struct ColourError(pub String);

impl FromStr for Rgb {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let failed = || ColourError(text.chars().take(32).collect());
        let digits = text.strip_prefix('#').ok_or_else(failed)?;
        let mut parts = [0; 3];
        hex::decode_to_slice(digits, &mut parts).map_err(|_| failed())?;
        let [red, green, blue] = parts;
        Ok(Self(red, green, blue))
    }
}

impl From<Rgb> for Color {
    fn from(Rgb(red, green, blue): Rgb) -> Self {
        Self::Rgb(red, green, blue)
    }
}

/// The 16 ANSI colours as xterm shows them by default.
const SIXTEEN: [(Color, Rgb); 16] = [
    (Color::Black, Rgb(0, 0, 0)),
    (Color::Red, Rgb(205, 0, 0)),
    (Color::Green, Rgb(0, 205, 0)),
    (Color::Yellow, Rgb(205, 205, 0)),
    (Color::Blue, Rgb(0, 0, 238)),
    (Color::Magenta, Rgb(205, 0, 205)),
    (Color::Cyan, Rgb(0, 205, 205)),
    (Color::Gray, Rgb(229, 229, 229)),
    (Color::DarkGray, Rgb(127, 127, 127)),
    (Color::LightRed, Rgb(255, 0, 0)),
    (Color::LightGreen, Rgb(0, 255, 0)),
    (Color::LightYellow, Rgb(255, 255, 0)),
    (Color::LightBlue, Rgb(92, 92, 255)),
    (Color::LightMagenta, Rgb(255, 0, 255)),
    (Color::LightCyan, Rgb(0, 255, 255)),
    (Color::White, Rgb(255, 255, 255)),
];
/// The steps of the colour cube in the palette of 256.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Depth {
    /// Returns the nearest colour that the terminal can show.
    #[must_use]
    pub fn nearest(self, colour: Color) -> Color {
        let Color::Rgb(red, green, blue) = colour else {
            return if self == Self::None { Color::Reset } else { colour };
        };
        let rgb = Rgb(red, green, blue);
        match self {
            Self::None => Color::Reset,
            Self::Sixteen => SIXTEEN
                .into_iter()
                .min_by_key(|(_, known)| distance(*known, rgb))
                .map_or(Color::Reset, |(colour, _)| colour),
            Self::Indexed => Color::Indexed(indexed(rgb)),
            Self::True => colour,
        }
    }
}

/// Returns the nearest colour of the colour cube (16 to 231) and the greys (232 to 255).
fn indexed(rgb: Rgb) -> u8 {
    let cube = (0..216_u8).map(|n| {
        let step = |n: u8| STEPS[usize::from(n % 6)];
        (16 + n, Rgb(step(n / 36), step(n / 6), step(n)))
    });
    let greys = (0..24_u8).map(|n| {
        let light = 8 + 10 * n;
        (232 + n, Rgb(light, light, light))
    });
    cube.chain(greys).min_by_key(|(_, known)| distance(*known, rgb)).map_or(0, |(index, _)| index)
}

/// Returns a rough distance between two colours as people see them. Green counts most, blue least.
fn distance(Rgb(r, g, b): Rgb, Rgb(red, green, blue): Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    3 * square(r, red) + 6 * square(g, green) + square(b, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_brought_down() {
        let wood: Rgb = "#d7af5f".parse().unwrap();
        assert_eq!(wood, Rgb(0xd7, 0xaf, 0x5f));
        assert_eq!(Depth::True.nearest(wood.into()), Color::Rgb(0xd7, 0xaf, 0x5f));
        assert_eq!(Depth::Indexed.nearest(wood.into()), Color::Indexed(179));
        assert_eq!(Depth::Sixteen.nearest(wood.into()), Color::Yellow);
        assert_eq!(Depth::None.nearest(wood.into()), Color::Reset);
        assert_eq!(Depth::Indexed.nearest(Color::Rgb(8, 8, 8)), Color::Indexed(232));
        for text in ["d7af5f", "#d7af5", "#d7af5g", "#+1+2+3", "red", "#天天", ""] {
            assert!(text.parse::<Rgb>().is_err(), "{text:?}");
        }
    }
}
