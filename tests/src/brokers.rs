//! Three brokers on this machine, for tests of the cluster: each is a process of `nats-server` with a folder of its own.

use std::{
    fs, io,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

/// The variable with the path of the program `nats-server`, without which tests of the cluster are not run.
pub const PROGRAM: &str = "TENGEN_NATS_SERVER";

/// The number of brokers.
pub const BROKERS: usize = 3;

/// How brokers write to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Before they answer, as the documentation recommends.
    Always,
    /// As their defaults say: within two minutes.
    Default,
}

/// Brokers that form a cluster. They are killed when this is dropped.
pub struct Brokers {
    program: PathBuf,
    folder: TempDir,
    ports: [u16; BROKERS],
    processes: [Option<Child>; BROKERS],
}

/// Returns ports that are free now, each a different one: all are held until the last is found.
fn free_ports() -> io::Result<[u16; 2 * BROKERS]> {
    let mut held = Vec::new();
    let mut ports = [0; 2 * BROKERS];
    for port in &mut ports {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        *port = listener.local_addr()?.port();
        held.push(listener);
    }
    Ok(ports)
}

impl Brokers {
    /// Returns the program, if the environment names one.
    #[must_use]
    pub fn program() -> Option<PathBuf> {
        std::env::var_os(PROGRAM).map(PathBuf::from)
    }

    /// Starts the brokers. They need some seconds to elect leaders.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(program: &Path, sync: Sync) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let [first, second, third, routes @ ..] = free_ports()?;
        let ports = [first, second, third];
        let all_routes = routes.map(|route| format!("nats://127.0.0.1:{route}")).join(", ");
        for (number, (port, route)) in ports.iter().zip(routes).enumerate() {
            let sync = match sync {
                Sync::Always => "sync_interval: always",
                Sync::Default => "",
            };
            let store = folder.path().join(number.to_string());
            let text = format!(
                "server_name: broker-{number}\nlisten: 127.0.0.1:{port}\n\
                 jetstream {{ store_dir: {store:?}\n max_mem: 256MB\n max_file: 8GB\n {sync} }}\n\
                 cluster {{ name: tengen\n listen: 127.0.0.1:{route}\n routes: [{all_routes}]\n no_advertise: true }}\n"
            );
            fs::write(folder.path().join(format!("{number}.conf")), text)?;
        }
        let mut brokers =
            Self { program: program.to_owned(), folder, ports, processes: [const { None }; BROKERS] };
        for number in 0..BROKERS {
            brokers.start_one(number)?;
        }
        Ok(brokers)
    }

    /// Starts a broker that was killed.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start_one(&mut self, number: usize) -> io::Result<()> {
        let log = self.folder.path().join(format!("{number}.log"));
        let log = fs::File::options().create(true).append(true).open(log)?;
        let mut command = Command::new(&self.program);
        command.arg("--config").arg(self.folder.path().join(format!("{number}.conf")));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.processes[number] = Some(command.spawn()?);
        Ok(())
    }

    /// Kills a broker at once, as `kill -9` does, and waits for its end.
    ///
    /// # Errors
    /// Returns an error if it cannot be killed.
    pub fn kill(&mut self, number: usize) -> io::Result<()> {
        if let Some(mut process) = self.processes[number].take() {
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    }

    /// Returns the numbers of the brokers' processes.
    #[must_use]
    pub fn pids(&self) -> Vec<u32> {
        self.processes.iter().flatten().map(Child::id).collect()
    }

    /// Returns the addresses of all brokers, as `--cluster` takes them.
    #[must_use]
    pub fn urls(&self) -> String {
        self.ports.map(|port| format!("nats://127.0.0.1:{port}")).join(",")
    }

    /// Returns the ports of the brokers on this machine. They do not tell clients of one another, so whoever connects
    /// through a forwarder stays there.
    #[must_use]
    pub fn ports(&self) -> [u16; BROKERS] {
        self.ports
    }

    /// Returns the number of the broker with this name.
    #[must_use]
    pub fn number(name: &str) -> Option<usize> {
        name.strip_prefix("broker-")?.parse().ok().filter(|number| *number < BROKERS)
    }

    /// Returns the folder with the brokers' logs.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Brokers {
    fn drop(&mut self) {
        for number in 0..BROKERS {
            // One that has ended by itself is dead, too.
            let _ = self.kill(number);
        }
    }
}
