//! The process edge, over real sockets and with services made for the purpose.

mod capacity;
mod drain;
mod early_answer;
mod exchange;
mod hang_up;
mod listener;
mod support;
mod timeouts;
