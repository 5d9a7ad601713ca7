//! Draws the parts of a static value, one row for each.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, widgets::Widget};
use tengen_session::{
    parts::{in_words, place},
    terms::{grouped, plural},
    text::Lang,
};
use tengen_shared::rules::search::{Part, Parts};
use unicode_width::UnicodeWidthStr;

use crate::{
    layout::rows::Rows,
    screen::thinking::{Answer, Apart},
    theme::Theme,
    view::{
        columns::{cut, fit},
        parts::{line_of, paragraph},
    },
};

/// The lines of the head with the sum and with what is left out, below the title.
const SUM: u16 = 1;
const LEFT_OUT: u16 = 2;

pub(super) fn draw(
    apart: &Apart,
    (head, rows, words): (Rect, &Rows, Option<Rect>),
    buffer: &mut Buffer,
    theme: Theme,
    lang: Lang,
) {
    let Parts { value, parts, left_out, rest } = match &apart.answer {
        Answer::Awaited => return paragraph(lang.parts_asking().to_owned(), Style::new(), rows.area, buffer),
        Answer::Refused(why) => return paragraph(why.clone(), Style::new(), rows.area, buffer),
        Answer::Shown(parts) => parts,
    };
    let path: Vec<String> = apart.path.iter().map(ToString::to_string).collect();
    let sum = format!("{}  {}", path.join(" "), lang.parts_sum(&signed(*value, "")));
    Line::styled(cut(&sum, usize::from(head.width)), theme.strong()).render(line_of(head, SUM), buffer);
    if *left_out > 0 {
        let more = lang.parts_more(*left_out, plural((*left_out).into()), &signed(*rest, "+"));
        Line::styled(more, theme.faint()).render(line_of(head, LEFT_OUT), buffer);
    }
    if parts.is_empty() {
        paragraph(lang.parts_none().to_owned(), theme.faint(), rows.area, buffer);
    }
    let widest = |text: &dyn Fn(&Part) -> String| parts.iter().map(|part| text(part).width()).max();
    let adds = |part: &Part| signed(part.adds, "+");
    let (numbers, places) = (widest(&adds).unwrap_or(0), widest(&place).unwrap_or(0));
    for (row, area) in rows.rects() {
        let Some(part) = parts.get(row) else { continue };
        let (style, sign) = if row == apart.cursor { (theme.selected(), '>') } else { (Style::new(), ' ') };
        let mut text = format!("{sign}{:>numbers$}  {:places$}", adds(part), place(part));
        if words.is_none() {
            text += &format!("  {}", in_words(part, lang));
        }
        Line::styled(fit(&text, usize::from(area.width)), style).render(area, buffer);
    }
    if let (Some(words), Some(part)) = (words, parts.get(apart.cursor)) {
        paragraph(in_words(part, lang), Style::new(), words, buffer);
    }
}

/// Returns a number with a sign and with its digits in groups. `plus` is the sign of numbers above 0.
fn signed(value: i64, plus: &str) -> String {
    let sign = match value {
        ..0 => "-",
        0 => "",
        _ => plus,
    };
    format!("{sign}{}", grouped(value.unsigned_abs()))
}
