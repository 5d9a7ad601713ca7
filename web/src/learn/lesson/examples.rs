//! The articles' own examples, and positions on which their programs go wrong.

use tengen_session::text::Lang;
use tengen_worker::Article;

/// A position to look at.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it shows.
    pub title: fn(Lang) -> &'static str,
    /// The stones, as the user would type them.
    pub stones: &'static str,
    pub depth: Option<u8>,
    /// The point to explain.
    pub point: Option<&'static str>,
}

/// A defect of the program as printed.
#[derive(Clone, Copy, Debug)]
pub struct Defect {
    /// A position where it shows. The title says what the program does.
    pub example: Example,
    /// What the repair is.
    pub repair: fn(Lang) -> &'static str,
}

const fn example(title: fn(Lang) -> &'static str, stones: &'static str, depth: u8) -> Example {
    Example { title, stones, depth: Some(depth), point: None }
}

const fn line(title: fn(Lang) -> &'static str, stones: &'static str, point: &'static str) -> Example {
    Example { title, stones, depth: None, point: Some(point) }
}

/// Returns the examples of an article, the one that a lesson begins with first.
#[must_use]
pub fn of(article: Article) -> Vec<Example> {
    match article {
        Article::Alphabeta => {
            vec![
                example(Lang::alphabeta_example_value, "H...C....", 2),
                example(Lang::alphabeta_example_win, "CC.HH....", 2),
            ]
        }
        Article::Levels => vec![
            example(Lang::levels_example, "HH..C...C", 3),
            example(Lang::levels_example_easy, "HH..C...C", 1),
        ],
        Article::Greedy => vec![
            line(Lang::greedy_example_window, "C e8 f8 g8 H i8 j8", "h8"),
            line(Lang::greedy_example_edge, "C d13 H e12", "c14"),
        ],
        Article::Domain => vec![
            example(Lang::domain_example_block, "C d16 d14 H j13 j12 j11", 3),
            example(Lang::domain_example_win, "C l14 l13 l12 l11 H c3 j14 j13 m10", 3),
        ],
    }
}

/// Returns the defects of an article's program that its lesson shows.
#[must_use]
pub fn defects(article: Article) -> Vec<Defect> {
    match article {
        Article::Alphabeta => vec![
            Defect {
                example: example(Lang::alphabeta_defect_lost, "H.H.CHC..", 2),
                repair: Lang::alphabeta_repair_lost,
            },
            Defect {
                example: example(Lang::alphabeta_defect_full, "HHCCCHH..", 3),
                repair: Lang::alphabeta_repair_full,
            },
        ],
        Article::Levels => vec![
            Defect {
                example: example(Lang::levels_defect_full, "HCHHCCC.H", 3),
                repair: Lang::levels_repair_full,
            },
            Defect {
                example: example(Lang::levels_defect_draw, "..CHHCHCH", 2),
                repair: Lang::levels_repair_draw,
            },
            Defect {
                example: example(Lang::levels_defect_false, ".....HCCH", 3),
                repair: Lang::levels_repair_false,
            },
        ],
        Article::Greedy => vec![
            Defect {
                example: line(Lang::greedy_defect_left, "C g8 h8 H f10 j6", "i8"),
                repair: Lang::greedy_repair_left,
            },
            Defect {
                example: line(Lang::greedy_defect_first, "C d8 e8 f8 g8 j8 H c8 i8 c11 k10", "h8"),
                repair: Lang::greedy_repair_first,
            },
        ],
        Article::Domain => vec![
            Defect {
                example: example(Lang::domain_defect_edge, "C d16 f16 m17 H j19 j18 j17 j16", 1),
                repair: Lang::domain_repair_edge,
            },
            Defect {
                example: example(Lang::domain_defect_on, "C j15 l13 l12 l11 l10 H c3 j14 j13 j12 j11", 2),
                repair: Lang::domain_repair_on,
            },
            Defect {
                example: example(Lang::domain_defect_far, "C m7 m6 m5 m4 H b18 b16 q3 c11", 2),
                repair: Lang::domain_repair_far,
            },
        ],
    }
}
