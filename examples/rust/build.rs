// Links libRelayLiteC.so of the folder RELAYLITE_LIB_DIR, else of the system.

fn main() {
    println!("cargo:rerun-if-env-changed=RELAYLITE_LIB_DIR");
    if let Ok(folder) = std::env::var("RELAYLITE_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-lib=dylib=RelayLiteC");
}
