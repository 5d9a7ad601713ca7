//! The last step of drawing: replaces colours and characters that the terminal cannot show.

use ratatui::{buffer::Buffer, style::Color};

use super::{Charset, Depth, Theme};

impl Theme {
    /// Replaces the colours and characters in `buffer` that the terminal cannot show.
    pub fn fit(self, buffer: &mut Buffer) {
        if self.depth == Depth::True && self.charset == Charset::Unicode {
            return;
        }
        // Adjacent cells mostly have the same colour, so look up only a changed one.
        let mut last = (Color::Reset, Color::Reset);
        let mut nearest = |colour: Color| {
            if last.0 != colour {
                last = (colour, self.depth.nearest(colour));
            }
            last.1
        };
        for cell in &mut buffer.content {
            cell.fg = nearest(cell.fg);
            cell.bg = nearest(cell.bg);
            if self.charset == Charset::Ascii && !cell.symbol().is_ascii() {
                // A letter with a combining mark loses only the mark.
                match cell.symbol().chars().next().filter(char::is_ascii) {
                    Some(letter) => cell.set_char(letter),
                    None => cell.set_symbol(plain(cell.symbol())),
                };
            }
        }
    }
}

/// Returns the ASCII replacement of `symbol`.
fn plain(symbol: &str) -> &'static str {
    match symbol {
        "●" => "X",
        "○" => "O",
        "◆" => "#",
        "◇" => "@",
        "─" | "═" | "╌" | "━" | "–" | "—" | "·" | "−" => "-",
        "│" | "║" | "┃" => "|",
        "┌" | "┐" | "└" | "┘" | "├" | "┤" | "┬" | "┴" | "┼" | "╭" | "╮" | "╰" | "╯" => {
            "+"
        }
        "▶" | "▸" | "→" | "›" | "❯" => ">",
        "╋" => "+",
        "◦" => "o",
        "◀" | "◂" | "←" | "‹" => "<",
        "↑" | "▲" => "^",
        "↓" | "▼" => "v",
        "…" => "~",
        "•" | "★" | "✦" => "*",
        "█" | "▓" | "▒" | "▇" | "▆" | "▅" | "▄" | "▀" | "▌" | "▐" => "#",
        "░" | "▃" | "▂" | "▁" => ".",
        "×" | "✗" => "x",
        "✓" => "+",
        "‘" | "’" => "'",
        "“" | "”" => "\"",
        "，" | "、" => ",",
        "。" => ".",
        "：" => ":",
        "；" => ";",
        "（" => "(",
        "）" => ")",
        "\u{a0}" | "\u{3000}" => " ",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{layout::Rect, style::Style};

    use super::*;

    #[test]
    fn a_plain_picture_keeps_its_columns() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 1));
        buffer.set_string(0, 0, "天●e\u{301}…x", Style::new().fg(Color::Rgb(255, 0, 0)));
        let theme = Theme { charset: Charset::Ascii, depth: Depth::None, ..Theme::default() };
        theme.fit(&mut buffer);
        let symbols: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(symbols, "? Xe~x  ");
        assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset));
    }
}
