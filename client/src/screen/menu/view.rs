//! Draws the start screen.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};

use crate::{
    intent::MenuItem,
    keymap::Context,
    layout::rows::Rows,
    model::Model,
    screen::menu::{
        MenuScreen, action_of,
        layout::{LOGO_HEIGHT, menu_items},
    },
    theme::Charset,
    view::{columns::fit, parts::line_of},
};

/// A board with a stone on its centre, which is the meaning of "tengen".
const LOGO: [&str; 5] = ["┌─┬─┬─┬─┐", "├─┼─┼─┼─┤", "├─┼─●─┼─┤", "├─┼─┼─┼─┤", "└─┴─┴─┴─┘"];

pub(crate) fn draw(model: &Model, menu: MenuScreen, (head, rows): (Rect, &Rows), buffer: &mut Buffer) {
    let theme = model.theme;
    let below = if head.height >= LOGO_HEIGHT {
        logo(model, head, buffer);
        6
    } else {
        0
    };
    let words = model.lang.welcome(model.me.here().as_str());
    Line::styled(words, theme.strong()).render(line_of(head, below), buffer);
    let items = menu_items(model);
    let width = usize::from(rows.area.width);
    for (row, area) in rows.rects() {
        let Some(item) = items.get(row) else { continue };
        let key = model.keymap.key_of(Context::Menu, action_of(*item)).unwrap_or_default();
        let selected = *item == menu.item;
        let sign = if selected { "▸ " } else { "  " };
        let label = fit(&format!(" {}", label(model, *item)), width.saturating_sub(5));
        let (keys, text) =
            if selected { (theme.selected(), theme.selected()) } else { (theme.strong(), Style::new()) };
        let line = Line::from(vec![
            Span::styled(sign, if selected { theme.selected() } else { theme.faint() }),
            Span::styled(fit(&key, 3), keys),
            Span::styled(label, text),
        ]);
        line.render(area, buffer);
    }
}

fn label(model: &Model, item: MenuItem) -> String {
    match (item, &model.offered) {
        (MenuItem::GoOn, Some(kept)) => {
            let room = kept.room.as_str();
            match &kept.address {
                None => model.lang.go_on_local(room),
                Some(address) => model.lang.go_on_at(room, &address.to_string()),
            }
        }
        _ => item.label(model.lang).to_owned(),
    }
}

fn logo(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    for (row, text) in (0..).zip(LOGO) {
        let place = line_of(area, row);
        let mut spans = vec![Span::styled(" ", theme.wood())];
        for c in text.chars() {
            let style =
                if c == '●' { theme.stone(tengen_shared::rules::Stone::Black) } else { theme.wood() };
            spans.push(Span::styled(c.to_string(), style));
        }
        spans.push(Span::styled(" ", theme.wood()));
        match row {
            1 => {
                let name =
                    if theme.charset == Charset::Ascii { "T E N G E N" } else { "T E N G E N   天元" };
                spans.push(Span::styled(format!("   {name}"), theme.title()));
            }
            3 => spans.push(Span::styled(format!("   {}", model.lang.motto()), theme.faint())),
            _ => {}
        }
        Line::from(spans).render(place, buffer);
    }
}
