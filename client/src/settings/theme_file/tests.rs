//! Tests that all themes are legible, by the contrast ratio of WCAG 2.

use ratatui::style::Color;

use crate::{
    settings::NamedTheme,
    theme::{Depth, Palette, Rgb, Role},
};

const BLACK: Rgb = Rgb(0, 0, 0);
const WHITE: Rgb = Rgb(255, 255, 255);

fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}

fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the background that a theme is made for: the one with more contrast to its colours.
fn ground(palette: &Palette) -> Rgb {
    let sum = |ground| {
        let roles = [Role::Faint, Role::Accent, Role::Problem, Role::Good];
        roles.into_iter().filter_map(|role| palette[role]).map(|colour| contrast(colour, ground)).sum::<f64>()
    };
    if sum(BLACK) > sum(WHITE) { BLACK } else { WHITE }
}

fn differ(palette: &Palette, (one, other): (Role, Role), least: f64, theme: &str) {
    let (Some(a), Some(b)) = (palette[one], palette[other]) else { return };
    let found = contrast(a, b);
    assert!(found >= least, "{theme}: {one:?} on {other:?} has {found:.2}, less than {least}");
}

#[test]
fn measured_as_wcag_does() {
    assert!((contrast(BLACK, WHITE) - 21.0).abs() < 0.001);
    // The example that WCAG tools agree on: #767676 is the lightest grey that passes on white.
    assert!(contrast(Rgb(0x76, 0x76, 0x76), WHITE) >= 4.5);
    assert!(contrast(Rgb(0x77, 0x77, 0x77), WHITE) < 4.5);
}

#[test]
fn every_theme_can_be_read() {
    let themes = NamedTheme::built_in();
    assert_eq!(themes.len(), 5, "a file of a theme cannot be read");
    for NamedTheme { name, palette } in &themes {
        let ground = ground(palette);
        assert_eq!(ground == WHITE, ["light", "paper"].contains(&name.as_str()), "{name}");
        for role in
            [Role::Text, Role::Faint, Role::Accent, Role::Problem, Role::Good, Role::Cross, Role::Nought]
        {
            if let Some(colour) = palette[role] {
                let found = contrast(colour, ground);
                assert!(found >= 4.5, "{name}: {role:?} has {found:.2}");
            }
        }
        differ(palette, (Role::BannerText, Role::Banner), 4.5, name);
        for role in [Role::Black, Role::White, Role::Cursor, Role::Last, Role::Hint] {
            differ(palette, (role, Role::Board), 3.0, name);
        }
        differ(palette, (Role::Grid, Role::Board), 2.0, name);
        differ(palette, (Role::Black, Role::White), 4.5, name);
    }
}

#[test]
fn stones_are_told_apart_with_few_colours() {
    for NamedTheme { name, palette } in NamedTheme::built_in() {
        for depth in [Depth::Indexed, Depth::Sixteen] {
            let shown = |role| palette[role].map(|colour| depth.nearest(Color::from(colour)));
            let (black, white, board) = (shown(Role::Black), shown(Role::White), shown(Role::Board));
            assert!(black != white && black != board && white != board, "{name} at {depth:?}");
            for role in [Role::Cursor, Role::Last, Role::Hint, Role::Grid] {
                assert_ne!(shown(role), board, "{name}: {role:?} at {depth:?}");
            }
        }
    }
}

#[test]
fn files_of_themes_are_without_fault() {
    for name in ["okabe-ito", "paper", "wood"] {
        let text = std::fs::read_to_string(format!("{}/themes/{name}.toml", env!("CARGO_MANIFEST_DIR")));
        let (theme, problems) = NamedTheme::read(name, &text.unwrap(), name);
        assert_eq!((theme.is_some(), problems), (true, Vec::new()), "{name}");
    }
}

#[test]
fn a_bad_colour_is_told_and_the_rest_holds() {
    let text = "base = \"light\"\nboard = \"brown\"\nbord = \"#123456\"\ngrid = 3\naccent = \"default\"\ngood = \"#010203\"\n";
    let (theme, problems) = NamedTheme::read("mine", text, "mine.toml");
    let palette = theme.unwrap().palette;
    assert_eq!(palette, Palette::LIGHT.with(Role::Accent, None).with(Role::Good, Some(Rgb(1, 2, 3))));
    let lines: Vec<Option<usize>> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [Some(2), Some(3), Some(4)]);
    let (none, problems) = NamedTheme::read("mine", "a = \n[", "mine.toml");
    assert_eq!((none, problems[0].line), (None, Some(1)));
}
