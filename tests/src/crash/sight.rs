//! When two pictures of a room are the same, though they were not seen with the same eyes.

use serde_json::Value;
use tengen_shared::game::{Channel, PlayerId, Room, SNAPSHOT_CHAT_LINES, Said, Seat, Stamped};

/// What somebody knows of a room who has followed its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// All that they could be told in their present place.
    Whole,
    /// They have taken a seat or lost one meanwhile, and may know what the others in their place do not, or the reverse.
    Mixed,
}

/// Whether the event gives `viewer` a seat or takes it away, so that they see something else from then on.
pub(super) fn changes_place(before: &Room, after: &Room, viewer: PlayerId) -> bool {
    let held = |room: &Room| Seat::BOTH.map(|seat| room.seats().player(seat) == Some(viewer));
    held(before) != held(after)
}

/// The parts of a room that not everybody sees alike.
const VEILED: [&str; 3] = ["admitted", "asking", "chat"];

fn parts(room: &Room, sight: Sight) -> Value {
    let mut value = serde_json::to_value(room).unwrap_or_default();
    if let Some(parts) = value.as_object_mut() {
        VEILED.iter().for_each(|part| drop(parts.remove(*part)));
    }
    if let (Sight::Mixed, Some(game)) = (sight, value["game"].as_object_mut()) {
        game.remove("notes");
    }
    value
}

fn differing(one: &Value, other: &Value) -> String {
    let parts = one.as_object().into_iter().flatten();
    let parts = parts.filter(|(name, part)| other.get(name.as_str()) != Some(part));
    parts.map(|(name, part)| format!("{name} {part} against {}; ", other[name.as_str()])).collect()
}

/// The parts in which two whole pictures of a room differ; none if they are the same.
pub(super) fn difference(one: &Room, other: &Room) -> Option<String> {
    if one == other {
        return None;
    }
    let [one, other] = [one, other].map(|room| serde_json::to_value(room).unwrap_or_default());
    Some(differing(&one, &other))
}

/// The parts in which what `viewer` has followed differs from the snapshot that they get at the same event.
pub(super) fn misfit(fold: &Room, snapshot: &Room, viewer: PlayerId, sight: Sight) -> Option<String> {
    let channel = snapshot.channel_of(viewer);
    let talk = lost_talk(fold.chat(), snapshot.chat(), channel, SNAPSHOT_CHAT_LINES);
    let askers = channel == Channel::Players && sight == Sight::Whole && fold.asking() != snapshot.asking();
    let askers = askers.then(|| format!("asking {:?} against {:?}", fold.asking(), snapshot.asking()));
    open_parts(fold, snapshot, sight).or(talk).or(askers)
}

/// The parts in which what all clients were told together differs from the server's own picture at the same event.
pub(super) fn public_misfit(told: &Room, kept: &Room, most_lines: usize) -> Option<String> {
    let talk = [Channel::Players, Channel::Spectators]
        .into_iter()
        .find_map(|channel| lost_talk(told.chat(), kept.chat(), channel, most_lines));
    open_parts(told, kept, Sight::Mixed).or(talk)
}

fn open_parts(one: &Room, other: &Room, sight: Sight) -> Option<String> {
    let [one, other] = [one, other].map(|room| parts(room, sight));
    (one != other).then(|| differing(&one, &other))
}

/// A line of `channel` that is known and not among those that are kept, of which there are at most `most`.
fn lost_talk(known: &[Said], kept: &[Said], channel: Channel, most: usize) -> Option<String> {
    let on_it = |said: &&Said| said.line.channel == channel;
    let kept: Vec<&Said> = kept.iter().filter(on_it).collect();
    let full = kept.len() >= most;
    let lost = known.iter().filter(on_it).find(|said| {
        let old = full && kept.first().is_some_and(|first| said.seq < first.seq);
        !old && !kept.contains(said)
    });
    lost.map(|said| format!("{said:?} is not among what was said"))
}

/// The same number and time, and the same event unless one of them may not see it.
pub(super) fn is_same(one: &Stamped, other: &Stamped) -> bool {
    use tengen_shared::game::Event::Hidden;
    let hidden = one.event == Hidden {} || other.event == Hidden {};
    one.seq == other.seq && one.time == other.time && (hidden || one.event == other.event)
}
