//! The page in real Chromium, driven through its WebDriver. These tests need the programs `chromium` and `chromedriver`:
//! `cargo test --workspace --features tengen-tests/browser --test browser`.

#![allow(clippy::unwrap_used)]

mod browser {
    mod access;
    mod alone;
    mod devices;
    mod learn;
    mod play;
    mod wall;
}
