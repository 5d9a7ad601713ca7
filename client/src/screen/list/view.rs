//! Draws the room list.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{opening, terms, text::Lang};
use tengen_shared::{
    game::{Access, PerSeat},
    protocol::{Connected, ListState, ListedSeat, RoomListing},
    rules::Opening,
};

use crate::{
    action::Action,
    intent::{MenuItem, Purpose},
    keymap::Context,
    layout::rows::Rows,
    model::Model,
    screen::{Screen, door, list::ListScreen},
    view::{choices::choices, columns::fit, parts::line_of},
};

/// The greatest widths of code, board and state, in columns. The seats take the rest.
const CODE: usize = 18;
const BOARD: usize = 14;
const STATE: usize = 8;
/// The width of the lock column, which is shown if any room has a passphrase.
const LOCK: usize = 5;

pub(crate) fn draw(model: &Model, list: &ListScreen, (head, rows): (Rect, &Rows), buffer: &mut Buffer) {
    let (theme, lang) = (model.theme, model.lang);
    let key = |action| model.key(Context::List, action);
    let known = model.session.list();
    let words = match (known.rooms(), enter_under_cursor(model, list)) {
        (None, _) => lang.asking_rooms().to_owned(),
        (Some(_), None) => lang.no_rooms(&key(Action::New)),
        (Some(_), Some(Enter::Return)) => lang.list_return(&key(Action::Select)),
        (Some(_), Some(Enter::Sit)) => lang.list_join_keys(&key(Action::Select), &key(Action::Watch)),
        (Some(_), Some(Enter::Watch)) => lang.list_watch_keys(&key(Action::Select)),
    };
    Line::styled(words, theme.strong()).render(line_of(head, 0), buffer);
    let second = match model.offered_here() {
        Some(room) => lang.list_kept(room.as_str(), &key(Action::Go(MenuItem::GoOn))),
        None => lang.you_are(model.me.here().as_str()),
    };
    Line::styled(second, theme.faint()).render(line_of(head, 1), buffer);
    let listed: Vec<&RoomListing> = known.rooms().into_iter().flatten().collect();
    let width = usize::from(rows.area.width).saturating_sub(2);
    let codes = listed.iter().map(|listing| listing.room.as_str().len()).max().unwrap_or(0).min(CODE);
    let any_lock = listed.iter().any(|listing| listing.access == Access::Passphrase);
    let locks = if any_lock { LOCK } else { 0 };
    if !listed.is_empty() {
        let heads = format!("  {}", heads(lang, (codes, locks), width));
        Line::styled(heads, theme.faint()).render(line_of(head, 2), buffer);
    }
    let label = |row: usize| {
        let Some(listing) = listed.get(row) else { return String::new() };
        let yours = is_yours(model, listing);
        line(listing, lang, (codes, locks), width, yours)
    };
    choices(rows, list.cursor, label, buffer, theme);
}

/// What Enter does on a room of the list.
#[derive(Clone, Copy)]
enum Enter {
    /// Go back to the user's own seat.
    Return,
    /// Take a free seat.
    Sit,
    Watch,
}

fn enter_under_cursor(model: &Model, list: &ListScreen) -> Option<Enter> {
    let listing = model.session.list().nth(list.cursor)?;
    Some(match door::purpose_in(listing, list.purpose) {
        _ if is_yours(model, listing) => Enter::Return,
        Purpose::Join => Enter::Sit,
        Purpose::Watch => Enter::Watch,
    })
}

/// Whether this room keeps a seat for the user.
fn is_yours(model: &Model, listing: &RoomListing) -> bool {
    model.offered_here().as_ref() == Some(&listing.room)
}

/// Returns what Enter does on the room under the cursor, for the last line of the screen; `None` without a room.
pub(crate) fn enter_label(model: &Model) -> Option<&'static str> {
    let Screen::List(list) = &model.screen else { return None };
    Some(match enter_under_cursor(model, list)? {
        Enter::Return => model.lang.foot_return(),
        Enter::Sit => model.lang.foot_sit(),
        Enter::Watch => model.lang.foot_watch(),
    })
}

/// Formats a room as one line of at most `width` columns.
pub(crate) fn in_one_line(listing: &RoomListing, lang: Lang, width: usize) -> String {
    let locks = if listing.access == Access::Passphrase { LOCK } else { 0 };
    line(listing, lang, (CODE, locks), width, false)
}

/// Returns the names of the columns of [`line()`].
fn heads(lang: Lang, (codes, locks): (usize, usize), width: usize) -> String {
    let first =
        format!("{} {}{}", fit(lang.head_room(), codes), fit(lang.head_state(), STATE), " ".repeat(locks));
    let left = width.saturating_sub(codes + STATE + locks + 2);
    let board = if left < BOARD + 20 { String::new() } else { format!("{} ", fit(lang.head_board(), BOARD)) };
    fit(&format!("{first}{board}{}", lang.head_players()), width)
}

/// Formats a room. `yours` marks one that keeps a seat for the user.
fn line(
    listing: &RoomListing,
    lang: Lang,
    (codes, locks): (usize, usize),
    width: usize,
    yours: bool,
) -> String {
    let state = match listing.state {
        ListState::Open if listing.quick => lang.list_match(),
        ListState::Open => lang.list_open(),
        ListState::Playing => lang.list_playing(),
        ListState::Between => lang.list_between(),
    };
    let PerSeat([one, two]) = &listing.seats;
    let seats = format!("{} - {}", seat(one, lang), seat(two, lang));
    let mut text = format!("{} {}", fit(listing.room.as_str(), codes), fit(state, STATE));
    if locks > 0 {
        let locked = listing.access == Access::Passphrase;
        text.push_str(&fit(if locked { lang.list_lock() } else { "" }, locks));
    }
    let left = width.saturating_sub(codes + STATE + locks + 2);
    if left < BOARD + 20 {
        text.push_str(&fit(&seats, left));
        return text;
    }
    let has_opening = listing.opening != Opening::None;
    let notes = [
        has_opening.then(|| opening::name(listing.opening, lang).to_owned()),
        yours.then(|| lang.list_yours().to_owned()),
        (listing.games > 0).then(|| lang.list_played(listing.games)),
        (listing.watching > 0).then(|| lang.list_watched(listing.watching)),
    ];
    let notes = notes.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let seats_width = left.saturating_sub(BOARD + 1);
    text.push_str(&fit(&terms::board(listing.variant, lang), BOARD));
    text.push(' ');
    text.push_str(&fit(&format!("{seats}  {notes}"), seats_width));
    text
}

fn seat(seat: &ListedSeat, lang: Lang) -> String {
    match seat {
        ListedSeat::Empty {} => lang.list_free().to_owned(),
        ListedSeat::Person { name, connected: Connected::Here } => name.to_string(),
        ListedSeat::Person { name, connected: Connected::Away } => lang.list_away(name),
        ListedSeat::Ai { bot } => lang.list_ai(&bot.to_string()),
    }
}
