//! The addresses of the lessons.

use tengen_worker::Article;

/// What an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The list of the lessons.
    Contents,
    /// A lesson: its article, and the position, as in the address after the question mark.
    Lesson(Article, String),
    /// A search, step by step: what is searched, as in the address after the question mark.
    Search(String),
}

impl Route {
    /// Returns what an address leads to; `None` if nothing is there. `query` is what follows the question mark, with it.
    #[must_use]
    pub fn of(path: &str, query: &str) -> Option<Self> {
        let query = query.trim_start_matches('?').to_owned();
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            ["learn"] => Some(Self::Contents),
            // The translation of article 000.
            ["learn", "002"] => Some(Self::Lesson(Article::Alphabeta, query)),
            ["learn", number] => {
                let article = Article::ALL.into_iter().find(|article| article.number() == *number)?;
                Some(Self::Lesson(article, query))
            }
            ["search"] => Some(Self::Search(query)),
            _ => None,
        }
    }

    /// Returns the address, with the question mark and what follows it, if there is something.
    #[must_use]
    pub fn path(&self) -> String {
        let (path, query) = match self {
            Self::Contents => ("/learn".to_owned(), ""),
            Self::Lesson(article, query) => (format!("/learn/{}", article.number()), query.as_str()),
            Self::Search(query) => ("/search".to_owned(), query.as_str()),
        };
        if query.is_empty() { path } else { format!("{path}?{query}") }
    }
}

/// Returns the value of a name in what follows the question mark of an address; `None` if it has none.
pub(super) fn value_of(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| decoded(value))
}

fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.extend(code);
        // What is not a code stays, without the sign.
        bytes.extend(part.as_bytes().iter().skip(if code.is_some() { 2 } else { 0 }));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::query_value;

    #[test]
    fn every_address_leads_back_to_itself() {
        let lessons = Article::ALL.map(|article| Route::Lesson(article, "position=C,h8".to_owned()));
        let searches = ["", "tree=((1,2),3)"].map(|query| Route::Search(query.to_owned()));
        for route in [Route::Contents].into_iter().chain(lessons).chain(searches) {
            let address = route.path();
            let (path, query) = address.split_once('?').unwrap_or((&address, ""));
            assert_eq!(Route::of(path, query), Some(route));
        }
        let tree = "（（3，−4） +5）";
        assert_eq!(
            value_of(&format!("a=1&tree={}", query_value(tree)), "tree"),
            Some(tree.replace(' ', ","))
        );
        assert_eq!(value_of("a=%zz%4", "a"), Some("zz4".to_owned()));
        for nowhere in ["/", "/learn/005", "/learn/000/more", "/search/more"] {
            assert_eq!(Route::of(nowhere, ""), None, "{nowhere}");
        }
    }
}
