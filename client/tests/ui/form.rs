//! The form that makes a room: the lines that are seldom changed, and what is sent.

use crossterm::event::KeyCode;
use tengen_client::{
    intent::Mode,
    screen::form::{CreateForm, Field, VariantChoice},
};
use tengen_session::{
    opponent::Opponent,
    settings::{self, Setting},
};
use tengen_shared::{
    game::{AiGames, HintRule, PerSeat, SeatPlan, Settings, ThoughtRule, VerdictRule},
    protocol::{Cmd, Request},
    rules::{EngineName, Variant},
};

use crate::bench::Bench;

/// The form for a game against the AI, the cursor on the line that opens the others.
fn on_more(width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    bench.keys("ak");
    bench.shows("> More options    ‹ hidden ›");
    bench
}

#[test]
fn enter_opens_and_closes_the_further_options() {
    let mut bench = on_more(80, 24);
    bench.shows("Enter show");
    bench.keys("\n");
    bench.shows("> More options    ‹ shown ›");
    bench.shows("Enter hide");
    bench.keys("\n");
    bench.shows("> More options    ‹ hidden ›");
    let creates = |cmd: &Cmd| matches!(cmd, Cmd::Request(Request::Create { .. }));
    assert!(!bench.take_sent().iter().any(creates));
}

fn created(bench: &mut Bench) -> (Settings, PerSeat<SeatPlan>) {
    let sent = bench.take_sent();
    let create = |cmd: &Cmd| match cmd {
        Cmd::Request(Request::Create { settings, seats, passphrase: None }) => {
            Some((*settings, seats.clone()))
        }
        _ => None,
    };
    sent.iter().find_map(create).unwrap_or_else(|| panic!("{sent:?}"))
}

/// Goes down to the last line and starts.
fn start(bench: &mut Bench) -> (Settings, PerSeat<SeatPlan>) {
    (0..20).find(|_| {
        bench.keys("j");
        bench.screen().contains("> Start")
    });
    bench.keys("\n");
    created(bench)
}

#[test]
fn pictures() {
    let mut bench = on_more(80, 24);
    bench.keys("ljljj");
    insta::assert_snapshot!("form_more_80x24", bench.screen());
    let mut bench = on_more(40, 16);
    insta::assert_snapshot!("form_40x16", bench.screen());
    bench.keys("ljjj");
    insta::assert_snapshot!("form_more_40x16", bench.screen());
}

#[test]
fn what_is_seldom_changed_is_hidden_first_and_then_sent_as_it_was_chosen() {
    let mut bench = on_more(80, 24);
    assert!(!bench.screen().contains("Hints  "));
    bench.keys("l");
    bench.shows("More options    ‹ shown ›");
    bench.keys("jl");
    bench.shows(">   Hints         ‹ always ›");
    bench.keys("jh");
    bench.shows(">   Evaluation    ‹ each move ›");
    assert!(!bench.screen().contains("Pause after"), "only two AIs pause");
    let (settings, _) = start(&mut bench);
    let usual = settings::usual(Variant::TICTACTOE);
    let (hints, thoughts, verdicts) = (HintRule::Always, ThoughtRule::Live, VerdictRule::Always);
    assert_eq!(settings, Settings { hints, thoughts, verdicts, ..usual });
}

#[test]
fn what_is_hidden_again_keeps_its_value_and_every_value_comes_round() {
    let mut bench = on_more(80, 24);
    bench.keys("lj");
    for value in ["always", "never", "against the AI", "always"] {
        bench.keys("l");
        bench.shows(&format!("Hints         ‹ {value} ›"));
    }
    bench.keys("j");
    for value in ["never", "each move", "after the game"] {
        bench.keys("l");
        bench.shows(&format!("Evaluation    ‹ {value} ›"));
    }
    bench.keys("kkh");
    bench.shows("> More options    ‹ hidden ›");
    assert!(!bench.screen().contains("Hints  "));
    let (settings, _) = start(&mut bench);
    assert_eq!(settings, Settings { hints: HintRule::Always, ..settings::usual(Variant::TICTACTOE) });
}

