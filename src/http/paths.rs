//! The path of every route.

/// The playground.
pub const ROOT: &str = "/";
/// Solves a grid.
pub const SOLVE: &str = "/solve";
/// Says what the rules say of a grid.
pub const VALIDATE: &str = "/validate";
/// Whether the process is alive.
pub const LIVEZ: &str = "/livez";
/// Whether the process takes requests.
pub const READYZ: &str = "/readyz";
/// The contract as YAML.
pub const OPENAPI_YAML: &str = "/openapi.yaml";
/// The contract as JSON.
pub const OPENAPI_JSON: &str = "/openapi.json";
/// What a problem means.
pub const PROBLEM: &str = "/problems/{code}";
/// What the service counts; on the admin listener only.
pub const METRICS: &str = "/metrics";

/// All of them.
pub const ALL: [&str; 9] = [ROOT, SOLVE, VALIDATE, LIVEZ, READYZ, OPENAPI_YAML, OPENAPI_JSON, PROBLEM, METRICS];
