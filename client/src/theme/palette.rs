//! The colours of a theme by their roles.

use std::ops::Index;

use super::Rgb;

/// The purpose of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Less important text.
    Faint,
    /// Emphasized text.
    Accent,
    /// Problems: a refusal, a lost connection, or little time.
    Problem,
    /// Good news: the user's turn, or a win.
    Good,
    /// The borders of panels.
    Border,
    /// The background of a banner.
    Banner,
    /// The text on a banner.
    BannerText,
    /// The background of a large board.
    Board,
    /// The lines of a large board.
    Grid,
    /// Black stones.
    Black,
    /// White stones.
    White,
    /// X on a 3x3 board.
    Cross,
    /// O on a 3x3 board.
    Nought,
    /// The marks around the cursor.
    Cursor,
    /// The marks around the last move.
    Last,
    /// A suggested point.
    Hint,
}

/// The number of roles.
const ROLES: usize = 17;

/// A colour for each role; `None` means the terminal's own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette([Option<Rgb>; ROLES]);

impl Role {
    /// Every role with its name in theme files.
    pub const NAMED: [(&'static str, Self); ROLES] = [
        ("text", Self::Text),
        ("faint", Self::Faint),
        ("accent", Self::Accent),
        ("problem", Self::Problem),
        ("good", Self::Good),
        ("border", Self::Border),
        ("banner", Self::Banner),
        ("banner-text", Self::BannerText),
        ("board", Self::Board),
        ("grid", Self::Grid),
        ("black", Self::Black),
        ("white", Self::White),
        ("cross", Self::Cross),
        ("nought", Self::Nought),
        ("cursor", Self::Cursor),
        ("last", Self::Last),
        ("hint", Self::Hint),
    ];
}

impl Palette {
    /// The palette for dark terminals. Cursor, last move and hint differ in brightness too, not only in hue.
    pub const DARK: Self = Self([
        None,
        Some(Rgb(0x8a, 0x8a, 0x8a)),
        Some(Rgb(0x5f, 0xd7, 0xff)),
        Some(Rgb(0xff, 0x87, 0x5f)),
        Some(Rgb(0x87, 0xd7, 0x87)),
        Some(Rgb(0x58, 0x58, 0x58)),
        Some(Rgb(0x26, 0x4f, 0x78)),
        Some(Rgb(0xff, 0xff, 0xff)),
        Some(Rgb(0xbd, 0x8b, 0x41)),
        Some(Rgb(0x3a, 0x27, 0x09)),
        Some(Rgb(0x08, 0x08, 0x08)),
        Some(Rgb(0xff, 0xff, 0xff)),
        Some(Rgb(0x5f, 0xaf, 0xff)),
        Some(Rgb(0xff, 0xd7, 0x5f)),
        Some(Rgb(0x7f, 0x00, 0x00)),
        Some(Rgb(0x00, 0x30, 0xa0)),
        Some(Rgb(0x00, 0x40, 0x20)),
    ]);

    /// The palette for light terminals.
    pub const LIGHT: Self = Self([
        None,
        Some(Rgb(0x6c, 0x6c, 0x6c)),
        Some(Rgb(0x00, 0x5f, 0xaf)),
        Some(Rgb(0xaf, 0x00, 0x00)),
        Some(Rgb(0x00, 0x70, 0x20)),
        Some(Rgb(0xb2, 0xb2, 0xb2)),
        Some(Rgb(0xcf, 0xe3, 0xf7)),
        Some(Rgb(0x12, 0x12, 0x12)),
        Some(Rgb(0xbd, 0x8b, 0x41)),
        Some(Rgb(0x3a, 0x27, 0x09)),
        Some(Rgb(0x08, 0x08, 0x08)),
        Some(Rgb(0xff, 0xff, 0xff)),
        Some(Rgb(0x00, 0x5f, 0xaf)),
        Some(Rgb(0xaf, 0x5f, 0x00)),
        Some(Rgb(0x7f, 0x00, 0x00)),
        Some(Rgb(0x00, 0x30, 0xa0)),
        Some(Rgb(0x00, 0x40, 0x20)),
    ]);

    /// Returns the palette with another colour for `role`.
    #[must_use]
    pub const fn with(mut self, role: Role, colour: Option<Rgb>) -> Self {
        self.0[role as usize] = colour;
        self
    }
}

impl Index<Role> for Palette {
    type Output = Option<Rgb>;

    fn index(&self, role: Role) -> &Self::Output {
        &self.0[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_name_and_its_place() {
        for (place, (name, role)) in Role::NAMED.into_iter().enumerate() {
            assert_eq!(role as usize, place, "{name}");
        }
    }
}
