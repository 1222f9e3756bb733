//! Compiles the contract under `proto/`, with no protoc to install.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use prost::Message as _;

const ROOT: &str = "proto";

fn main() -> Result<(), Box<dyn Error>> {
    // The generators print no such lines themselves; without any, an edit of the README would rebuild the world.
    // Cargo looks at everything below the folder, which holds the contract and no code.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={ROOT}/brag");
    let mut files = Vec::new();
    collect(&Path::new(ROOT).join("brag"), &mut files)?;
    files.sort();

    let descriptors = protox::compile(&files, [ROOT])?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        // Blobs are shared between the viewers of an event, not copied.
        .bytes(".")
        // Equal maps encode to equal bytes: what a stream repeats after a resume is what it sent live.
        .btree_map(".")
        // These are rare and large, and would make every event and every message of a stream as large in memory.
        .boxed("brag.v1.Event.transfer")
        .boxed("brag.v1.Event.fact.created")
        .boxed("brag.v1.Event.fact.pack_shuffled")
        .boxed("brag.v1.Event.fact.card_exchanged")
        .boxed("brag.v1.Event.fact.cards_changed")
        .boxed("brag.v1.StreamEventsResponse.message.snapshot")
        .compile_fds(descriptors)?;
    Ok(())
}

/// Every .proto file below the folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
