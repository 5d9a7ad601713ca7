//! Draws the form that creates or changes a room.

use ratatui::{buffer::Buffer, layout::Rect};
use tengen_session::{opening, settings::Setting, terms, text::Lang};
use tengen_shared::{game::Seat, rules::Variant};

use crate::{
    input::{TextInput, Typed},
    intent::{Mode, Starter},
    layout::rows::Rows,
    screen::form::{ChangeBy, CreateForm, Field, VariantChoice},
    theme::Theme,
    view::{
        choices::{choices, rules},
        columns::fit,
        parts::paragraph,
        typed,
    },
};

pub(crate) fn draw(
    form: &CreateForm,
    lang: Lang,
    (head, rows): (Rect, &Rows),
    buffer: &mut Buffer,
    theme: Theme,
) {
    paragraph(about(form, lang), theme.strong(), head, buffer);
    let (fields, typed) = (form.fields(), typing(form));
    let text = |row: usize| match fields.get(row) {
        Some(field) if *field == form.cursor && typed.is_some() => name(form, *field, lang),
        Some(field) => line(form, *field, lang),
        None => String::new(),
    };
    choices(rows, form.cursor_row(), text, buffer, theme);
    let row = rows.rects().find(|(row, _)| *row == form.cursor_row());
    if let (Some(typed), Some((_, row))) = (&typed, row) {
        let left = VALUE.min(row.width);
        let area = Rect { x: row.x + left, width: row.width - left, ..row };
        typed::line(typed, theme.selected(), area, buffer);
    }
}

/// Returns the explanation of the field under the cursor.
fn about(form: &CreateForm, lang: Lang) -> String {
    match form.cursor {
        Field::Setting(Setting::Clock) if form.own_clock.is_none() => {
            return terms::about_clock(form.settings.clock, lang);
        }
        Field::Setting(Setting::Opening) => opening::about(form.settings.opening, lang),
        Field::Setting(setting) => setting.about(lang),
        Field::Opponent => lang.about_players(),
        Field::Level(seat) => terms::about_bot(form.ai(seat), lang),
        Field::Depth(_) => lang.about_depth(),
        Field::Guest => lang.about_guest(),
        Field::Starter => lang.about_starter(),
        Field::OwnClock => lang.about_own_clock(),
        Field::More if form.mode == Mode::Local => lang.about_more_here(),
        Field::More => lang.about_more(),
        Field::Passphrase => lang.about_passphrase(),
        Field::Variant | Field::Width | Field::Height | Field::WinLength | Field::Runs | Field::Start => {
            return form.variant().map(|variant| rules(variant, lang)).unwrap_or_default();
        }
    }
    .to_owned()
}

/// The text field under the cursor, if there is one.
fn typing(form: &CreateForm) -> Option<Typed> {
    match form.cursor {
        Field::Guest => Some(form.guest.typed()),
        Field::OwnClock => form.own_clock.as_ref().map(TextInput::typed),
        Field::Passphrase if !form.keeps_secret() => Some(form.secret.typed()),
        _ => None,
    }
}

/// The width of the labels, in columns.
const LABEL: usize = 16;
/// Where a text field begins in its row: after the cursor sign, the label and a space.
const VALUE: u16 = 2 + 16 + 1;

fn line(form: &CreateForm, field: Field, lang: Lang) -> String {
    let (label, value) = (fit(&name(form, field, lang), LABEL), value(form, field, lang));
    match field {
        Field::Start => start(form, lang).to_owned(),
        Field::Guest | Field::OwnClock | Field::Passphrase => format!("{label} {value}"),
        _ => format!("{label}‹ {value} ›"),
    }
}

/// Returns the label. The less common settings are indented below their heading.
fn name(form: &CreateForm, field: Field, lang: Lang) -> String {
    let is_below = form.changed().is_none() && form.seldom_changed().contains(&field);
    let indent = if is_below { "  " } else { "" };
    format!("{indent}{}", label(field, lang))
}

/// Returns the text of the start button.
fn start(form: &CreateForm, lang: Lang) -> &'static str {
    match form.changed().map(|change| change.by) {
        None => lang.form_start(),
        Some(ChangeBy::Host) => lang.form_change(),
        Some(ChangeBy::Consent) => lang.form_ask(),
    }
}

const fn label(field: Field, lang: Lang) -> &'static str {
    match field {
        Field::Variant => lang.form_board(),
        Field::Width => lang.form_width(),
        Field::Height => lang.form_height(),
        Field::WinLength => lang.form_win_length(),
        Field::Runs => lang.form_runs(),
        Field::Opponent => lang.form_opponent(),
        Field::Level(Seat::One) => lang.form_level(),
        Field::Level(Seat::Two) => lang.form_second_level(),
        Field::Depth(_) => lang.form_depth(),
        Field::OwnClock => lang.form_own_clock(),
        Field::Guest => lang.form_guest(),
        Field::Starter => lang.form_starter(),
        Field::Setting(setting) => setting.label(lang),
        Field::More => lang.form_more(),
        Field::Passphrase => lang.form_passphrase(),
        Field::Start => "",
    }
}

fn value(form: &CreateForm, field: Field, lang: Lang) -> String {
    match field {
        Field::Variant => match form.variant {
            VariantChoice::Named(index) => {
                Variant::NAMED.get(index).map(|(_, variant)| terms::board(*variant, lang)).unwrap_or_default()
            }
            VariantChoice::Custom => lang.form_own_board().to_owned(),
        },
        Field::Width => form.custom.width.to_string(),
        Field::Height => form.custom.height.to_string(),
        Field::WinLength => form.custom.win_length.to_string(),
        Field::Runs => terms::rules(form.custom.runs, lang).to_owned(),
        Field::Opponent => form.opponent.title(lang).to_owned(),
        Field::Level(seat) => form.ai(seat).without_depth().to_string(),
        Field::Depth(seat) => match form.ai(seat).depth() {
            Some(depth) => depth.to_string(),
            None => lang.form_depth_usual().to_owned(),
        },
        Field::OwnClock => form.own_clock.as_ref().map(|text| text.text().to_owned()).unwrap_or_default(),
        Field::Guest => form.guest.text().to_owned(),
        Field::Starter => starter(form, lang).to_owned(),
        Field::Setting(Setting::Clock) if form.own_clock.is_some() => lang.form_clock_custom().to_owned(),
        Field::Setting(setting) => setting.shown(&form.settings, lang),
        Field::More => if form.more { lang.form_shown() } else { lang.form_hidden() }.to_owned(),
        Field::Passphrase if form.keeps_secret() => lang.form_as_it_is().to_owned(),
        Field::Passphrase => form.secret.typed().whole(),
        Field::Start => String::new(),
    }
}

const fn starter(form: &CreateForm, lang: Lang) -> &'static str {
    match form.starter {
        Starter::Me => lang.form_you(),
        Starter::Opponent => form.opponent.other(lang),
    }
}
