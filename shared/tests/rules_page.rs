//! Checks the pictures in `docs/rules.md`.

#![allow(clippy::unwrap_used)]

use tengen_shared::rules::{Board, RuleSet, Stone, Variant, foul, wins_at};

/// Checks that a picture shows what its title says.
fn check(title: &str, rows: &[Vec<char>]) {
    let (rules, claim) = title.split_once(": ").unwrap();
    let rules = match rules {
        "freestyle" => RuleSet::Freestyle,
        "standard" => RuleSet::Standard,
        "caro" => RuleSet::Caro,
        "renju" => RuleSet::Renju,
        other => panic!("no rule set is called {other}"),
    };
    let side = |length: usize| u8::try_from(length).unwrap();
    let variant = Variant::new(side(rows[0].len()), side(rows.len()), 5, rules).unwrap();
    let (mut board, mut asked) = (Board::new(variant), None);
    for (point, cell) in variant.reading_order().zip(rows.concat()) {
        match cell {
            'x' => board.set(point, Some(Stone::Black)),
            'o' => board.set(point, Some(Stone::White)),
            '*' => asked = Some(point),
            '.' => {}
            other => panic!("{title}: {other}"),
        }
    }
    let point = asked.unwrap();
    let shown = match wins_at(&board, point, Stone::Black) {
        true => "x wins".to_owned(),
        false if rules != RuleSet::Renju => "x does not win".to_owned(),
        false => foul(&board, point).map_or("allowed".to_owned(), |foul| foul.to_string()),
    };
    assert_eq!(shown, claim, "{title} {point}");
}

#[test]
fn every_picture_shows_what_it_says() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md");
    let text = std::fs::read_to_string(page).unwrap();
    let mut pictures = 0;
    for block in text.split("```text\n").skip(1) {
        let mut lines = block.split_once("```").unwrap().0.lines();
        let title = lines.next().unwrap();
        let rows: Vec<Vec<char>> =
            lines.map(|line| line.chars().filter(|cell| *cell != ' ').collect()).collect();
        check(title, &rows);
        pictures += 1;
    }
    assert!(pictures >= 10, "{pictures}");
}
