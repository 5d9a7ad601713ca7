//! The notices about events that the board does not show.

use std::time::Duration;

use tengen_session::{offers::Acts, opening, settings, text::Lang};
use tengen_shared::{
    game::{Clock, Event, GIFT_MS, Game, Occupant, OfferEnd, PlayerId, Room, Seat, Settings, Stamped},
    rules::Bot,
};

use crate::model::{Model, Standing};

/// The maximum time that a notice stays if a question needs its line.
const SHORT: Duration = Duration::from_secs(4);

/// The state of the room on the screen before some events, for comparison.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    settings: Settings,
    clock: Option<Clock>,
    host: PlayerId,
    acts: Acts,
}

impl Before {
    pub(crate) fn of(room: &Room) -> Self {
        Self {
            settings: *room.settings(),
            clock: room.clock().copied(),
            host: room.host(),
            acts: Acts::of(room),
        }
    }
}

/// Shows the notice about the events in the room on the screen. The last event that has a notice counts.
pub(crate) fn tell(model: &mut Model, before: &Before, events: &[Stamped]) {
    let Some(standing) = model.standing() else { return };
    let asked = |stamped: &Stamped| {
        matches!(stamped.event, Event::OfferMade { .. } | Event::WatchAsked { .. } | Event::StoodIn { .. })
    };
    let said = events.iter().rev().find_map(|stamped| news(model.lang, &standing, before, &stamped.event));
    match said {
        Some(text) => model.tell(text),
        // The question needs the line of the notice.
        None if events.iter().any(asked) => model.notice = None,
        None => {}
    }
}

/// Shortens the time of the notice if a question needs its line.
pub(crate) fn make_way(model: &mut Model) {
    let asked = |standing: Standing<'_>| standing.offered().is_some() || standing.asker().is_some();
    let wanted = model.notice.is_some() && model.standing().is_some_and(asked);
    if let Some(notice) = model.notice.as_mut().filter(|_| wanted) {
        notice.left = notice.left.min(SHORT);
    }
}

fn news(lang: Lang, standing: &Standing<'_>, before: &Before, event: &Event) -> Option<String> {
    match event {
        Event::OfferClosed { seat, how } => closed(lang, standing, *seat, *how),
        Event::SettingsChanged { settings } => Some(settings::changed(&before.settings, settings, lang)),
        Event::SeatsSwapped {} => Some(lang.news_swapped().to_owned()),
        Event::MovesTakenBack { to, .. } => Some(taken_back(lang, standing, before, *to)),
        Event::StoodIn { seat, bot } => stood_in(lang, standing, *seat, *bot),
        Event::Kicked { player } if standing.me == Some(*player) => Some(lang.news_sent_away().to_owned()),
        Event::Recognized { now, .. } => {
            standing.room.scores().person(*now).map(|name| lang.news_recognized(name.as_str()))
        }
        Event::HostPassed { to } if standing.me == Some(*to) && before.host != *to => {
            Some(lang.news_host().to_owned())
        }
        Event::HostPassed { to } if before.host != *to => {
            let seat = standing.room.seats().held_by(*to).next()?;
            Some(lang.news_new_host(&standing.name(seat)))
        }
        Event::ClockSet { clock } => gift(lang, standing, before.clock?, clock),
        Event::WatchAgreed { seat, player } if standing.mine().contains(seat) => {
            let waits = standing.room.asking().iter().any(|asker| asker.player == *player);
            waits.then(|| lang.news_waits_for_other(&standing.name(seat.other())))
        }
        Event::OpeningChosen { seat, choice } if !standing.mine().contains(seat) => {
            Some(opening::chosen(&standing.name(*seat), *choice, lang))
        }
        Event::WatchRefused { .. } => Some(lang.news_not_let_in().to_owned()),
        Event::SeatTaken { occupant: Occupant::Ai { bot }, .. } if standing.sits() => {
            Some(lang.news_ai_plays(&bot.to_string()))
        }
        // The screen shows these, or they concern somebody else.
        Event::RoomOpened { .. }
        | Event::SeatTaken { .. }
        | Event::SeatFreed { .. }
        | Event::SeatReady { .. }
        | Event::GameBegun { .. }
        | Event::SidesSet { .. }
        | Event::OpeningBegun { .. }
        | Event::OpeningChosen { .. }
        | Event::StonePlaced { .. }
        | Event::GameOver { .. }
        | Event::ThoughtNoted { .. }
        | Event::WinForeseen { .. }
        | Event::HintAsked { .. }
        | Event::HintGiven { .. }
        | Event::Disclosed { .. }
        | Event::WentOn {}
        | Event::Hidden {}
        | Event::OfferMade { .. }
        | Event::HostPassed { .. }
        | Event::Kicked { .. }
        | Event::Said { .. }
        | Event::WatchAsked { .. }
        | Event::WatchAgreed { .. }
        | Event::Admitted { .. } => None,
    }
}

/// Returns the notice about the end of an offer of `seat`. Players get none about their own actions, and
/// spectators only about withdrawn offers.
fn closed(lang: Lang, standing: &Standing<'_>, seat: Seat, how: OfferEnd) -> Option<String> {
    let mine = standing.mine().contains(&seat);
    let other = standing.name(seat.other());
    match (how, mine) {
        (OfferEnd::Accepted, true) => Some(lang.news_agreed(&other)),
        (OfferEnd::Declined, true) => Some(lang.news_declined(&other)),
        (OfferEnd::Withdrawn, false) => Some(lang.news_withdrawn(&standing.name(seat))),
        (OfferEnd::Withdrawn, true) | (OfferEnd::Accepted | OfferEnd::Declined, false) => None,
    }
}

fn stood_in(lang: Lang, standing: &Standing<'_>, seat: Seat, bot: Bot) -> Option<String> {
    let owner = standing.room.seats()[seat].occupant.as_ref()?;
    let mine = standing.stood_in().is_some_and(|(mine, _)| mine == seat);
    (!mine).then(|| lang.news_stood_in(bot, &owner.label()))
}

/// Returns the notice about a gift of time; `None` if neither clock has gained exactly the gift.
fn gift(lang: Lang, standing: &Standing<'_>, before: Clock, after: &Clock) -> Option<String> {
    let same = before.state == after.state;
    let richer = |seat: &Seat| {
        after.left(*seat) == before.left(*seat).and(GIFT_MS) && before.left(*seat) != after.left(*seat)
    };
    let seat = Seat::BOTH.into_iter().find(richer).filter(|_| same)?;
    let (mine, from) = (standing.mine(), seat.other());
    Some(match (mine.contains(&from), mine.contains(&seat)) {
        (true, false) => lang.news_your_gift(&standing.name(seat)),
        (false, true) => lang.news_gift_to_you(&standing.name(from)),
        (true, true) | (false, false) => lang.news_gift(&standing.name(seat), &standing.name(from)),
    })
}

/// Returns who took back which moves. The first of them was that player's own.
fn taken_back(lang: Lang, standing: &Standing<'_>, before: &Before, to: u16) -> String {
    let moves = before.acts.after(to, lang);
    let seat = standing.room.game().and_then(Game::seat_to_act);
    match (seat, standing.mine().as_slice()) {
        (Some(seat), [mine]) if seat == *mine => lang.you_took_back(&moves),
        (seat, _) => lang.took_back(&seat.map(|seat| standing.name(seat)).unwrap_or_default(), &moves),
    }
}
