//! Shows the form for a new room.

use tengen_session::{
    opening,
    opponent::Opponent,
    room::{ActionAvailability, Viewer},
    settings::Setting,
    terms,
};
use tengen_shared::{
    game::{Access, Command},
    rules::{Level, RuleSet},
};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    screen::new::{Msg, NewRoom, OwnBoard, Place, Side},
    tree::{Handler, Text, button, el},
    view::parts::{back, boards, name_form},
};

pub(crate) fn view(model: &Model, form: &NewRoom) -> Element {
    let lang = model.lang;
    if model.name.is_none() && form.place == Place::Server {
        let head = el("header").child(back(lang)).child(el("h1").text(lang.title_new_room()));
        return el("main").child(head).child(name_form(model));
    }
    let is_new = form.old.is_none();
    let ais = if is_new { form.opponent.ais() } else { 0 };
    let guest = || {
        let control = text_field(lang.form_guest(), &form.guest, |text| Top::New(Msg::Guest(text)));
        field(lang.form_guest(), lang.about_guest(), control)
    };
    let passphrase = || {
        let control =
            text_field(lang.form_passphrase(), &form.passphrase, |text| Top::New(Msg::Passphrase(text)));
        field(lang.form_passphrase(), lang.about_passphrase(), control)
    };
    let asks = |viewer: Viewer<'_>| {
        let change = form.settings().ok().map(|settings| viewer.change(settings, None));
        let command = change.and_then(ActionAvailability::command);
        matches!(command, Some(Command::Offer { .. })) && viewer.room.seats().two_people()
    };
    let viewer = model.code().and_then(|code| model.session.viewer(code));
    let send = match (is_new, viewer.is_some_and(asks)) {
        (true, _) => lang.form_start(),
        (false, true) => lang.form_ask(),
        (false, false) => lang.form_change(),
    };
    let fault = |fault: &String| el("p").class("fault").attr("role", "alert").text(fault.clone());
    let fields = el("form")
        .class("fields")
        .on(Handler::Submit(Top::New(Msg::Send)))
        .child(board(model, form))
        .children(form.own_board.iter().flat_map(|own| own_board(model, *own)))
        .children(is_new.then(|| opponents(model, form)))
        .children((0..ais).map(|index| bot(model, form, index)))
        .children((form.opponent == Opponent::Here).then(guest))
        .children((is_new && form.opponent != Opponent::TwoAis).then(|| starter(model, form)))
        .children(form.shown().map(|setting| stepper(model, form, setting)))
        .children((form.settings.access == Access::Passphrase).then(passphrase))
        .children((form.place == Place::Server).then(|| own_clock(model, form)))
        .children(form.fault.iter().map(fault))
        .child(el("button").attr("type", "submit").class("primary").text(send))
        .children((!is_new).then(|| button(lang.web_cancel(), Top::New(Msg::Close))));
    let title = match model.code() {
        _ if form.place == Place::Device => lang.web_alone().to_owned(),
        Some(code) => lang.title_change(code),
        None => lang.title_new_room().to_owned(),
    };
    let head = el("header").children(is_new.then(|| back(lang))).child(el("h1").text(title));
    el("main").class("new").child(head).child(fields)
}

/// One field of the form: its name, its control and its explanation.
fn field(label: &'static str, about: impl Into<Text>, control: Element) -> Element {
    el("div")
        .class("field")
        .attr("role", "group")
        .attr("aria-label", label.trim())
        .child(el("span").class("label").text(label.trim()))
        .child(control)
        .child(el("small").text(about))
}

/// A button that is one of several choices.
fn choice(label: &'static str, chosen: bool, msg: Top) -> Element {
    button(label, msg).class("choice").says("aria-pressed", chosen)
}

fn text_field(label: &'static str, value: &str, msg: impl Fn(String) -> Top + 'static) -> Element {
    el("input")
        .attr("aria-label", label.trim())
        .attr("autocomplete", "off")
        .attr("value", value.to_owned())
        .on_input(msg)
}

fn board(model: &Model, form: &NewRoom) -> Element {
    let (lang, now) = (model.lang, form.settings.variant);
    let is_own = form.own_board.is_some();
    let own = el("option").attr("value", "own").flag("selected", is_own).text(lang.form_own_board());
    let select = boards((!is_own).then_some(now), lang, Some(own), |text| Top::New(Msg::Board(text)));
    field(lang.form_board(), terms::rules(now.runs(), lang), select)
}

