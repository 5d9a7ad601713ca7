//! The page in real Chromium, driven through its WebDriver. These tests need the programs `chromium` and `chromedriver`:
//! `cargo test -p tengen-tests --features browser --test browser`.

#![allow(clippy::unwrap_used)]

mod browser {
    mod alone;
    pub(crate) mod driver;
    mod play;
}
