//! Small parts of the contract: references.

use serde_json::{Value, json};

/// The header with the id of the request.
pub fn request_id() -> Value {
    json!({"$ref": "#/components/headers/RequestId"})
}
