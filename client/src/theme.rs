//! The appearance of the client: colours by role. No colour is the only sign of anything.
//!
//! The view draws in full colour and with all of Unicode. [`Theme::fit`] then replaces what the terminal
//! cannot show, so no other code needs to care.

mod colour;
mod fit;
mod palette;

use ratatui::style::{Color, Modifier, Style};
use tengen_shared::rules::Stone;

pub use colour::{Depth, Rgb};
pub use palette::{Palette, Role};

/// The characters that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// All of Unicode.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The colours and characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colours.
    pub palette: Palette,
    /// The number of colours that the terminal can show.
    pub depth: Depth,
    /// The characters that the terminal can show.
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

    /// Returns the colour of a role, for code that fills areas itself. Returns the terminal's own colour if
    /// the theme has none.
    #[must_use]
    pub fn colour(self, role: Role) -> Color {
        self.palette[role].map_or(Color::Reset, Color::from)
    }

    /// Returns the style of ordinary text.
    #[must_use]
    pub fn text(self) -> Style {
        self.fg(Role::Text)
    }

    /// Returns the style of the first line and of headings.
    #[must_use]
    pub fn title(self) -> Style {
        self.fg(Role::Text).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of less important text.
    #[must_use]
    pub fn faint(self) -> Style {
        self.fg(Role::Faint)
    }

    /// Returns the style of emphasized text, such as keys or the name of the player to move.
    #[must_use]
    pub fn strong(self) -> Style {
        self.fg(Role::Accent).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of problems, such as a refusal or a lost connection.
    #[must_use]
    pub fn problem(self) -> Style {
        self.fg(Role::Problem).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of good news: the user's turn, or a win.
    #[must_use]
    pub fn good(self) -> Style {
        self.fg(Role::Good).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the row under the cursor.
    #[must_use]
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of the borders of panels and popups.
    #[must_use]
    pub fn border(self) -> Style {
        self.fg(Role::Border)
    }

    /// Returns the style of a banner, which shows an offer or a result.
    #[must_use]
    pub fn banner(self) -> Style {
        match self.palette[Role::Banner] {
            Some(colour) => Style::new().bg(colour.into()).fg(self.colour(Role::BannerText)),
            None => Style::new(),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the lines and the background of a large board.
    #[must_use]
    pub fn wood(self) -> Style {
        self.on_board(Role::Grid)
    }

    /// Returns the style of a stone on a large board.
    #[must_use]
    pub fn stone(self, stone: Stone) -> Style {
        let role = match stone {
            Stone::Black => Role::Black,
            Stone::White => Role::White,
        };
        self.on_board(role).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of text on a stone.
    #[must_use]
    pub fn on_stone(self, stone: Stone) -> Style {
        let (ground, letters) = match stone {
            Stone::Black => (Role::Black, Role::White),
            Stone::White => (Role::White, Role::Black),
        };
        let style = self.fg(letters).add_modifier(Modifier::BOLD);
        self.palette[ground].map_or(style, |ground| style.bg(ground.into()))
    }

    /// Returns the style of the lines between the boxes of a 3x3 board.
    #[must_use]
    pub fn lines(self) -> Style {
        self.fg(Role::Faint)
    }

    /// Returns the style of X if `cross` is true, or else of O, on a 3x3 board.
    #[must_use]
    pub fn mark(self, cross: bool) -> Style {
        self.fg(if cross { Role::Cross } else { Role::Nought }).add_modifier(Modifier::BOLD)
    }

    /// Returns `base` in the colour of the marks around the cursor.
    #[must_use]
    pub fn cursor(self, base: Style) -> Style {
        self.over(base, Role::Cursor)
    }

    /// Returns `base` in the colour of the marks in a box of a 3x3 board.
    #[must_use]
    pub fn sign(self, base: Style) -> Style {
        self.over(base, Role::Accent)
    }

    /// Returns `base` in the colour of the marks around the last move.
    #[must_use]
    pub fn last(self, base: Style) -> Style {
        self.over(base, Role::Last)
    }

    /// Returns `base` in the colour of a suggested point.
    #[must_use]
    pub fn hint(self, base: Style) -> Style {
        self.over(base, Role::Hint)
    }

    /// Returns `base` in the colour of a refused point.
    #[must_use]
    pub fn refused(self, base: Style) -> Style {
        self.over(base, Role::Cursor)
    }

    /// Returns `base` in the colour of a point where the rules forbid the user's stone.
    #[must_use]
    pub fn forbidden(self, base: Style) -> Style {
        self.over(base, Role::Cursor)
    }

    fn over(self, base: Style, role: Role) -> Style {
        match self.palette[role] {
            Some(colour) => base.fg(colour.into()),
            None => base,
        }
        .add_modifier(Modifier::BOLD)
    }

    /// Returns `base` with the emphasis of a winning run.
    #[must_use]
    pub fn won(self, base: Style) -> Style {
        base.add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }
}
