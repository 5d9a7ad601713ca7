//! Decoding a client's bytes never panics. A decoded frame survives encoding and decoding.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_shared::protocol::Codec;

fuzz_target!(|bytes: &[u8]| {
    for codec in Codec::ALL {
        if let Ok(frame) = codec.decode_client(bytes) {
            assert_eq!(codec.decode_client(&codec.encode_client(&frame)), Ok(frame));
        }
    }
});
