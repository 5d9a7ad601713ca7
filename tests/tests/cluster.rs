//! Tests of several servers with real brokers. They need the program `nats-server`, whose path the variable
//! `TENGEN_NATS_SERVER` names.

#![allow(clippy::unwrap_used)]

mod cluster {
    use tengen_tests::{
        ServerProcess,
        brokers::{Brokers, PROGRAM, Sync},
    };

    mod broker;
    mod death;

    const SERVER: &str = env!("CARGO_BIN_EXE_server-under-test");

    /// Three brokers, and three nodes as processes of their own.
    struct Club {
        brokers: Brokers,
        nodes: Vec<ServerProcess>,
    }

    fn brokers() -> Brokers {
        let program =
            Brokers::program().unwrap_or_else(|| panic!("set {PROGRAM} to the path of nats-server"));
        Brokers::start(&program, Sync::Always).unwrap()
    }

    impl Club {
        async fn start() -> Self {
            let mut club = Self { brokers: brokers(), nodes: Vec::new() };
            for number in 0..3 {
                let node = club.start_node(&format!("node-{number}"), SERVER).await;
                club.nodes.push(node);
            }
            club
        }

        async fn start_node(&self, name: &str, program: &str) -> ServerProcess {
            let folder = self.brokers.folder().join(name);
            let (folder, urls) = (folder.to_str().unwrap(), self.brokers.urls());
            let args = ["--bind", "127.0.0.1:0", "--data", folder, "--cluster", &urls, "--node", name];
            ServerProcess::start(program, &args, &[]).await
        }
    }
}
