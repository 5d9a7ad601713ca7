//! Colours and attributes. Whatever a colour says is also said by a shape or a word.

use ratatui::style::{Color, Modifier, Style};
use tengen_shared::rules::Stone;

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether colours are used at all.
    pub colour: bool,
}

impl Theme {
    /// Colours, unless the environment has `NO_COLOR`.
    #[must_use]
    pub fn from_environment() -> Self {
        Self { colour: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn fg(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    fn on(self, fg: u8, bg: u8) -> Style {
        if self.colour { Style::new().fg(Color::Indexed(fg)).bg(Color::Indexed(bg)) } else { Style::new() }
    }

    /// The first line.
    #[must_use]
    pub fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is good to know but not important.
    #[must_use]
    pub fn faint(self) -> Style {
        self.fg(Color::DarkGray)
    }

    /// What stands out.
    #[must_use]
    pub fn strong(self) -> Style {
        self.fg(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// A refusal or a lost connection.
    #[must_use]
    pub fn problem(self) -> Style {
        self.fg(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// It is the user's turn, or the user has won.
    #[must_use]
    pub fn good(self) -> Style {
        self.fg(Color::LightGreen).add_modifier(Modifier::BOLD)
    }

    /// The row under the cursor.
    #[must_use]
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The lines of a large board.
    #[must_use]
    pub fn wood(self) -> Style {
        self.on(94, 179)
    }

    /// A stone on a large board.
    #[must_use]
    pub fn stone(self, stone: Stone) -> Style {
        match stone {
            Stone::Black => self.on(16, 179),
            Stone::White => self.on(231, 179),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The lines between the boxes of a 3x3 board.
    #[must_use]
    pub fn lines(self) -> Style {
        self.fg(Color::DarkGray)
    }

    /// X or O on a 3x3 board.
    #[must_use]
    pub fn mark(self, cross: bool) -> Style {
        self.fg(if cross { Color::LightBlue } else { Color::LightYellow }).add_modifier(Modifier::BOLD)
    }

    /// The signs round the cursor.
    #[must_use]
    pub fn cursor(self, base: Style) -> Style {
        let style = if self.colour { base.fg(Color::Indexed(160)) } else { base };
        style.add_modifier(Modifier::BOLD)
    }

    /// A stone of the winning run.
    #[must_use]
    pub fn won(self, base: Style) -> Style {
        base.add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }
}
