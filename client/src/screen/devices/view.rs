//! Draws the list of devices.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{
    devices::{Known, label as name_of},
    terms::plural,
};

use super::{DevicesScreen, days};
use crate::{
    action::Action,
    keymap::Context,
    layout::rows::Rows,
    model::Model,
    view::{
        choices::choices,
        columns::{cut, fit},
        parts::line_of,
        question::question,
    },
};

/// The width of a day, in columns.
const DAY: usize = 11;
/// The greatest width of a device's name, in columns.
const NAME: usize = 40;
/// The least width for rows with both days.
const WIDE: usize = 60;

pub(crate) fn draw(model: &Model, screen: &DevicesScreen, (head, rows): (Rect, &Rows), buffer: &mut Buffer) {
    let (theme, lang, width) = (model.theme, model.lang, usize::from(head.width));
    let name = model.me.here();
    let count = screen.devices.keys().len();
    let first = match screen.devices.known() {
        Known::Nothing => lang.asking_for_devices().to_owned(),
        Known::Refused(why) => lang.no_devices(why),
        Known::All(_) => {
            lang.devices_of(name.as_str(), count, plural(u64::try_from(count).unwrap_or(u64::MAX)))
        }
    };
    let key = |action| model.key(Context::Devices, action);
    let (second, third) = match screen.devices.code() {
        Some((code, left)) => {
            let minutes = left.as_secs().div_ceil(60);
            (lang.device_code(&code.to_string(), minutes), lang.device_code_how(&key(Action::Code)))
        }
        None => (lang.device_keys(&key(Action::New), &key(Action::Code)), String::new()),
    };
    let style = if screen.devices.code().is_some() { theme.strong() } else { theme.faint() };
    Line::styled(cut(&first, width), theme.strong()).render(line_of(head, 0), buffer);
    Line::styled(cut(&second, width), style).render(line_of(head, 1), buffer);
    Line::styled(cut(&third, width), theme.faint()).render(line_of(head, 2), buffer);
    let days_shown = if width < WIDE { 1 } else { 2 };
    let name_width = width.saturating_sub(2 + days_shown * (DAY + 1)).min(NAME);
    let line = |device: &str, [added, used]: [&str; 2]| {
        let added = if width < WIDE { String::new() } else { format!("{} ", fit(added, DAY)) };
        format!("{} {added}{used}", fit(device, name_width))
    };
    if count > 0 {
        let heads = line(lang.head_device(), [lang.head_added(), lang.head_used()]);
        Line::styled(cut(&format!("  {heads}"), width), theme.faint()).render(line_of(head, 3), buffer);
    }
    let label = |row: usize| {
        let Some(key) = screen.devices.keys().get(row) else { return String::new() };
        let [added, used] = days(key, lang, &model.zone);
        line(&name_of(key, lang), [&added, &used])
    };
    choices(rows, screen.cursor, label, buffer, theme);
}

/// Draws the field for a code from another device.
pub(crate) fn draw_field(model: &Model, screen: &DevicesScreen, area: Rect, buffer: &mut Buffer) {
    if let Some(input) = &screen.typing {
        let ask = model.lang.ask_device_code(model.me.here().as_str());
        question(&ask, &input.typed(), area, buffer, model.theme);
    }
}