/// The fields of a board of the user's own.
fn own_board(model: &Model, own: OwnBoard) -> [Element; 4] {
    let lang = model.lang;
    let number = |label: &'static str, value: u8, side: Side| {
        let field = text_field(label, &value.to_string(), move |text| Top::New(Msg::Side(side, text)));
        line(
            label,
            field.attr("type", "number").attr("inputmode", "numeric").attr("min", "3").attr("max", "26"),
        )
    };
    let rules = RuleSet::ALL.into_iter().map(|rules| {
        let selected = rules == own.rules;
        el("option").attr("value", rules.suffix()).flag("selected", selected).text(terms::rules(rules, lang))
    });
    let rules = el("select")
        .attr("aria-label", lang.form_runs().trim())
        .on_input(|text| Top::New(Msg::Rules(text)))
        .children(rules);
    [
        number(lang.form_width(), own.width, Side::Width),
        number(lang.form_height(), own.height, Side::Height),
        number(lang.form_win_length(), own.win_length, Side::WinLength),
        line(lang.form_runs(), rules),
    ]
}

/// A field that needs no explanation.
fn line(label: &'static str, control: Element) -> Element {
    el("div").class("field").child(el("span").class("label").text(label.trim())).child(control)
}

/// The clock that the user types.
fn own_clock(model: &Model, form: &NewRoom) -> Element {
    let lang = model.lang;
    let control = text_field(lang.form_own_clock(), &form.own_clock, |text| Top::New(Msg::OwnClock(text)));
    field(lang.form_own_clock(), lang.about_own_clock(), control)
}

fn opponents(model: &Model, form: &NewRoom) -> Element {
    let lang = model.lang;
    let possible = |opponent: &Opponent| {
        form.place == Place::Server || matches!(opponent, Opponent::Ai | Opponent::Here)
    };
    let buttons = Opponent::ALL.into_iter().filter(possible).map(|opponent| {
        choice(opponent.title(lang), form.opponent == opponent, Top::New(Msg::Opponent(opponent)))
    });
    field(lang.form_opponent(), lang.about_players(), el("span").class("choices").children(buttons))
}

fn starter(model: &Model, form: &NewRoom) -> Element {
    let lang = model.lang;
    let who = [(true, lang.form_you()), (false, form.opponent.other(lang))];
    let buttons =
        who.map(|(begins, label)| choice(label, form.begins == begins, Top::New(Msg::Begins(begins))));
    field(lang.form_starter(), lang.about_starter(), el("span").class("choices").children(buttons))
}

/// The choice of an AI: the first, or the other one if two play.
fn bot(model: &Model, form: &NewRoom, index: usize) -> Element {
    let (lang, now) = (model.lang, form.bots[index]);
    let known = model.bots(form.settings.variant);
    let own = (!known.contains(&now)).then_some(now);
    let options = known.iter().copied().chain(own).map(|bot| {
        let name = bot.to_string();
        el("option").attr("value", name.clone()).flag("selected", bot == now).text(name)
    });
    let label = if index == 0 { lang.form_level() } else { lang.form_second_level() };
    let select = el("select")
        .attr("aria-label", label.trim())
        .on_input(move |text| Top::New(Msg::Bot(index, text)))
        .children(options);
    let by_time = form.place == Place::Device && now.level().is_some_and(Level::is_by_time);
    let about =
        if by_time { lang.web_master_here().to_owned() } else { terms::about_bot(now, lang).to_owned() };
    field(label, about, select)
}

/// A setting with buttons for the values before and after it.
fn stepper(model: &Model, form: &NewRoom, setting: Setting) -> Element {
    let lang = model.lang;
    let step = |sign: &'static str, what: &'static str, up| {
        let label = format!("{}: {what}", setting.label(lang).trim());
        button(sign, Top::New(Msg::Step(setting, up))).attr("aria-label", label)
    };
    let control = el("span")
        .class("stepper")
        .child(step("‹", lang.web_less(), false))
        .child(el("output").text(setting.shown(&form.settings, lang)))
        .child(step("›", lang.web_more(), true));
    let about = match setting {
        Setting::Clock => terms::about_clock(form.settings.clock, lang),
        Setting::Opening => opening::about(form.settings.opening, lang).to_owned(),
        other => other.about(lang).to_owned(),
    };
    field(setting.label(lang), about, control)
}
