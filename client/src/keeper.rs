//! The keeper of the small files: keys, names, settings. It has a thread of its own, so that the loop that reads keys
//! never waits for a disk.

use std::{io, thread, time::Duration};

use tengen_session::{
    link::{Address, KeyTrouble},
    room::Muted,
    text::Lang,
};
use tengen_shared::{
    game::Name,
    protocol::{PlayerKey, ServerId},
};
use tokio::{sync::mpsc, time::timeout};

use crate::{
    profile::{Home, Instance, Kept, KeyRing, OpenSlot, State},
    settings::{Loaded, Saved, Settings, Store},
};

/// How many orders and how many reports may wait.
const QUEUE: usize = 256;
/// How long a disk may take to write the last files when the program ends.
const END_TIME: Duration = Duration::from_secs(5);

/// Something to be kept, or to be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepOrder {
    /// Look up key, name and muted players of this server.
    LookUp(ServerId),
    /// Keep the key for the server that was looked up last, and the name if the user has chosen it.
    Key {
        /// The key to show next time.
        key: PlayerKey,
        /// The name to offer next time.
        name: Option<Name>,
    },
    /// Keep whom the user does not want to hear on that server.
    Muted(Muted),
    /// Remember the server for the next start.
    Server(Address),
    /// Remember the room in which a seat is kept, for the next start.
    Room(Option<Kept>),
    /// Remember the name that the user has chosen.
    Name(Name),
    /// Remember what was chosen last.
    State(State),
    /// Keep in the file of the settings what differs between two of them.
    Settings {
        /// What the file said as far as is known.
        old: Box<Settings>,
        /// What it shall say.
        new: Box<Settings>,
    },
    /// Read the files of the settings again.
    ReadSettings,
}

/// What the keeper reports.
#[derive(Clone, Debug)]
pub enum KeeperNews {
    /// What is kept for this server.
    Found(ServerId, Box<OpenSlot>),
    /// The files of the settings have been read.
    Settings(Box<Loaded>),
    /// Something could not be kept, or not as it was meant.
    Trouble(Trouble),
}

/// What the user should know of the files; the program goes on without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Something about the key files.
    Key(KeyTrouble),
    /// The last server could not be written, for this reason.
    Server(String),
    /// The room in which a seat is kept could not be written, for this reason.
    Room(String),
    /// The settings could not be written, for this reason.
    Settings(String),
    /// The settings file could not be read as settings. It was renamed to this, and a new one was written.
    SettingsAside(String),
    /// The disk is so slow that nothing more can wait for it.
    TooSlow,
}

impl Trouble {
    /// In the words of `lang`.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Key(trouble) => lang.key_trouble(trouble),
            Self::Server(why) => lang.server_not_kept(why),
            Self::Room(why) => lang.game_not_kept(why),
            Self::Settings(why) => lang.settings_not_kept(why),
            Self::SettingsAside(path) => lang.settings_aside(path),
            Self::TooSlow => lang.disk_too_slow().to_owned(),
        }
    }
}

/// The files, as one thread works with them.
#[derive(Debug)]
pub struct Files {
    /// The keys of the profile.
    pub keys: KeyRing,
    /// What is kept for this program among those that run.
    pub instance: Instance,
    /// Where the last server and the last choices are remembered.
    pub home: Home,
    /// The files of the settings.
    pub store: Store,
}

/// The runtime's end of the keeper.
#[derive(Debug)]
pub struct Keeper {
    orders: mpsc::Sender<KeepOrder>,
    /// What the keeper reports.
    pub news: mpsc::Receiver<KeeperNews>,
}

/// Starts the keeper.
///
/// # Errors
/// If the system gives no thread.
pub fn start(files: Files) -> io::Result<Keeper> {
    let (orders, orders_in) = mpsc::channel(QUEUE);
    let (news_out, news) = mpsc::channel(QUEUE);
    thread::Builder::new().name("files".to_owned()).spawn(move || run(files, orders_in, &news_out))?;
    Ok(Keeper { orders, news })
}

impl Keeper {
    /// Hands an order to the keeper.
    ///
    /// # Errors
    /// If too many wait: then this one is dropped.
    pub fn order(&self, order: KeepOrder) -> Result<(), Trouble> {
        self.orders.try_send(order).map_err(|_| Trouble::TooSlow)
    }

    /// Whether the keeper's thread has ended, which it never should.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.orders.is_closed()
    }

    /// Waits until all that was ordered is written down.
    pub async fn stop(self) {
        let Self { orders, mut news } = self;
        drop(orders);
        // The channel ends when the thread does.
        let _ = timeout(END_TIME, async { while news.recv().await.is_some() {} }).await;
    }
}

fn run(mut files: Files, mut orders: mpsc::Receiver<KeepOrder>, news: &mpsc::Sender<KeeperNews>) {
    while let Some(order) = orders.blocking_recv() {
        if let Some(report) = files.carry_out(order) {
            // Nobody hears it any more: what is ordered is written all the same.
            let _ = news.blocking_send(report);
        }
    }
}

impl Files {
    fn carry_out(&mut self, order: KeepOrder) -> Option<KeeperNews> {
        let trouble = match order {
            KeepOrder::LookUp(server) => {
                let slot = Box::new(self.keys.open(server));
                return Some(KeeperNews::Found(server, slot));
            }
            KeepOrder::ReadSettings => return Some(KeeperNews::Settings(Box::new(self.store.load()))),
            KeepOrder::Key { key, name } => {
                let failed = |error: io::Error| Trouble::Key(KeyTrouble::NotKept(error.to_string()));
                self.keys.keep(&key, name.as_ref()).err().map(failed)
            }
            KeepOrder::Muted(muted) => {
                let failed = |error: io::Error| Trouble::Key(KeyTrouble::MutedNotKept(error.to_string()));
                self.keys.keep_muted(&muted).err().map(failed)
            }
            KeepOrder::Server(address) => {
                self.home.remember_server(&address).err().map(|error| Trouble::Server(error.to_string()))
            }
            KeepOrder::Room(room) => {
                self.instance.keep(room.as_ref()).err().map(|error| Trouble::Room(error.to_string()))
            }
            KeepOrder::Name(name) => {
                // It is written again with the key when a server knows the user by it.
                let _ = self.instance.keep_name(&name);
                None
            }
            KeepOrder::State(state) => {
                // Nothing is lost if the cursor stands elsewhere next time.
                let _ = self.home.keep_state(state);
                None
            }
            KeepOrder::Settings { old, new } => match self.store.save(&old, &new) {
                Ok(Saved::Changed) => None,
                Ok(Saved::SetAside(path)) => Some(Trouble::SettingsAside(path.display().to_string())),
                Err(error) => Some(Trouble::Settings(error.to_string())),
            },
        };
        trouble.map(KeeperNews::Trouble)
    }
}
