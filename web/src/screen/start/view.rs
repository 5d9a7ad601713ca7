//! Shows the first screen.

use tengen_session::{opening, room::RoomView, terms, text::Lang};
use tengen_shared::{
    game::Access,
    protocol::{ListState, RoomListing},
};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    prefs::{Switch, Theme},
    route::Route,
    screen::start::{Msg, Start},
    tree::{Handler, button, el},
    view::parts::{boards, link, name_form, occupant},
};

pub(crate) fn view(model: &Model, start: &Start) -> Element {
    let lang = model.lang;
    let main =
        el("main").class("start").child(el("h1").text(lang.web_home())).child(el("p").text(lang.motto()));
    let Some(name) = model.name.as_ref().filter(|_| !start.renaming) else {
        return main.child(name_form(model)).child(offline(model)).child(settings(model));
    };
    let you = el("p").class("you").text(lang.you_are(name.as_str())).text(" ");
    main.child(you.child(button(lang.web_change_name(), Top::Start(Msg::Rename)).class("quiet")))
        .child(ways(model, start))
        .child(offline(model))
        .child(rooms(model))
        .child(settings(model))
}

/// The language and the settings of the page.
fn settings(model: &Model) -> Element {
    let (lang, prefs) = (model.lang, model.prefs);
    let languages = Lang::ALL.into_iter().map(|other| {
        button(other.to_string(), Top::Speak(other))
            .class("quiet choice")
            .attr("lang", other.code())
            .says("aria-pressed", other == lang)
    });
    let themes = Theme::ALL.into_iter().map(|theme| {
        el("option")
            .attr("value", theme.name())
            .flag("selected", theme == prefs.theme)
            .text(theme.title(lang))
    });
    let theme = el("select").attr("aria-label", lang.prefs_theme()).on_input(Top::Theme).children(themes);
    let switches = Switch::ALL.into_iter().map(|switch| {
        button(switch.title(lang), Top::Switch(switch))
            .class("choice")
            .says("aria-pressed", prefs.has(switch))
    });
    let more = el("details")
        .child(el("summary").text(lang.prefs_title()))
        .child(el("div").class("choices").child(theme).children(switches));
    el("footer").child(el("div").class("choices").children(languages)).child(more)
}

/// The links to screens that need no server.
fn offline(model: &Model) -> Element {
    let lang = model.lang;
    let is_on = model.session.alone().is_some();
    let alone = if is_on { lang.web_return_alone() } else { lang.web_alone() };
    el("p")
        .class("line")
        .child(link(Route::Alone, alone).class("button"))
        .child(link(Route::Board, lang.board_title()).class("button"))
        .child(lesson("/learn", lang.learn_title(), is_on))
        .child(lesson("/search", lang.search_title(), is_on))
}

/// A link to the lessons, which are a program of their own. It opens beside this one if this one would lose something.
fn lesson(path: &'static str, label: &'static str, beside: bool) -> Element {
    el("a")
        .class("button")
        .attr("href", path)
        .attr("target", if beside { "_blank" } else { "_self" })
        .text(label)
}

/// The ways to a game.
fn ways(model: &Model, start: &Start) -> Element {
    let lang = model.lang;
    let boards = boards(Some(start.board), lang, None, |text| Top::Start(Msg::Board(text)));
    let code = el("form")
        .class("line")
        .on(Handler::Submit(Top::Start(Msg::OpenCode)))
        .child(
            el("input")
                .attr("aria-label", lang.web_code())
                .attr("placeholder", lang.web_code())
                .attr("autocomplete", "off")
                .attr("autocapitalize", "none")
                .attr("value", start.code.clone())
                .on_input(|text| Top::Start(Msg::Code(text))),
        )
        .child(el("button").attr("type", "submit").text(lang.web_join()));
    let play = el("div")
        .class("line")
        .child(button(lang.web_play_ai(), Top::Start(Msg::PlayAi)).class("primary"))
        .child(button(lang.web_quick(), Top::Start(Msg::Quick)));
    el("div")
        .class("ways")
        .child(boards)
        .child(play)
        .child(link(Route::New, lang.web_new_room()).class("button"))
        .child(code)
        .child(link(Route::Games, lang.menu_my_games()))
        .child(link(Route::Devices, lang.title_devices()))
        .child(link(Route::Wall, lang.web_wall()))
}

/// The rooms of the server.
fn rooms(model: &Model) -> Element {
    let lang = model.lang;
    let list = model.session.list();
    let listed = |view: &&RoomView| list.place_of(view.code()).is_some();
    let has_seat = |view: &&RoomView| !view.my_seats(model.session.player()).is_empty();
    // A room of the user's own may be on no list.
    let own: Vec<Element> = model
        .session
        .rooms()
        .filter(|view| has_seat(view) && !listed(view))
        .map(|view| {
            let code = view.code().clone();
            el("li")
                .key(code.to_string())
                .child(el("b").text(lang.room_title(code.as_str())))
                .child(link(Route::Room(code), lang.web_return()).class("button"))
        })
        .collect();
    let section = el("section")
        .class("rooms")
        .child(el("h2").text(lang.title_rooms()))
        .children((!own.is_empty()).then(|| el("ul").children(own)));
    match list.rooms() {
        None => section.child(el("p").text(lang.asking_rooms())),
        Some(rooms) if rooms.len() == 0 => section.child(el("p").text(lang.web_no_rooms())),
        Some(rooms) => section.child(el("ul").children(rooms.map(|listing| row(model, listing)))),
    }
}

/// One room of the list.
fn row(model: &Model, listing: &RoomListing) -> Element {
    let lang = model.lang;
    let state = match listing.state {
        ListState::Open if listing.quick => lang.list_match(),
        ListState::Open => lang.list_open(),
        ListState::Playing => lang.list_playing(),
        ListState::Between => lang.list_between(),
    };
    let [one, two] = [&listing.seats.0[0], &listing.seats.0[1]].map(|seat| occupant(seat, lang));
    let board = opening::after_board(&terms::board(listing.variant, lang), listing.opening, lang);
    let lock = if listing.access == Access::Passphrase { lang.list_lock() } else { "" };
    let code = listing.room.clone();
    let followed = model.session.room(&code);
    let (route, label) = match listing.state {
        _ if followed.is_some_and(|view| !view.my_seats(model.session.player()).is_empty()) => {
            (Route::Room(code), lang.web_return())
        }
        ListState::Open => (Route::Room(code), lang.web_join()),
        ListState::Playing | ListState::Between => (Route::Watch(code), lang.web_watch()),
    };
    el("li")
        .key(listing.room.to_string())
        .child(
            el("span")
                .class("what")
                .child(el("b").text(format!("{one} - {two}")))
                .child(el("small").text(format!("{} · {board} · {state} {lock}", listing.room))),
        )
        .child(link(route, label).class("button"))
}
