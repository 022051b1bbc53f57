//! `POST /solve` with and without `max_solutions`.
