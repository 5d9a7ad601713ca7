//! Tests of several servers with real brokers. They need the program `nats-server`, whose path the variable
//! `TENGEN_NATS_SERVER` names.

#![allow(clippy::unwrap_used)]

mod cluster {
    mod broker;
}
