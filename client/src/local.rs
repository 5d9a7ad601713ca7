//! The server inside this program, for games on this machine.

use std::{io, net::Ipv4Addr, path::PathBuf};

use tengen_server::journal::JournalError;
use tengen_session::{link::Address, text::Lang};
use thiserror::Error;
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// The reason why the server inside this program is not running.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LocalError {
    /// The server could not open a port, for this reason.
    #[error("{}", Lang::English.local_no_port(.0))]
    Listen(String),
    /// Another program uses the data folder. Contains the description of that program from the lock file.
    #[error("{}", Lang::English.local_held(.0))]
    Held(String),
    /// The server cannot use its data folder.
    #[error("{}", Lang::English.local_folder(.path, .why))]
    Folder {
        /// The path of the folder, or of a file in it.
        path: String,
        why: String,
    },
    /// The server could not start or has failed, for this reason.
    #[error("the local game cannot run: {0}")]
    Server(String),
}

impl LocalError {
    /// Returns the reason, for use after a text such as "Cannot start a game on this machine:".
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Listen(why) => lang.local_no_port(why),
            Self::Held(holder) => lang.local_held(holder),
            Self::Folder { path, why } => lang.local_folder(path, why),
            Self::Server(why) => why.clone(),
        }
    }
}

/// News about the server inside this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalNews {
    /// The server is running at this address.
    Ready(Address),
    /// The server could not start.
    Failed(LocalError),
}

/// The server's own texts advise the option `--data`, which the client does not have.
impl From<tengen_server::Error> for LocalError {
    fn from(error: tengen_server::Error) -> Self {
        match error {
            tengen_server::Error::DataFolderHeld { holder, .. } => Self::Held(holder),
            tengen_server::Error::DataFolder { folder, source } => {
                Self::Folder { path: folder.display().to_string(), why: source.to_string() }
            }
            tengen_server::Error::Journal(JournalError::ReadOnly { file }) => Self::Folder {
                path: file.display().to_string(),
                why: io::Error::from(io::ErrorKind::PermissionDenied).to_string(),
            },
            other => Self::Server(other.to_string()),
        }
    }
}

impl From<io::Error> for LocalError {
    fn from(error: io::Error) -> Self {
        Self::Listen(error.to_string())
    }
}

/// A running server that accepts connections from this machine only, on a free port.
#[derive(Debug)]
pub struct LocalServer {
    address: Address,
    shutdown: CancellationToken,
    task: JoinHandle<Result<(), tengen_server::Error>>,
}

impl LocalServer {
    /// Whether the server has stopped by itself, for example because its data folder is gone.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.task.is_finished()
    }

    /// Starts the server with its data in `folder`.
    ///
    /// # Errors
    /// Returns an error if the server cannot open a port or use its data.
    pub async fn start(folder: PathBuf) -> Result<Self, LocalError> {
        let config = tengen_server::Config::local(folder);
        let server = tengen_server::Server::open(config).await?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = Address::this_machine(listener.local_addr()?.port());
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(server.serve(listener, shutdown.clone()));
        Ok(Self { address, shutdown, task })
    }

    /// Returns the address on which the server listens.
    #[must_use]
    pub fn address(&self) -> Address {
        self.address.clone()
    }

    /// Stops the server and waits until it has written its data.
    ///
    /// # Errors
    /// Returns the error with which the server failed.
    pub async fn stop(self) -> Result<(), LocalError> {
        self.shutdown.cancel();
        match self.task.await {
            Ok(result) => Ok(result?),
            Err(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_error_for_an_unusable_folder_names_tengen_home() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("local");
        std::fs::write(&file, "not a folder").unwrap();
        let error = LocalServer::start(file.clone()).await.unwrap_err();
        assert!(matches!(error, LocalError::Folder { .. }), "{error:?}");
        for lang in [Lang::English, Lang::Chinese] {
            let text = error.text(lang);
            assert!(text.contains(&file.display().to_string()) && text.contains("TENGEN_HOME"), "{text}");
            assert!(!text.contains("--data"), "{text}");
        }
    }
}
