//! The crates: which may depend on which, according to the manifests.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the manifests of all crates by the name of their folder. `fuzz` is a separate workspace.
fn houses() -> BTreeMap<String, Table> {
    let manifest = read(&root().join("Cargo.toml"));
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let mut names: BTreeSet<String> = members.iter().map(|name| name.as_str().unwrap().to_owned()).collect();
    if root().join("fuzz/Cargo.toml").exists() {
        names.insert("fuzz".to_owned());
    }
    names.into_iter().map(|name| (name.clone(), read(&root().join(name).join("Cargo.toml")))).collect()
}

/// Returns the dependencies of these kinds in a manifest, also those for one platform only.
fn dependencies(manifest: &Table, kinds: &[&str]) -> BTreeSet<String> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(Table::values).filter_map(Value::as_table).chain([manifest]);
    let all = tables.flat_map(|table| kinds.iter().filter_map(|kind| table.get(*kind)?.as_table()));
    all.flat_map(|table| table.iter().map(|(name, entry)| real_name(name, entry))).collect()
}

/// Returns the real name of a crate that the manifest may rename.
fn real_name(name: &str, entry: &Value) -> String {
    entry.get("package").and_then(Value::as_str).unwrap_or(name).to_owned()
}

/// The crates that each crate may depend on. A crate that is missing here is not allowed.
const ARROWS: [(&str, &[&str]); 11] = [
    ("shared", &[]),
    ("engine", &["shared"]),
    ("session", &["shared"]),
    ("server", &["shared", "engine"]),
    ("client", &["shared", "session", "server"]),
    ("web", &["shared", "session", "worker"]),
    // The engine is behind a feature: the page goes without.
    ("worker", &["shared", "engine"]),
    // The crash test is shared by a small test and a benchmark.
    ("bench", &["shared", "engine", "session", "server", "client", "tests"]),
    ("tests", &["shared", "engine", "session", "server", "client", "web", "worker"]),
    ("fuzz", &["shared", "engine", "session", "server", "client"]),
    // It starts the programs instead of linking to them.
    ("xtask", &[]),
];

/// The crates that a crate may use in its tests, besides those above. The server's simulation needs clients.
const FOR_TESTS: [(&str, &str); 1] = [("server", "session")];

#[test]
fn every_house_leans_on_those_it_may_lean_on_and_on_no_other() {
    let houses = houses();
    assert!(houses.len() >= 6, "the walk found too little: {:?}", houses.keys());
    for (house, manifest) in houses {
        let arrows = ARROWS.iter().find(|(name, _)| *name == house);
        let (_, allowed) = arrows.unwrap_or_else(|| panic!("{house} is not in the table of arrows"));
        let named = manifest["package"]["name"].as_str().unwrap();
        assert!(named.starts_with("tengen-"), "{house} is named {named}");
        for dependency in dependencies(&manifest, &["dependencies", "build-dependencies"]) {
            let Some(other) = dependency.strip_prefix("tengen-") else { continue };
            assert!(allowed.contains(&other), "{house} must not depend on {other}");
        }
        for dependency in dependencies(&manifest, &["dev-dependencies"]) {
            let Some(other) = dependency.strip_prefix("tengen-") else { continue };
            let may = allowed.contains(&other) || FOR_TESTS.contains(&(house.as_str(), other));
            assert!(may, "the tests of {house} must not depend on {other}");
        }
    }
}

/// Collects the packages that `name` needs, directly or not, according to the lock file.
fn needed(lock: &Table, name: &str, seen: &mut BTreeSet<String>) {
    let packages = lock["package"].as_array().unwrap();
    for package in packages.iter().filter(|package| package["name"].as_str() == Some(name)) {
        let direct = package.get("dependencies").and_then(Value::as_array);
        for dependency in direct.into_iter().flatten().filter_map(Value::as_str) {
            // "name", or "name version" if there are several versions.
            let dependency = dependency.split(' ').next().unwrap();
            if seen.insert(dependency.to_owned()) {
                needed(lock, dependency, seen);
            }
        }
    }
}

#[test]
fn shared_engine_and_session_are_built_without_tokio_or_anything_that_does_io() {
    let lock = read(&root().join("Cargo.lock"));
    for house in ["tengen-shared", "tengen-engine", "tengen-session"] {
        let mut all = BTreeSet::new();
        needed(&lock, house, &mut all);
        assert!(all.contains("thiserror"), "the walk found too little: {all:?}");
        for forbidden in ["tokio", "mio", "hyper", "rusqlite", "tokio-tungstenite", "socket2"] {
            assert!(!all.contains(forbidden), "{house} needs {forbidden}");
        }
    }
    let mut server = BTreeSet::new();
    needed(&lock, "tengen-server", &mut server);
    assert!(server.contains("tokio"), "the walk would see tokio");
}

/// Returns all Rust sources below `folder`, without build output.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn only_the_engine_may_lift_the_ban_on_unsafe_code() {
    let workspace = read(&root().join("Cargo.toml"))["workspace"]["lints"].clone();
    assert_eq!(workspace["rust"]["unsafe_code"].as_str(), Some("forbid"));
    for (house, manifest) in houses().into_iter().filter(|(house, _)| house != "fuzz") {
        let mut lints = manifest["lints"].clone();
        if house == "engine" {
            // A line can lift "deny", but not "forbid". All other lints must equal those of the workspace.
            let level =
                lints["rust"].as_table_mut().unwrap().insert("unsafe_code".to_owned(), "forbid".into());
            assert_eq!(level, Some("deny".into()));
            assert_eq!(lints, workspace, "the engine repeats the workspace's lints");
        } else {
            assert_eq!(lints.get("workspace"), Some(&Value::Boolean(true)), "{house} has lints of its own");
        }
    }
}

#[test]
fn each_file_opens_with_a_sentence() {
    let mut looked_at = 0;
    for house in houses().keys() {
        let src = sources(&root().join(house).join("src"));
        for file in src.into_iter().chain(sources(&root().join(house).join("tests"))) {
            looked_at += 1;
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("//! "), "{} does not say what it is", file.display());
        }
    }
    assert!(looked_at > 50, "the walk found too little: {looked_at}");
}
