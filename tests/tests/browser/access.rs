//! Checks the screens with axe-core, in a light and a dark theme. The script of axe-core is not in this repository;
//! `TENGEN_AXE` is the path of its `axe.min.js`.

use serde_json::Value;
use tengen_shared::{protocol::Codec, rules::Variant};
use tengen_tests::{
    Peer, TestServer,
    browser::{Device, Driver, User},
    person_room,
};

/// Runs axe-core, and returns each violation with its first element. Contrast beyond level AA is not required.
const RUN: &str = "const [theme, tell] = arguments;
    document.documentElement.dataset.theme = theme;
    axe.run(document, { rules: { 'color-contrast-enhanced': { enabled: false } }, resultTypes: ['violations'] })
       .then(found => tell(found.violations.map(one => `${one.id}: ${one.nodes[0].html}`)), error => tell([`${error}`]))";

struct Checked<'a> {
    user: &'a User,
    axe: &'a str,
    violations: Vec<String>,
}

impl Checked<'_> {
    /// Checks the screen that is shown now.
    async fn check(&mut self, screen: &str) {
        self.user.evaluate(self.axe).await;
        for theme in ["light", "dark"] {
            let found = self.user.evaluate_async(RUN, theme).await;
            let found: Vec<String> = serde_json::from_value(found).unwrap();
            self.violations.extend(found.into_iter().map(|what| format!("{screen}, {theme}: {what}")));
        }
        let _: Value = self.user.evaluate("document.documentElement.dataset.theme = ''").await;
    }
}

/// The screens that need no name, each with a text on it.
const NAMELESS: [(&str, &str); 5] =
    [("/", "Your name"), ("/new", "Your name"), ("/nothing", "no page"), ("/alone", "Start"), ("/tv", "Ann")];

/// The screens of the lessons, each with a text on it.
const LESSONS: [(&str, &str); 5] = [
    ("/search", "Nodes: 0"),
    ("/learn", "Depth as difficulty"),
    ("/learn/001", "the computer wins"),
    ("/learn/003", "720"),
    ("/learn/004", "500,000"),
];

/// Returns the script of axe-core; `None` if there is none.
fn axe() -> Option<String> {
    let Some(path) = std::env::var_os("TENGEN_AXE") else {
        eprintln!("access: NOT RUN: TENGEN_AXE does not name the script axe.min.js of axe-core");
        return None;
    };
    Some(std::fs::read_to_string(path).expect("the script of axe-core"))
}

#[tokio::test]
async fn no_lesson_has_a_violation_in_a_light_and_a_dark_theme() {
    let Some(axe) = axe() else { return };
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    for device in [Device::Desktop, Device::Phone] {
        let user = driver.user(device).await;
        let mut checked = Checked { user: &user, axe: &axe, violations: Vec::new() };
        for (path, text) in LESSONS {
            user.open(server.addr, path).await;
            user.sees(text).await;
            checked.check(path).await;
        }
        user.evaluate("document.querySelector('summary').click()").await;
        checked.check("the weights").await;
        user.open(server.addr, "/search").await;
        user.click("Next cut").await;
        user.sees("not searched").await;
        checked.check("a cut").await;
        assert_eq!(checked.violations, Vec::<String>::new());
        user.close().await;
    }
}

#[tokio::test]
async fn no_screen_has_a_violation_in_a_light_and_a_dark_theme() {
    let Some(axe) = axe() else { return };
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    ann.place(&code, "h8").await.unwrap();
    [ann, bo].into_iter().for_each(Peer::stay);
    for device in [Device::Desktop, Device::Phone] {
        let user = driver.user(device).await;
        let mut checked = Checked { user: &user, axe: &axe, violations: Vec::new() };
        for (path, text) in NAMELESS {
            user.open(server.addr, path).await;
            user.sees(text).await;
            checked.check(path).await;
        }
        user.open(server.addr, "/board").await;
        user.replace("Moves", "h8 a1 h9 a15 h10 o1").await;
        user.click("Show").await;
        user.click("Analyse").await;
        user.sees("wins in").await;
        checked.check("the analysis").await;
        user.open(server.addr, "/").await;
        user.type_into("Your name", "Cy").await;
        user.click("Save").await;
        user.sees("Play the AI").await;
        checked.check("the list of rooms").await;
        for (path, text) in [
            ("/new", "Start"),
            ("/games", "Finished games"),
            ("/devices", "1 device can"),
            (&format!("/watch/{code}"), "Bo's turn"),
        ] {
            user.open(server.addr, path).await;
            user.sees(text).await;
            checked.check(path).await;
        }
        user.open(server.addr, "/").await;
        user.click("Play the AI").await;
        user.sees("Your turn").await;
        checked.check("a room").await;
        user.click("More").await;
        checked.check("the menu").await;
        user.click("resign").await;
        user.sees("Cancel").await;
        checked.check("a question").await;
        assert_eq!(checked.violations, Vec::<String>::new());
        user.close().await;
    }
}
