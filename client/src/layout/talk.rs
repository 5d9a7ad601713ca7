//! Where the talk of a room stands while a line is typed, and how its lines break.

use ratatui::layout::Rect;
use tengen_shared::game::{Millis, PlayerId, Said};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Popup, Rows};
use crate::{
    model::{ChatBox, Model, RoomView},
    text::Lang,
};

/// How far the further rows of a line are set in.
const INDENT: usize = 2;
/// The rows of the panel that are no talk while a line is typed: the title and the line.
pub(super) const AROUND: u16 = 2;

/// A row of talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkRow {
    /// When and by whom; only where a line begins.
    pub head: String,
    /// What.
    pub text: String,
    /// Whether the user has said it.
    pub own: bool,
}

/// The talk with a line to type in, in its panel.
pub(super) fn typing(chat: &ChatBox, model: &Model, panel: Rect) -> Popup {
    let inner = Rect { y: panel.y + 1, height: panel.height.saturating_sub(AROUND), ..panel };
    let count = model.rooms.get(&chat.room).map_or(0, |view| rows(model, view, inner.width, true).len());
    let first = count.saturating_sub(usize::from(inner.height) + chat.scroll);
    Popup { area: panel, rows: Rows::scrolled(inner, count, first) }
}

/// All rows of the talk in `view`'s room that the user hears.
#[must_use]
pub fn rows(model: &Model, view: &RoomView, width: u16, timed: bool) -> Vec<TalkRow> {
    let lines = model.heard(view);
    lines.flat_map(|said| rows_of(said, model.me.player, (width, timed), model.lang)).collect()
}

/// The rows of one line.
#[must_use]
pub fn rows_of(said: &Said, me: Option<PlayerId>, (width, timed): (u16, bool), lang: Lang) -> Vec<TalkRow> {
    let own = me == Some(said.line.player);
    let time = if timed { format!("{} ", time_of_day(said.time)) } else { String::new() };
    let who = if own { lang.chat_self().to_owned() } else { format!("{}:", said.line.name) };
    let head = format!("{time}{who} ");
    let broken = break_words(&format!("{head}{}", said.line.text), usize::from(width));
    let row = |(index, row): (usize, String)| match row.strip_prefix(&head) {
        Some(text) if index == 0 => TalkRow { head: head.clone(), text: text.to_owned(), own },
        _ => TalkRow { head: String::new(), text: row, own },
    };
    broken.into_iter().enumerate().map(row).collect()
}

/// Hours and minutes, in UTC.
#[must_use]
pub fn time_of_day(time: Millis) -> String {
    let minutes = time / 60_000 % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Breaks a line between words, or within a word that is longer than a row. Every row is at most `width` columns
/// wide, if a character is not wider than that.
fn break_words(text: &str, width: usize) -> Vec<String> {
    let indent = if width > 4 * INDENT { " ".repeat(INDENT) } else { String::new() };
    let mut rows = vec![String::new()];
    let mut used = 0;
    let mut fresh = true;
    for word in text.split(' ') {
        let gap = usize::from(!fresh);
        let fits = used + gap + word.width() <= width;
        if !fits && !fresh && indent.len() + word.width() <= width {
            rows.push(indent.clone());
            (used, fresh) = (indent.len(), true);
        }
        for c in (!fresh).then_some(' ').into_iter().chain(word.chars()) {
            let columns = c.width().unwrap_or(0);
            if used + columns > width && used > 0 {
                rows.push(indent.clone());
                used = indent.len();
            }
            if let Some(row) = rows.last_mut() {
                row.push(c);
            }
            used += columns;
        }
        fresh = false;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(break_words("Bob: good luck and have fun", 14), ["Bob: good luck", "  and have fun"]);
        assert_eq!(break_words("Bob: abcdefghijklmnopqrst", 12), ["Bob: abcdefg", "  hijklmnopq", "  rst"]);
        assert_eq!(break_words("", 12), [""]);
        assert_eq!(break_words("a b", 1), ["a", "b"]);
    }

    #[test]
    fn no_row_is_wider_than_allowed_and_nothing_is_lost() {
        for text in [
            "天元 天元天元天元 天元天 a 元天元天元天元天元天元",
            "e\u{301}e\u{301} e\u{301}e\u{301}e\u{301}e\u{301}",
            "a  b   c ",
            "x",
        ] {
            for width in 2..40 {
                let rows = break_words(text, width);
                assert!(rows.iter().all(|row| row.width() <= width), "{rows:?} in {width}");
                let solid = |text: &str| text.replace(' ', "");
                assert_eq!(solid(&rows.concat()), solid(text));
            }
        }
    }
}
