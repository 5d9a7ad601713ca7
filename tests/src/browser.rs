//! A browser: one driver for all users, and one window with a profile of its own for each.
//!
//! Every method panics if the browser does not do what it should within [`PATIENCE`](super::PATIENCE).

#![allow(clippy::missing_panics_doc, reason = "said above, once for all")]

use std::{net::SocketAddr, panic::AssertUnwindSafe, path::Path, process::Stdio};

use fantoccini::{Client, ClientBuilder, Locator, wd::WebDriverCompatibleCommand};
use futures_util::FutureExt as _;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};
use url::{ParseError, Url};

use super::{poll_for, poll_until, within};

/// The driver of a browser. It ends when this is dropped.
#[derive(Debug)]
pub struct Driver {
    browser: Browser,
    url: String,
    _process: Child,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Browser {
    Chromium,
    /// Its driver serves one user.
    Firefox,
}

/// The size and kind of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Desktop,
    /// A small phone, with a finger in place of a mouse.
    Phone,
}

/// A user with a browser.
#[derive(Debug)]
pub struct User {
    client: Client,
    profile: TempDir,
}

/// A command of Chromium's own protocol, which its driver passes on.
#[derive(Debug)]
struct Devtools {
    method: &'static str,
    params: Value,
}

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        base_url.join(&format!("session/{}/goog/cdp/execute", session_id.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        let body = json!({ "cmd": self.method, "params": self.params });
        (http::Method::POST, Some(body.to_string()))
    }
}

impl Driver {
    /// Starts the driver of Chromium.
    pub async fn start() -> Self {
        Self::of(Browser::Chromium, "chromedriver", "started successfully on port ").await
    }

    /// Starts the driver of Firefox.
    pub async fn firefox() -> Self {
        Self::of(Browser::Firefox, "geckodriver", "Listening on 127.0.0.1:").await
    }

    /// Starts a driver, which says its port after the words `before_port`.
    async fn of(browser: Browser, program: &str, before_port: &str) -> Self {
        let mut command = Command::new(program);
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut process = command.spawn().unwrap_or_else(|error| panic!("the program {program}: {error}"));
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = within(program, async {
            loop {
                let line = lines.next_line().await.unwrap().expect("the driver says its port");
                if let Some((_, port)) = line.split_once(before_port) {
                    break port.trim_end_matches('.').parse::<u16>().unwrap();
                }
            }
        });
        let port = port.await;
        // Whatever it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { browser, url: format!("http://127.0.0.1:{port}"), _process: process }
    }

    /// Starts a browser with a new profile.
    pub async fn user(&self, device: Device) -> User {
        let profile = tempfile::tempdir().unwrap();
        let capabilities = match self.browser {
            Browser::Chromium => chromium(device, profile.path()),
            Browser::Firefox => firefox(device, profile.path()),
        };
        let capabilities: Map<String, Value> = capabilities.as_object().unwrap().clone();
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&self.url).await.expect("a browser");
        User { client, profile }
    }
}

/// Returns the path of the field with this label.
fn field(label: &str) -> String {
    format!("//*[self::input or self::textarea][@aria-label='{label}' or @id=//label[.='{label}']/@for]")
}

/// Returns how Firefox is to start.
fn firefox(device: Device, profile: &Path) -> Value {
    assert_eq!(device, Device::Desktop, "only Chromium can be like a phone");
    json!({ "moz:firefoxOptions": { "args": ["-headless", "-profile", profile] } })
}

/// Returns how Chromium is to start.
fn chromium(device: Device, profile: &Path) -> Value {
    let args = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,900",
        &format!("--user-data-dir={}", profile.display()),
    ];
    let mut options = json!({ "args": args });
    if let Device::Phone = device {
        let metrics = json!({ "width": 360, "height": 740, "pixelRatio": 2, "touch": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    json!({ "goog:chromeOptions": options })
}

impl User {
    /// Goes to a page of the server at `addr`.
    pub async fn open(&self, addr: SocketAddr, path: &str) {
        self.client.goto(&format!("http://{addr}{path}")).await.unwrap();
    }

    /// Returns all text on the page.
    pub async fn text(&self) -> String {
        let text = self.client.execute("return document.body.innerText", Vec::new()).await.unwrap();
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page shows `text`.
    pub async fn sees(&self, text: &str) {
        let seen = poll_until(text, async || self.text().await.contains(text));
        if AssertUnwindSafe(seen).catch_unwind().await.is_err() {
            panic!("waited in vain for {text:?}. The page shows:\n{}", self.text().await);
        }
    }

    /// Clicks the button or link with this label.
    pub async fn click(&self, label: &str) {
        let path = format!("//*[self::button or self::a][normalize-space(.)='{label}']");
        self.press(Locator::XPath(&path)).await;
    }

    /// Clicks or taps an element once it stands still.
    async fn press(&self, locator: Locator<'_>) {
        let mut before = None;
        let element = poll_for("an element that stands still", async || {
            // The page may have another element in its place by now.
            let element = self.client.wait().for_element(locator).await.ok()?;
            let place = element.rectangle().await.ok()?;
            (before.replace(place) == Some(place)).then_some(element)
        });
        element.await.click().await.unwrap();
    }

    /// Types into the field with this label.
    pub async fn type_into(&self, label: &str, text: &str) {
        self.client
            .wait()
            .for_element(Locator::XPath(&field(label)))
            .await
            .unwrap()
            .send_keys(text)
            .await
            .unwrap();
    }

    /// Types `text` into a field in place of what is there.
    pub async fn replace(&self, label: &str, text: &str) {
        let field = self.client.wait().for_element(Locator::XPath(&field(label))).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Clicks or taps a point of the board.
    pub async fn point(&self, point: &str) {
        self.press(Locator::Id(&format!("p-{point}"))).await;
    }

    /// Presses keys, as the browser gives them to what has the focus.
    pub async fn keys(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// Gives the keyboard to a point of the board.
    pub async fn focus(&self, point: &str) {
        let script = format!("document.getElementById('p-{point}').focus()");
        self.client.execute(&script, Vec::new()).await.unwrap();
    }

    /// Returns the labels of the points that have a stone.
    pub async fn stones(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.grid .cell:is(.black, .white, .cross, .nought)')]\
                      .filter(cell => !cell.classList.contains('pressed')).map(cell => cell.ariaLabel)";
        let stones = self.client.execute(script, Vec::new()).await.unwrap();
        serde_json::from_value(stones).unwrap()
    }

    /// Waits until a point has a stone.
    pub async fn sees_stone(&self, label: &str) {
        poll_until(label, async || self.stones().await.iter().any(|stone| stone == label)).await;
    }

    /// Returns the path of the page's address.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// Goes back, as with the browser's button.
    pub async fn back(&self) {
        self.client.back().await.unwrap();
    }

    /// Evaluates a script that returns a value.
    pub async fn evaluate(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Runs a script with an argument, which passes its result to its last argument, a function.
    pub async fn evaluate_async(&self, script: &str, argument: &str) -> Value {
        self.client.execute_async(script, vec![argument.into()]).await.unwrap()
    }

    /// Does something that only Chromium can, by its DevTools protocol, and returns the result.
    pub async fn devtools(&self, method: &'static str, params: Value) -> Value {
        self.client.issue_cmd(Devtools { method, params }).await.unwrap()
    }

    /// Returns the folder of the browser's files, which its processes have in their command lines.
    #[must_use]
    pub fn profile(&self) -> &Path {
        self.profile.path()
    }

    /// Ends the browser, and forgets its profile.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }
}
