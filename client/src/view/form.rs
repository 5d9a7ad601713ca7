//! The form that makes a room.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_shared::{
    game::{FirstMove, HintRule, ThoughtRule, VerdictRule},
    rules::{Runs, Variant},
};

use super::{
    line_of,
    menu::{choices, rules},
};
use crate::{
    layout::Rows,
    model::{CreateForm, Field, Opponent, Starter, VariantChoice},
    theme::Theme,
};

pub(super) fn draw(form: &CreateForm, (head, rows): (Rect, &Rows), buffer: &mut Buffer, theme: Theme) {
    let rules = form.variant().map(rules).unwrap_or_default();
    Line::styled(rules, theme.strong()).render(line_of(head, 0), buffer);
    let fields = form.fields();
    let label = |row: usize| fields.get(row).map_or(String::new(), |field| line(form, *field));
    choices(rows, form.cursor_row(), label, buffer, theme);
}

fn line(form: &CreateForm, field: Field) -> String {
    let value = value(form, field);
    match field {
        Field::Start => "Start".to_owned(),
        Field::Guest => format!("{:<17}{value}_", label(field)),
        _ => format!("{:<16}‹ {value} ›", label(field)),
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
        Field::FirstMove => match form.first_move {
            FirstMove::Alternate => "each in turn".to_owned(),
            FirstMove::LoserFirst => "the loser".to_owned(),
            FirstMove::WinnerFirst => "the winner".to_owned(),
            FirstMove::Fixed => "always the same".to_owned(),
        },
        Field::ThinkTime => format!("{} s at least", f32::from(form.think_ms) / 1_000.0),
        Field::More => if form.more { "shown" } else { "hidden" }.to_owned(),
        Field::Hints => hints(form.hints).to_owned(),
        Field::Thoughts => thoughts(form.thoughts).to_owned(),
        Field::Verdicts => verdicts(form.verdicts).to_owned(),
        Field::AiGames => match form.ai_games.games() {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        },
        Field::Start => String::new(),
    }
}

const fn hints(rule: HintRule) -> &'static str {
    match rule {
        HintRule::AgainstAi => "against the AI",
        HintRule::Always => "always",
        HintRule::Never => "never",
    }
}

const fn thoughts(rule: ThoughtRule) -> &'static str {
    match rule {
        ThoughtRule::Live => "with each move",
        ThoughtRule::AfterGame => "after the game",
        ThoughtRule::Never => "never",
    }
}

const fn verdicts(rule: VerdictRule) -> &'static str {
    match rule {
        VerdictRule::Classic => "not by master",
        VerdictRule::Always => "by any AI",
        VerdictRule::Never => "never",
    }
}
