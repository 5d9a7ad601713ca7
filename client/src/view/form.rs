//! The form that makes a room.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_shared::rules::{Runs, Variant};

use super::{
    line_of,
    menu::{choices, rules},
};
use crate::{
    layout::Rows,
    model::{ChangeBy, CreateForm, Field, Opponent, Starter, VariantChoice},
    terms,
    text::Lang,
    theme::Theme,
};

pub(super) fn draw(
    form: &CreateForm,
    lang: Lang,
    (head, rows): (Rect, &Rows),
    buffer: &mut Buffer,
    theme: Theme,
) {
    let rules = form.variant().map(|variant| rules(variant, lang)).unwrap_or_default();
    Line::styled(rules, theme.strong()).render(line_of(head, 0), buffer);
    let fields = form.fields();
    let label = |row: usize| fields.get(row).map_or(String::new(), |field| line(form, *field));
    choices(rows, form.cursor_row(), label, buffer, theme);
}

fn line(form: &CreateForm, field: Field) -> String {
    let value = value(form, field);
    match field {
        Field::Start => start(form).to_owned(),
        Field::Guest | Field::Passphrase => format!("{:<17}{value}_", label(field)),
        _ => format!("{:<16}‹ {value} ›", label(field)),
    }
}

/// What the last line does.
fn start(form: &CreateForm) -> &'static str {
    match form.changed().map(|change| change.by) {
        None => "Start",
        Some(ChangeBy::Host) => "Change",
        Some(ChangeBy::Consent) => "Ask the other player",
    }
}

const fn label(field: Field) -> &'static str {
    match field {
        Field::Variant => "Board",
        Field::Width => "  Columns",
        Field::Height => "  Rows",
        Field::WinLength => "  In a row",
        Field::Runs => "  Longer runs",
        Field::Opponent => "Opponent",
        Field::Level => "  Level",
        Field::SecondLevel => "  Against",
        Field::Guest => "  Their name",
        Field::Starter => "Begins",
        Field::FirstMove => "Then begins",
        Field::ThinkTime => "AI takes",
        Field::More => "More settings",
        Field::Hints => "  Hints",
        Field::Thoughts => "  AI's thoughts",
        Field::Verdicts => "  Win foretold",
        Field::AiGames => "  Pause after",
        Field::Clock => "  Clock",
        Field::Access => "  Access",
        Field::Passphrase => "  Passphrase",
        Field::Spectators => "  Watching",
        Field::Start => "",
    }
}

fn value(form: &CreateForm, field: Field) -> String {
    match field {
        Field::Variant => match form.variant {
            VariantChoice::Named(index) => Variant::NAMED.get(index).map_or("", |(name, _)| *name).to_owned(),
            VariantChoice::Custom => "your own".to_owned(),
        },
        Field::Width => form.custom.width.to_string(),
        Field::Height => form.custom.height.to_string(),
        Field::WinLength => form.custom.win_length.to_string(),
        Field::Runs => match form.custom.runs {
            Runs::AtLeast => "win, too".to_owned(),
            Runs::Exactly => "do not win".to_owned(),
        },
        Field::Opponent => match form.opponent {
            Opponent::Ai => "the AI".to_owned(),
            Opponent::Open => "whoever joins".to_owned(),
            Opponent::Here => "a friend here".to_owned(),
            Opponent::TwoAis => "none: two AIs".to_owned(),
        },
        Field::Level => form.bot().to_string(),
        Field::SecondLevel => form.second_bot().to_string(),
        Field::Guest => form.guest.text().to_owned(),
        Field::Starter => match (form.starter, form.opponent) {
            (Starter::Me, _) => "you".to_owned(),
            (Starter::Opponent, Opponent::Ai | Opponent::TwoAis) => "the AI".to_owned(),
            (Starter::Opponent, Opponent::Open | Opponent::Here) => "the other".to_owned(),
        },
        Field::FirstMove => terms::first_move(form.first_move).to_owned(),
        Field::ThinkTime => terms::think_time(form.think_ms),
        Field::More => if form.more { "shown" } else { "hidden" }.to_owned(),
        Field::Hints => terms::hints(form.hints).to_owned(),
        Field::Thoughts => terms::thoughts(form.thoughts).to_owned(),
        Field::Verdicts => terms::verdicts(form.verdicts).to_owned(),
        Field::AiGames => terms::ai_games(form.ai_games),
        Field::Clock => terms::clock(form.clock),
        Field::Access => terms::access(form.access).to_owned(),
        Field::Passphrase if form.keeps_secret() => "(as it is) ".to_owned(),
        Field::Passphrase => form.secret.visible(),
        Field::Spectators => terms::spectators(form.spectators).to_owned(),
        Field::Start => String::new(),
    }
}
