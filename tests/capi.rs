//! The C interface.
#[test]
fn header_is_current() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut builder = cbindgen::Builder::new()
        .with_config(cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml"));
    for file in ["status", "special", "random", "counts", "privacy", "mechanism", "chain", "utility", "plan"] {
        builder = builder.with_src(root.join("src/ffi").join(file).with_extension("rs"));
    }
    let mut fresh = Vec::new();
    builder.generate().expect("cbindgen").write(&mut fresh);
    let path = root.join("include/dpmarkov.h");
    if std::env::var_os("DPMARKOV_BLESS").is_some() {
        std::fs::write(&path, &fresh).expect("header");
    }
    let committed = std::fs::read(&path).expect("include/dpmarkov.h");
    assert!(committed == fresh, "include/dpmarkov.h is out of date");
}
