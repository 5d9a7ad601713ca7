//! Decoding a server's bytes never panics. A decoded message survives encoding and decoding.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_shared::protocol::{Codec, ServerFrame};

fuzz_target!(|bytes: &[u8]| {
    for codec in Codec::ALL {
        if let Ok(ServerFrame::Known(message)) = codec.decode_server(bytes) {
            let again = codec.decode_server(&codec.encode_server(&message));
            assert_eq!(again, Ok(ServerFrame::Known(message)));
        }
    }
});
