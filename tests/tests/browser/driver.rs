//! A browser: one driver for all tests, and one window with a profile of its own for each user.

use std::{net::SocketAddr, panic::AssertUnwindSafe, path::Path, process::Stdio};

use fantoccini::{Client, ClientBuilder, Locator};
use futures_util::FutureExt as _;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tengen_tests::{poll_until, within};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

/// The driver of a browser. It ends with the test.
pub(crate) struct Driver {
    browser: Browser,
    url: String,
    _process: Child,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Browser {
    Chromium,
    /// Its driver serves one user.
    Firefox,
}

/// The size and kind of a window.
#[derive(Clone, Copy)]
pub(crate) enum Device {
    Desktop,
    /// A small phone, with a finger in place of a mouse.
    Phone,
}

/// A user with a browser.
pub(crate) struct User {
    client: Client,
    _profile: TempDir,
}

impl Driver {
    /// Starts the driver of Chromium.
    pub(crate) async fn start() -> Self {
        Self::of(Browser::Chromium, "chromedriver", "started successfully on port ").await
    }

    /// Starts the driver of Firefox.
    #[allow(dead_code, reason = "Firefox has a test program of its own")]
    pub(crate) async fn firefox() -> Self {
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

    pub(crate) async fn user(&self, device: Device) -> User {
        let profile = tempfile::tempdir().unwrap();
        let capabilities = match self.browser {
            Browser::Chromium => chromium(device, profile.path()),
            Browser::Firefox => json!({ "moz:firefoxOptions": { "args": ["-headless"] } }),
        };
        let capabilities: Map<String, Value> = capabilities.as_object().unwrap().clone();
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&self.url).await.expect("a browser");
        User { client, _profile: profile }
    }
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
    pub(crate) async fn open(&self, addr: SocketAddr, path: &str) {
        self.client.goto(&format!("http://{addr}{path}")).await.unwrap();
    }

    /// Returns all text on the page.
    pub(crate) async fn text(&self) -> String {
        let text = self.client.execute("return document.body.innerText", Vec::new()).await.unwrap();
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page shows `text`.
    pub(crate) async fn sees(&self, text: &str) {
        let seen = poll_until(text, async || self.text().await.contains(text));
        if AssertUnwindSafe(seen).catch_unwind().await.is_err() {
            panic!("waited in vain for {text:?}. The page shows:\n{}", self.text().await);
        }
    }

    /// Clicks the button or link with this label.
    pub(crate) async fn click(&self, label: &str) {
        let path = format!("//*[self::button or self::a][normalize-space(.)='{label}']");
        self.press(Locator::XPath(&path)).await;
    }

    /// Clicks or taps an element once it stands still.
    async fn press(&self, locator: Locator<'_>) {
        let element = self.client.wait().for_element(locator).await.unwrap();
        let mut before = None;
        poll_until("an element that stands still", async || {
            let place = element.rectangle().await.unwrap();
            before.replace(place) == Some(place)
        })
        .await;
        element.click().await.unwrap();
    }

    pub(crate) async fn type_into(&self, label: &str, text: &str) {
        let path = format!("//input[@aria-label='{label}' or @id=//label[.='{label}']/@for]");
        self.client.wait().for_element(Locator::XPath(&path)).await.unwrap().send_keys(text).await.unwrap();
    }

    /// Types `text` into a field in place of what is there.
    pub(crate) async fn replace(&self, label: &str, text: &str) {
        let css = format!("[aria-label='{label}']");
        let field = self.client.wait().for_element(Locator::Css(&css)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Clicks or taps a point of the board.
    pub(crate) async fn point(&self, point: &str) {
        self.press(Locator::Id(&format!("p-{point}"))).await;
    }

    /// Presses keys, as the browser gives them to what has the focus.
    pub(crate) async fn keys(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// Gives the keyboard to a point of the board.
    pub(crate) async fn focus(&self, point: &str) {
        let script = format!("document.getElementById('p-{point}').focus()");
        self.client.execute(&script, Vec::new()).await.unwrap();
    }

    /// Returns the labels of the points that have a stone.
    pub(crate) async fn stones(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.grid .cell.black, .grid .cell.white')]\
                      .filter(cell => !cell.classList.contains('pressed')).map(cell => cell.ariaLabel)";
        let stones = self.client.execute(script, Vec::new()).await.unwrap();
        serde_json::from_value(stones).unwrap()
    }

    /// Waits until a point has a stone.
    pub(crate) async fn sees_stone(&self, label: &str) {
        poll_until(label, async || self.stones().await.iter().any(|stone| stone == label)).await;
    }

    pub(crate) async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    pub(crate) async fn back(&self) {
        self.client.back().await.unwrap();
    }

    /// Evaluates a script that returns a value.
    pub(crate) async fn evaluate(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Runs a script with an argument, which passes its result to its last argument, a function.
    pub(crate) async fn evaluate_async(&self, script: &str, argument: &str) -> Value {
        self.client.execute_async(script, vec![argument.into()]).await.unwrap()
    }

    pub(crate) async fn close(self) {
        self.client.close().await.unwrap();
    }
}
