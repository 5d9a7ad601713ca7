//! The words of the lessons that depend on the article.

use tengen_session::text::Lang;
use tengen_worker::Article;

/// Returns the name of an article, or of an article and its translation.
pub(super) const fn name(article: Article, lang: Lang) -> &'static str {
    match article {
        Article::Alphabeta => lang.alphabeta_name(),
        Article::Levels => lang.levels_name(),
        Article::Greedy => lang.greedy_name(),
        Article::Domain => lang.domain_name(),
    }
}

/// Returns the title of an article's lesson.
#[must_use]
pub const fn title(article: Article, lang: Lang) -> &'static str {
    match article {
        Article::Alphabeta => lang.alphabeta_title(),
        Article::Levels => lang.levels_title(),
        Article::Greedy => lang.greedy_title(),
        Article::Domain => lang.domain_title(),
    }
}

/// Returns what the article teaches, in two sentences.
#[must_use]
pub const fn teaches(article: Article, lang: Lang) -> &'static str {
    match article {
        Article::Alphabeta => lang.alphabeta_teaches(),
        Article::Levels => lang.levels_teaches(),
        Article::Greedy => lang.greedy_teaches(),
        Article::Domain => lang.domain_teaches(),
    }
}

/// Returns how the program values a position, and how it chooses a move.
pub(super) const fn how(article: Article, lang: Lang) -> [&'static str; 2] {
    match article {
        Article::Alphabeta => [lang.alphabeta_how_value(), lang.alphabeta_how_search()],
        Article::Levels => [lang.levels_how_value(), lang.levels_how_search()],
        Article::Greedy => [lang.greedy_how_value(), lang.greedy_how_search()],
        Article::Domain => [lang.domain_how_value(), lang.domain_how_search()],
    }
}
