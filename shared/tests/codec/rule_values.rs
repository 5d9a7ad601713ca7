//! Strategies for the values of the rules.

use proptest::{prelude::*, sample::select};
use tengen_shared::rules::{Choice, FoulRule, Level, Opening, Point, RuleSet, Variant};

use super::values::Boxed;

pub(crate) fn levels() -> Boxed<Level> {
    select(Level::ALL.to_vec()).boxed()
}

pub(crate) fn points() -> Boxed<Point> {
    (0..26_u8, 0..26_u8).prop_map(|(col, row)| Point::new(col, row).unwrap()).boxed()
}

pub(crate) fn variants() -> Boxed<Variant> {
    (5..=26_u8, 3..=26_u8, select(RuleSet::ALL.to_vec()))
        .prop_flat_map(|(w, h, runs)| {
            let lengths = runs.fixed_length().map_or(3..=w.max(h), |length| length..=length);
            lengths.prop_map(move |k| Variant::new(w, h, k, runs).unwrap())
        })
        .boxed()
}

pub(crate) fn openings() -> Boxed<Opening> {
    select(Opening::ALL.to_vec()).boxed()
}

pub(crate) fn choices() -> Boxed<Choice> {
    select(Choice::ALL.to_vec()).boxed()
}

pub(crate) fn foul_rules() -> Boxed<FoulRule> {
    select(vec![FoulRule::Refused, FoulRule::Loses]).boxed()
}
