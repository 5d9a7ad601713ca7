//! The table in PROTOCOL.md that numbers the variants of all choices of the binary form, made from the types.

use std::{collections::BTreeMap, fs, path::Path};

use serde_reflection::{ContainerFormat, Named, Samples, Tracer, TracerConfig, VariantFormat};
use tengen_shared::{
    game::{
        Access, AccessCheck, Audience, Channel, Claim, ClockRule, ClockState, Command, EndReason, Event,
        FirstMove, HintRule, Occupant, Offer, OfferEnd, OfferKind, RejectCode, Reply, Seat, SeatPlan, Seq,
        SpectatorRule, ThoughtRule, VerdictRule,
    },
    protocol::{
        Attending, Cmd, Connected, Frame, GamesOf, KeyClaim, KeyKind, ListState, ListUpdate, ListedSeat,
        RefusalData, Request, ServerMessage, WallUpdate,
    },
    rules::{
        Bot, Choice, FoulRule, Level, Opening, Outlook, Pace, RuleSet, Stone, Value,
        search::{Aim, Cuts, End, OpenFor, Shape, Side, WindowCell},
    },
};

use super::samples::{Sample, samples};

/// The choices that concern nobody but Rust: a command is of two kinds, which the page explains.
const NOT_LISTED: [&str; 1] = ["Cmd"];

/// From here on, the tracer numbers variants whose content it does not know.
const FIRST_UNKNOWN: u32 = u32::MAX / 2;

/// Traces values, so that the tracer knows what their types contain.
fn trace_values(tracer: &mut Tracer, kept: &mut Samples) {
    for (name, sample) in samples() {
        let traced = match &sample {
            Sample::Client(frame) => tracer.trace_value(kept, frame),
            Sample::Server(message) => tracer.trace_value(kept, message),
        };
        traced.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for audience in
        [Audience::All {}, Audience::Spectators {}, Audience::Seat { seat: Seat::One }, Audience::Nobody {}]
    {
        tracer.trace_value(kept, &audience).unwrap();
    }
    for data in
        [RefusalData::WaitMs(1), RefusalData::At(Seq(1)), RefusalData::Bots(vec![Bot::Level(Level::Easy)])]
    {
        tracer.trace_value(kept, &data).unwrap();
    }
    let rules = [ClockRule::None, ClockRule::per_move(1_000).unwrap(), ClockRule::fischer(1_000, 0).unwrap()];
    for rule in rules.into_iter().chain(ClockRule::byo_yomi(0, 1_000, 1)) {
        tracer.trace_value(kept, &rule).unwrap();
    }
}

/// Returns the names of the variants whose content is known.
fn in_order(variants: &BTreeMap<u32, Named<VariantFormat>>) -> impl Iterator<Item = &String> {
    variants.range(..FIRST_UNKNOWN).map(|(_, variant)| &variant.name)
}

/// Returns the variants of every choice, in order.
fn variants() -> BTreeMap<String, Vec<String>> {
    let (mut tracer, mut kept) = (Tracer::new(TracerConfig::default()), Samples::new());
    trace_values(&mut tracer, &mut kept);
    let mut asked = 0;
    macro_rules! ask {
        ($($choice:ty),* $(,)?) => {$(
            // Fails for a type with text of a form of its own, after it has told all its variants.
            let _ = tracer.trace_type::<$choice>(&kept);
            asked += 1;
        )*};
    }
    ask! {
        Access, AccessCheck, Aim, Attending, Audience, Channel, Choice, Claim, ClockRule, ClockState, Cmd, Command, Connected,
        Cuts, End, EndReason, Event, FirstMove, FoulRule, GamesOf, HintRule, KeyClaim, KeyKind, ListState, ListUpdate,
        ListedSeat, Occupant, Offer, OfferEnd, OfferKind, OpenFor, Opening, Outlook, Pace, RefusalData, RejectCode, Reply, Request,
        RuleSet, SeatPlan, ServerMessage, Shape, Side, SpectatorRule, Stone, ThoughtRule, Value, VerdictRule, WallUpdate, WindowCell,
    }
    let _ = tracer.trace_type::<Frame>(&kept);
    let choices = tracer.registry_unchecked();
    let choices: BTreeMap<String, Vec<String>> = choices
        .into_iter()
        .filter_map(|(name, format)| match format {
            ContainerFormat::Enum(mut variants) => {
                // The tracer gives a high number to a variant while it does not know its content.
                let known: Vec<String> = in_order(&variants).cloned().collect();
                variants.retain(|number, variant| *number < FIRST_UNKNOWN || !known.contains(&variant.name));
                let numbers: Vec<u32> = variants.keys().copied().collect();
                let expected: Vec<u32> = (0..).take(numbers.len()).collect();
                assert_eq!(numbers, expected, "{name} has variants that no value above has: {variants:?}");
                Some((name, variants.into_values().map(|variant| variant.name).collect()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(choices.len(), asked, "ask for every choice: {:?}", choices.keys());
    choices
}

/// Returns `EndReason` as `end reason`.
fn words(name: &str) -> String {
    let name = name.strip_prefix("Raw").map_or_else(|| name.to_owned(), |rule| format!("Clock{rule}"));
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

fn table() -> String {
    let rows = variants().into_iter().filter(|(name, _)| !NOT_LISTED.contains(&name.as_str()));
    let rows: String = rows
        .map(|(name, mut variants)| {
            // Clients do not send it, and servers neither.
            variants.retain(|variant| variant != "unknown");
            format!("| {} | `{}` |\n", words(&name), variants.join("`, `"))
        })
        .collect();
    format!("\n| choice | variants, numbered from 0 |\n|---|---|\n{rows}\n")
}

#[test]
fn the_description_lists_the_choices_of_the_binary_form() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../PROTOCOL.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("<!-- choices -->\n").unwrap();
    let (listed, after) = rest.split_once("<!-- end of choices -->").unwrap();
    if std::env::var_os("TENGEN_BLESS").is_some() {
        fs::write(path, format!("{before}<!-- choices -->\n{}<!-- end of choices -->{after}", table()))
            .unwrap();
    } else {
        assert!(listed == table(), "PROTOCOL.md is old: run this test once with TENGEN_BLESS=1");
    }
}
