//! The tasks `web` and `dist-check`: build the page for browsers, and check that the built page belongs to its sources.
//!
//! The built page is in `web/dist`, in the repository, so that a server with the page needs no wasm target. Each file is
//! there twice, compressed for browsers with and without TLS: over plain HTTP they accept gzip only.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

/// What the page is made of. A change here makes the built page stale.
const SOURCES: [&str; 20] = [
    "Cargo.lock",
    "Cargo.toml",
    "web/Cargo.toml",
    "web/src",
    "web/icon.svg",
    "web/news.svg",
    "web/index.html",
    "web/lessons.css",
    "web/start.js",
    "web/style.css",
    "web/worker.js",
    "worker/Cargo.toml",
    "worker/src",
    "engine/Cargo.toml",
    "engine/src",
    "session/Cargo.toml",
    "session/src",
    "shared/Cargo.toml",
    "shared/src",
    "xtask/src/web.rs",
];

/// The most that a browser loads before the first room, in bytes of brotli.
const MAX_BYTES: u64 = 260_000;
/// The most that it loads for the engines, once they are needed. Some 70 kB of it are the value network.
const MAX_ENGINE_BYTES: u64 = 260_000;
/// The most that it loads for the lessons, besides the style and the script that they share with the page.
const MAX_LESSON_BYTES: u64 = 150_000;
/// The files of the engines.
const ENGINE: [&str; 3] = ["worker.js", "engine.js", "engine.wasm"];
/// The files of the lessons.
const LESSONS: [&str; 4] = ["learn.html", "learn.js", "learn.wasm", "lessons.css"];

/// The file that says what the built page was made of.
const MANIFEST: &str = "manifest.txt";

/// The built page is older than its sources.
#[derive(Debug)]
pub(crate) struct Stale;

impl std::error::Error for Stale {}

impl std::fmt::Display for Stale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "the page in web/dist is older than its sources: run `cargo xtask web` and commit web/dist",
        )
    }
}

pub(crate) fn root() -> anyhow::Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask is not inside the repository")
}

/// Checks that the built page belongs to its sources.
///
/// # Errors
/// Returns an error if it is stale.
pub(crate) fn check() -> anyhow::Result<()> {
    let root = root()?;
    let path = root.join("web/dist").join(MANIFEST);
    let manifest = fs::read_to_string(&path).with_context(|| format!("there is no {}", path.display()))?;
    let built = manifest.lines().find_map(|line| line.strip_prefix("sources "));
    let sources = hash_of_sources(root)?;
    if built != Some(&sources) {
        return Err(Stale.into());
    }
    let (mut page, mut engine, mut lessons) = (0, 0, 0);
    for file in fs::read_dir(root.join("web/dist"))? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".br") else { continue };
        let total = match name {
            name if ENGINE.contains(&name) => &mut engine,
            name if LESSONS.contains(&name) => &mut lessons,
            _ => &mut page,
        };
        *total += file.metadata()?.len();
    }
    for (what, total, most) in [
        ("page", page, MAX_BYTES),
        ("engines", engine, MAX_ENGINE_BYTES),
        ("lessons", lessons, MAX_LESSON_BYTES),
    ] {
        anyhow::ensure!(total <= most, "too large: {what} with {total} bytes of brotli, at most {most}");
    }
    writeln!(
        std::io::stdout(),
        "The page in web/dist belongs to its sources. It has {page} bytes of brotli, its engines {engine}, and its lessons \
         {lessons}."
    )?;
    Ok(())
}

