//! Suggestions for mistyped words.

/// Returns the most similar of `names`, if its edit distance to `text` is small.
pub(crate) fn near<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    if text.len() > LONGEST {
        return None;
    }
    let scored = names.map(|name| (strsim::damerau_levenshtein(text, name), name));
    let nearest = scored.min_by_key(|(distance, _)| *distance);
    nearest.filter(|(distance, _)| *distance <= 1 + text.len() / 5).map(|(_, name)| name)
}
