//! C++ solvers, compiled from their own sources, which are not part of this repository.
//!
//! `SUDOKU_PEERS` names a folder with clones of the repositories `t-dillon/tdoku` (as `tdoku`) and `Mart1nSchulz/Schoku`
//! (as `Schoku`); either may be missing. The compiler named by `CXX`, by default `clang++`, compiles each build into its
//! own library, so that two builds of the same solver share no symbols.

use std::ffi::{CString, OsStr, c_char};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libloading::Library;

/// Both solvers need instructions of x86-64.
const ON_X86_64: bool = cfg!(target_arch = "x86_64");

/// A build of a solver.
struct Build {
    name: &'static str,
    /// The folder of the clone in `SUDOKU_PEERS`.
    clone: &'static str,
    /// The sources to compile with our wrapper, and the directories of their headers, in the clone.
    sources: &'static [&'static str],
    headers: &'static [&'static str],
    wrapper: &'static str,
    arguments: &'static [&'static str],
}

const TDOKU: Build = Build {
    name: "tdoku",
    clone: "tdoku",
    sources: &["src/solver_dpll_triad_simd.cc", "src/util.cc"],
    headers: &["include"],
    wrapper: "tdoku.cc",
    arguments: &["-std=c++14", "-fno-exceptions", "-fno-rtti", "-march=native"],
};

/// The options are those of the projects' own builds.
const BUILDS: [Build; 3] = [
    TDOKU,
    Build { name: "tdoku-avx2", arguments: &["-std=c++14", "-fno-exceptions", "-fno-rtti", "-march=haswell"], ..TDOKU },
    Build {
        name: "schoku",
        clone: "Schoku",
        sources: &[],
        headers: &["src"],
        wrapper: "schoku.cc",
        arguments: &["-std=gnu++17", "-DNDEBUG", "-DOPT_NEWSETS", "-march=native"],
    },
];

/// A solver that has been loaded.
pub struct Native {
    pub name: &'static str,
    solutions: unsafe extern "C" fn(*const c_char, usize) -> usize,
    /// Keeps the function loaded.
    _library: Library,
}

impl Native {
    /// Returns the number of solutions, or the limit, 1 or 2, if there are more. The puzzle is 81 characters, with `.` for
    /// blanks.
    pub fn solutions(&self, puzzle: &CString, limit: usize) -> usize {
        // SAFETY: the function reads 81 characters and the zero byte; it is called by one thread only.
        unsafe { (self.solutions)(puzzle.as_ptr(), limit) }
    }
}

/// Compiles and loads the solvers whose sources are present.
pub fn solvers() -> Result<Vec<Native>, String> {
    let Some(folder) = env::var_os("SUDOKU_PEERS").map(PathBuf::from).filter(|_| ON_X86_64) else {
        return Ok(Vec::new());
    };
    let present = BUILDS.iter().filter(|build| folder.join(build.clone).is_dir());
    present.map(|build| load(build, &folder.join(build.clone))).collect()
}

fn load(build: &Build, clone: &Path) -> Result<Native, String> {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (native, libraries) = (ours.join("native"), ours.join("target/native"));
    fs::create_dir_all(&libraries).map_err(|error| format!("{}: {error}", libraries.display()))?;
    let library = libraries.join(format!("{}.so", build.name));
    let compiler = env::var_os("CXX").unwrap_or_else(|| "clang++".into());
    let mut command = Command::new(&compiler);
    command.args(["-O3", "-w", "-shared", "-fPIC", "-Wl,-Bsymbolic"]).args(build.arguments);
    command.arg("-I").arg(native.join("stand-ins"));
    for headers in build.headers {
        command.arg("-I").arg(clone.join(headers));
    }
    command.args(build.sources.iter().map(|source| clone.join(source))).arg(native.join(build.wrapper));
    let compiled = command.arg("-o").arg(&library).status();
    let compiler = Path::new(OsStr::new(&compiler)).display();
    match compiled {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("{}: {compiler}: {status}", build.name)),
        Err(error) => return Err(format!("{compiler}: {error}")),
    }
    // SAFETY: the libraries run nothing when they are loaded, and the function has this type in both wrappers.
    unsafe {
        let library = Library::new(&library).map_err(|error| error.to_string())?;
        let solutions = *library.get(b"solutions").map_err(|error| error.to_string())?;
        Ok(Native { name: build.name, solutions, _library: library })
    }
}
