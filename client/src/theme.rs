//! How things look: colours by their role. Whatever a colour says is also said by a shape or a word.
//!
//! The view draws in full colour and with all of Unicode; [`Theme::fit`] then brings the picture down to what the
//! terminal can show, so that no other part need care.

mod colour;
mod fit;
mod palette;

use ratatui::style::{Color, Modifier, Style};
use tengen_shared::rules::Stone;

pub use colour::{Depth, Rgb};
pub use palette::{Palette, Role};

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// All of Unicode.
    #[default]
    Unicode,
    /// Only what a typewriter has.
    Ascii,
}

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colours.
    pub palette: Palette,
    /// How many colours the terminal can show.
    pub depth: Depth,
    /// Which characters it can show.
    pub charset: Charset,
}

impl Default for Theme {
    fn default() -> Self {
        Self { palette: Palette::DARK, depth: Depth::True, charset: Charset::Unicode }
    }
}

impl Theme {
    fn fg(self, role: Role) -> Style {
        match self.palette[role] {
            Some(colour) => Style::new().fg(colour.into()),
            None => Style::new(),
        }
    }

    fn on_board(self, role: Role) -> Style {
        match self.palette[Role::Board] {
            Some(board) => self.fg(role).bg(board.into()),
            None => self.fg(role),
        }
    }

    /// A colour for those who draw surfaces themselves; the terminal's own if the theme leaves it.
    #[must_use]
    pub fn colour(self, role: Role) -> Color {
        self.palette[role].map_or(Color::Reset, Color::from)
    }

    /// What is neither important nor faint.
    #[must_use]
    pub fn text(self) -> Style {
        self.fg(Role::Text)
    }

    /// The first line, and headings.
    #[must_use]
    pub fn title(self) -> Style {
        self.fg(Role::Text).add_modifier(Modifier::BOLD)
    }

    /// What is good to know but not important.
    #[must_use]
    pub fn faint(self) -> Style {
        self.fg(Role::Faint)
    }

    /// What stands out: keys, the name of whoever is to move.
    #[must_use]
    pub fn strong(self) -> Style {
        self.fg(Role::Accent).add_modifier(Modifier::BOLD)
    }

    /// A refusal or a lost connection.
    #[must_use]
    pub fn problem(self) -> Style {
        self.fg(Role::Problem).add_modifier(Modifier::BOLD)
    }

    /// It is the user's turn, or the user has won.
    #[must_use]
    pub fn good(self) -> Style {
        self.fg(Role::Good).add_modifier(Modifier::BOLD)
    }

    /// The row under the cursor.
    #[must_use]
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The borders of panels and popups.
    #[must_use]
    pub fn border(self) -> Style {
        self.fg(Role::Border)
    }

    /// A banner: an offer that waits for an answer, or a result.
    #[must_use]
    pub fn banner(self) -> Style {
        match self.palette[Role::Banner] {
            Some(colour) => Style::new().bg(colour.into()).fg(self.colour(Role::BannerText)),
            None => Style::new(),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The lines of a large board.
    #[must_use]
    pub fn wood(self) -> Style {
        self.on_board(Role::Grid)
    }

    /// A stone on a large board.
    #[must_use]
    pub fn stone(self, stone: Stone) -> Style {
        let role = match stone {
            Stone::Black => Role::Black,
            Stone::White => Role::White,
        };
        self.on_board(role).add_modifier(Modifier::BOLD)
    }

    /// What is written on a stone.
    #[must_use]
    pub fn on_stone(self, stone: Stone) -> Style {
        let (ground, letters) = match stone {
            Stone::Black => (Role::Black, Role::White),
            Stone::White => (Role::White, Role::Black),
        };
        let style = self.fg(letters).add_modifier(Modifier::BOLD);
        self.palette[ground].map_or(style, |ground| style.bg(ground.into()))
    }

    /// The lines between the boxes of a 3x3 board.
    #[must_use]
    pub fn lines(self) -> Style {
        self.fg(Role::Faint)
    }

    /// X or O on a 3x3 board.
    #[must_use]
    pub fn mark(self, cross: bool) -> Style {
        self.fg(if cross { Role::Cross } else { Role::Nought }).add_modifier(Modifier::BOLD)
    }

    /// The signs round the cursor.
    #[must_use]
    pub fn cursor(self, base: Style) -> Style {
        self.over(base, Role::Cursor)
    }

    /// The signs in a box of a 3x3 board, which has no ground of its own.
    #[must_use]
    pub fn sign(self, base: Style) -> Style {
        self.over(base, Role::Accent)
    }

    /// The signs round the last move.
    #[must_use]
    pub fn last(self, base: Style) -> Style {
        self.over(base, Role::Last)
    }

    /// A suggested point.
    #[must_use]
    pub fn hint(self, base: Style) -> Style {
        self.over(base, Role::Hint)
    }

    /// A point that was refused.
    #[must_use]
    pub fn refused(self, base: Style) -> Style {
        self.over(base, Role::Cursor)
    }

    fn over(self, base: Style, role: Role) -> Style {
        match self.palette[role] {
            Some(colour) => base.fg(colour.into()),
            None => base,
        }
        .add_modifier(Modifier::BOLD)
    }

    /// A stone of the winning run.
    #[must_use]
    pub fn won(self, base: Style) -> Style {
        base.add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }
}