/// Returns a hash of everything that the page is made of.
fn hash_of_sources(root: &Path) -> anyhow::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
    }
    files.sort_unstable();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        hash.update(name.as_bytes());
        hash.update(u64::try_from(bytes.len())?.to_le_bytes());
        hash.update(&bytes);
    }
    Ok(hex::encode(hash.finalize()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Builds the page. The library for it is large, so only this task is compiled with it.
#[cfg(not(feature = "web"))]
pub(crate) fn run() -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments =
        ["run", "--quiet", "--locked", "--package", "tengen-xtask", "--features", "web", "--", "web"];
    let status = std::process::Command::new(cargo).current_dir(root()?).args(arguments).status()?;
    anyhow::ensure!(status.success(), "the page was not built");
    Ok(())
}

#[cfg(feature = "web")]
pub(crate) use build::run;

#[cfg(feature = "web")]
mod build {
    use std::{
        fs,
        io::Write as _,
        path::Path,
        process::{Command, Stdio},
    };

    use anyhow::Context as _;
    use flate2::{Compression, write::GzEncoder};
    use sha2::{Digest as _, Sha256};

    use super::{MANIFEST, hash_of_sources, root};
    use crate::build::target_folder;

    const TARGET: &str = "wasm32-unknown-unknown";
    /// The profile of the page in the workspace's manifest.
    const PROFILE: &str = "page";
    /// The flags for the page and the lessons. They compute few hashes, so small code is better than fast code.
    const SMALL: &str = "--cfg sha2_backend_soft=\"compact\"";
    /// The flags for the engines: the network adds numbers in vectors of 128 bits. Chrome has them since version 91,
    /// Firefox since 89, and Safari since 16.4.
    const FAST: &str = "-C target-feature=+simd128";

    /// A file of the page.
    struct Asset {
        /// The name in the repository, and without the hash in addresses.
        name: &'static str,
        bytes: Vec<u8>,
    }

    impl Asset {
        /// Returns the part of the address that changes with the content.
        fn hash(&self) -> String {
            let mut hash = hex::encode(Sha256::digest(&self.bytes));
            hash.truncate(16);
            hash
        }
    }

    /// Builds the page, and prints its sizes.
    pub(crate) fn run() -> anyhow::Result<()> {
        let root = root()?;
        let sources = hash_of_sources(root)?;
        let (script, wasm) = program(root, "tengen-web", None, SMALL)?;
        let (learn_script, learn_wasm) = program(root, "tengen-web", Some("learn"), SMALL)?;
        let (engine_script, engine_wasm) = program(root, "tengen-worker", Some("engine"), FAST)?;
        let read = |name: &str| {
            let path = root.join("web").join(name);
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let app = Asset { name: "app.js", bytes: script };
        let wasm = Asset { name: "app.wasm", bytes: wasm };
        let learn = Asset { name: "learn.js", bytes: learn_script };
        let learn_wasm = Asset { name: "learn.wasm", bytes: learn_wasm };
        let engine = Asset { name: "engine.js", bytes: engine_script };
        let engine_wasm = Asset { name: "engine.wasm", bytes: engine_wasm };
        let worker =
            read("worker.js")?.replace("{engine}", &engine.hash()).replace("{wasm}", &engine_wasm.hash());
        let worker = Asset { name: "worker.js", bytes: worker.into_bytes() };
        let style = Asset { name: "style.css", bytes: read("style.css")?.into_bytes() };
        let icon = Asset { name: "icon.svg", bytes: read("icon.svg")?.into_bytes() };
        let news = Asset { name: "news.svg", bytes: read("news.svg")?.into_bytes() };
        let lessons = Asset { name: "lessons.css", bytes: read("lessons.css")?.into_bytes() };
        let start = Asset { name: "start.js", bytes: read("start.js")?.into_bytes() };
        let html = |name, program, [script, wasm]: [&Asset; 2], more: &str| -> anyhow::Result<Asset> {
            let html = read("index.html")?
                .replace("{icon}", &icon.hash())
                .replace("{news}", &news.hash())
                .replace("{style}", &style.hash())
                .replace("{more}", more)
                .replace("{program}", program)
                .replace("{script}", &script.hash())
                .replace("{wasm}", &wasm.hash())
                .replace("{worker}", &worker.hash())
                .replace("{start}", &start.hash());
            Ok(Asset { name, bytes: html.into_bytes() })
        };
        let index = html("index.html", "app", [&app, &wasm], "")?;
        let more = format!("<link rel=\"stylesheet\" href=\"/assets/lessons-{}.css\">\n", lessons.hash());
        let learn_html = html("learn.html", "learn", [&learn, &learn_wasm], &more)?;

        let folder = root.join("web/dist");
        // A file that the page no longer has must not stay behind.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let mut manifest = format!("sources {sources}\n");
        let mut out = std::io::stdout();
        let page = [index, start, app, wasm, style, icon, news];
        let rest = [worker, engine, engine_wasm, learn_html, learn, learn_wasm, lessons];
        for asset in page.into_iter().chain(rest) {
            let (brotli, gzip) = (brotli(&asset.bytes)?, gzip(&asset.bytes)?);
            manifest += &format!("{} {}\n", asset.name, asset.hash());
            writeln!(
                out,
                "{:>9} bytes, brotli {:>8}, gzip {:>8}  {}",
                asset.bytes.len(),
                brotli.len(),
                gzip.len(),
                asset.name
            )?;
            fs::write(folder.join(format!("{}.br", asset.name)), brotli)?;
            fs::write(folder.join(format!("{}.gz", asset.name)), gzip)?;
        }
        fs::write(folder.join(MANIFEST), manifest)?;
        super::check()
    }

    /// Compiles one of the programs, and returns its script and its module.
    fn program(
        root: &Path,
        package: &str,
        features: Option<&str>,
        flags: &str,
    ) -> anyhow::Result<(Vec<u8>, Vec<u8>)> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .current_dir(root)
            .args(["rustc", "--locked", "--package", package, "--lib", "--crate-type", "cdylib"])
            .args(["--target", TARGET, "--profile", PROFILE])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
            .args(features.map(|features| format!("--features={features}")))
            .stdout(Stdio::inherit())
            .status()?;
        anyhow::ensure!(
            status.success(),
            "the page does not compile; if the target is missing: rustup target add {TARGET}"
        );
        let name = format!("{}.wasm", package.replace('-', "_"));
        let module = target_folder(root)?.join(TARGET).join(PROFILE).join(name);
        let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
        bindgen.input_path(module).out_name("program").web(true)?;
        bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
        let mut output = bindgen.generate_output()?;
        let script = output.js().as_bytes().to_vec();
        let wasm = output.wasm_mut().emit_wasm();
        Ok((script, wasm))
    }

    fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        Ok(encoder.finish()?)
    }

    fn brotli(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
        let mut compressed = Vec::new();
        let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &parameters)?;
        Ok(compressed)
    }
}