#[test]
fn two_ais_pause_after_as_many_games_as_are_chosen() {
    let mut bench = Bench::online(80, 24);
    bench.keys("ajjh");
    bench.shows("AI against AI");
    (0..10).find(|_| {
        bench.keys("j");
        bench.screen().contains("> More options")
    });
    bench.keys("l");
    assert!(!bench.screen().contains("Hints  "), "nobody is there to ask");
    bench.keys("jj");
    bench.shows(">   Pause after   ‹ 10 games ›");
    bench.keys("hhhhh");
    bench.shows("‹ 100 games ›");
    bench.keys("l");
    bench.shows("‹ 1 game ›");
    bench.keys("l");
    let (settings, seats) = start(&mut bench);
    let ai_games = AiGames::try_from(2).unwrap();
    assert_eq!(settings, Settings { ai_games, ..settings::usual(Variant::TICTACTOE) });
    assert!(seats.0.iter().all(|seat| matches!(seat, SeatPlan::Ai { .. })), "{seats:?}");
}

#[test]
fn each_of_two_engines_has_a_depth_of_its_own() {
    let mut bench = Bench::online(80, 24);
    bench.fake.engines = &[EngineName::Alphabeta, EngineName::Levels];
    bench.keys("ajjhjhh");
    bench.shows(">   AI level      ‹ levels ›");
    assert_eq!(bench.screen().matches("Depth").count(), 1, "the second AI is still a level");
    bench.keys("h");
    bench.shows(">   AI level      ‹ alphabeta ›");
    bench.keys("jl");
    bench.shows(">   Depth         ‹ 1 ›");
    bench.keys("jhhj");
    bench.shows("Other AI      ‹ levels ›");
    bench.shows(">   Depth         ‹ usual ›");
    bench.keys("h");
    bench.shows(">   Depth         ‹ 9 ›");
    let (_, seats) = start(&mut bench);
    let ais = ["alphabeta:1", "levels:9"].map(|bot| SeatPlan::Ai { bot: bot.parse().unwrap() });
    assert_eq!(seats, PerSeat(ais));
}

#[test]
fn on_the_least_terminal_every_line_of_the_longest_form_can_be_seen_and_changed() {
    let mut bench = on_more(40, 16);
    bench.keys("l");
    bench.key(KeyCode::Down);
    (0..10).find(|_| {
        bench.keys("k");
        bench.screen().contains("> Board")
    });
    bench.keys("hjjjjjh");
    let mut seen = Vec::new();
    for _ in 0..20 {
        bench.keys("j");
        let screen = bench.screen();
        let line = screen.lines().find_map(|line| line.trim().strip_prefix("> ")).unwrap();
        assert!(!line.contains('…'), "{line}");
        seen.push(line.split('‹').next().unwrap().trim().to_owned());
    }
    for line in ["Board", "Rules", "Other AI", "Later games", "AI time", "Evaluation", "Pause after"] {
        assert!(seen.iter().any(|seen| seen == line), "{line} is not among {seen:?}");
    }
}

#[test]
fn a_click_opens_and_closes_the_lines_that_are_seldom_changed() {
    let mut bench = on_more(80, 24);
    let spot = bench.find("More options");
    bench.click(spot);
    bench.shows("Hints");
    let hints = bench.find("Hints  ");
    bench.click(hints);
    bench.shows("Hints         ‹ always ›");
    bench.click(spot);
    assert!(!bench.screen().contains("Hints  "));
}

#[test]
fn every_setting_stands_on_some_form() {
    let renju = Variant::NAMED.iter().position(|(name, _)| *name == "renju15").unwrap();
    let fields = |opponent| {
        let form = CreateForm::new(Mode::Online, opponent, "Player 2");
        CreateForm { more: true, variant: VariantChoice::Named(renju), ..form }.fields()
    };
    let shown: Vec<Field> = Opponent::ALL.into_iter().flat_map(fields).collect();
    for setting in Setting::ALL {
        assert!(shown.contains(&Field::Setting(*setting)), "{setting:?}");
    }
}
