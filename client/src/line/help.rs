//! Which commands make sense now.

use tengen_session::room::Deed;

use super::Topic;
use crate::{
    action::Action,
    intent::Mode,
    model::{Can, Model, Standing},
    screen::Screen,
};

/// What can be asked for at any time.
const ALWAYS: [Topic; 3] = [Topic::Help, Topic::Wait, Topic::Quit];
const REPLAY: [Topic; 14] = [
    Topic::Next,
    Topic::Back,
    Topic::First,
    Topic::Last,
    Topic::Go,
    Topic::Try,
    Topic::Erase,
    Topic::Other,
    Topic::Game,
    Topic::Play,
    Topic::Stop,
    Topic::Board,
    Topic::Moves,
    Topic::Leave,
];
const LOBBY: [Topic; 7] =
    [Topic::Ai, Topic::New, Topic::Join, Topic::Watch, Topic::Mine, Topic::Name, Topic::Connect];
const ROOM: [Topic; 13] = [
    Topic::Board,
    Topic::Boards,
    Topic::Moves,
    Topic::Score,
    Topic::Clock,
    Topic::Who,
    Topic::Say,
    Topic::Talk,
    Topic::Mute,
    Topic::Unmute,
    Topic::Settings,
    Topic::History,
    Topic::Leave,
];

/// The commands that make sense now.
pub(super) fn sensible(model: &Model) -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    match &model.screen {
        _ if model.overlay.is_some() => topics.extend([Topic::Yes, Topic::No]),
        Screen::Name(_) => topics.push(Topic::Name),
        Screen::Replay(_) => topics.extend(REPLAY),
        Screen::History(_) => topics.extend([Topic::Replay, Topic::More, Topic::Leave]),
        _ => match model.standing() {
            Some(standing) => topics.extend(in_room(&standing)),
            None => {
                topics.extend(LOBBY);
                match model.mode {
                    Mode::Online => topics.extend([Topic::Rooms, Topic::Quick, Topic::Leave]),
                    Mode::Local => topics.push(Topic::Find),
                }
                if model.offered.is_some() {
                    topics.push(Topic::Continue);
                }
            }
        },
    }
    topics.extend(ALWAYS);
    topics
}

fn in_room(standing: &Standing<'_>) -> Vec<Topic> {
    let can = |action: Action| matches!(standing.can(action), Can::Now(_));
    let mut topics = Vec::new();
    if standing.room.turn().is_some_and(|seat| standing.mine().contains(&seat)) {
        topics.push(Topic::Point);
    }
    if can(Action::Do(Deed::Pause)) {
        topics.push(if standing.room.has_pause() { Topic::Resume } else { Topic::Pause });
    }
    let deeds = [
        (Action::Yes, Topic::Yes),
        (Action::No, Topic::No),
        (Action::Do(Deed::Withdraw), Topic::Withdraw),
        (Action::Do(Deed::Claim), Topic::Claim),
        (Action::Select, Topic::Ready),
        (Action::Do(Deed::GoOn), Topic::Go),
        (Action::Do(Deed::Sit), Topic::Sit),
        (Action::Do(Deed::TakeBack), Topic::TakeBack),
        (Action::Do(Deed::Draw), Topic::Draw),
        (Action::Do(Deed::GiveTime), Topic::Give),
        (Action::Do(Deed::Hint), Topic::Hint),
        (Action::Explain, Topic::Explain),
        (Action::Do(Deed::AddAi), Topic::Ai),
        (Action::Do(Deed::Swap), Topic::Swap),
        (Action::Do(Deed::Kick), Topic::Kick),
        (Action::Do(Deed::Abort), Topic::Abort),
        (Action::Do(Deed::Restart), Topic::Restart),
        (Action::Do(Deed::Resign), Topic::Resign),
        (Action::Do(Deed::Stand), Topic::Stand),
    ];
    topics.extend(deeds.into_iter().filter(|(action, _)| can(*action)).map(|(_, topic)| topic));
    topics.extend(ROOM);
    topics
}
