//! How a part of an answer is declared, once: as a type, as JSON and as a schema.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

pub use crate::operations::options::sentence;

/// The schemas that others refer to, by name.
pub type Schemas = BTreeMap<String, Value>;

/// A part of an answer, which describes itself.
pub trait AnswerPart {
    /// Whether it may be absent.
    const IS_OPTIONAL: bool = false;

    /// Its schema. One with a name is among these, and this refers to it.
    fn schema(schemas: &mut Schemas) -> Value;

    /// Whether it is absent.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Declares parts of answers: structs, whose JSON leaves out what is absent, and enumerations of them. The documentation of a
/// struct and of its members is that of its schema, whose name may be another. After the type of a member come that of its
/// schema, if it is narrower, and further keywords of JSON Schema:
///
/// ```text
/// answer! {
///     /// Cells of a solution.
///     pub struct RevealAnswer {
///         /// Whether the solution is the only one.
///         verdict: Verdict as SolveVerdict,
///         /// The cells with their digits in the solution, in the order of the request.
///         cells: Vec<Candidate> {maxItems: 81},
///     }
/// }
/// ```
macro_rules! answer {
    () => {};
    // Told apart by what they hold.
    ($(#[doc = $doc:literal])+ pub enum $Name:ident {
        $($(#[doc = $held:literal])+ $Variant:ident($Held:ty),)+
    } $($rest:tt)*) => {
        $(#[doc = $doc])+
        #[derive(serde::Serialize, Debug)]
        #[serde(untagged)]
        pub enum $Name { $($(#[doc = $held])+ $Variant($Held),)+ }

        $crate::operations::answer::declaration::parts! {
            [] $Name => |schemas| $crate::operations::answer::declaration::named(schemas, stringify!($Name), |schemas| {
                let held = [$(<$Held as $crate::operations::answer::declaration::AnswerPart>::schema(schemas)),+];
                let description = $crate::operations::answer::declaration::sentence(&[$($doc),+]);
                serde_json::json!({"oneOf": held, "description": description})
            });
        }
        answer! { $($rest)* }
    };
    ($(#[doc = $doc:literal])+ $(#[derive($($Trait:ident),+)])? $(#[example $example:tt])?
    pub struct $Name:ident $(as $Schema:ident)? { $($member:tt)* } $($rest:tt)*) => {
        answer! {
            @ [[$(#[doc = $doc])+ $(#[derive($($Trait),+)])?] [$Name $($Schema)?] [$($doc),+] [$($example)?]] [] [] []
            $($member)*
        }
        answer! { $($rest)* }
    };
    // The members one by one, after what belongs to the whole, the fields so far, the types that it extends, and the members of
    // its schema.
    (@ $whole:tt [$($field:tt)*] $extended:tt $members:tt
        $(#[doc = $own:literal])* #[serde(skip)] $vis:vis $name:ident: $Type:ty, $($rest:tt)*) => {
        answer! {
            @ $whole [$($field)* $(#[doc = $own])* #[serde(skip)] $vis $name: $Type,] $extended $members $($rest)*
        }
    };
    (@ $whole:tt [$($field:tt)*] [$($extended:tt)*] $members:tt
        $(#[doc = $own:literal])* #[serde(flatten)] $vis:vis $name:ident: $Type:ty, $($rest:tt)*) => {
        answer! {
            @ $whole [$($field)* $(#[doc = $own])* #[serde(flatten)] $vis $name: $Type,] [$($extended)* $Type,] $members
            $($rest)*
        }
    };
    (@ $whole:tt [$($field:tt)*] $extended:tt [$($members:tt)*]
        $(#[doc = $own:literal])* #[serde(skip_serializing_if = $absent:literal)] $vis:vis $name:ident: $Type:ty
        $(as $Narrow:ty)? $({$($keyword:ident: $value:expr),+})?, $($rest:tt)*) => {
        answer! {
            @ $whole
            [$($field)* $(#[doc = $own])* #[serde(skip_serializing_if = $absent)] $vis $name: $Type,]
            $extended
            [$($members)*
                {$name $absent [$($own),*] [$Type $(, $Narrow)?] {$($((stringify!($keyword)): $value),+)?}}]
            $($rest)*
        }
    };
    (@ $whole:tt $fields:tt $extended:tt $members:tt $(#[doc = $own:literal])* $vis:vis $name:ident: $($rest:tt)+) => {
        answer! {
            @ $whole $fields $extended $members $(#[doc = $own])*
            #[serde(skip_serializing_if = "crate::operations::answer::declaration::AnswerPart::is_absent")] $vis $name: $($rest)+
        }
    };
    (@ [[$($head:tt)+] [$Name:ident $($Schema:ident)?] [$($doc:literal),+] [$($example:tt)?]] [$($field:tt)*] [$($Base:ty,)*]
        [$({$name:ident $absent:literal [$($own:literal),*] [$Type:ty $(, $Narrow:ty)?] $keywords:tt})*]) => {
        $($head)+
        #[derive(serde::Serialize, Debug)]
        pub struct $Name { $($field)* }

        $crate::operations::answer::declaration::parts! {
            [] $Name => |schemas| {
                use $crate::operations::answer::declaration::{AnswerPart, Member, named, object};
                let names = [stringify!($Name) $(, stringify!($Schema))?];
                named(schemas, names[names.len() - 1], |schemas| {
                    let bases = vec![$(<$Base as AnswerPart>::schema(schemas)),*];
                    let members = [$(Member {
                        name: stringify!($name),
                        is_optional: <$Type as AnswerPart>::IS_OPTIONAL || matches!($absent, "Vec::is_empty"),
                        lines: &[$($own),*],
                        schemas: vec![
                            <$Type as AnswerPart>::schema(schemas)
                            $(, <$Narrow as AnswerPart>::schema(schemas))?
                        ],
                        keywords: serde_json::json!($keywords),
                    }),*];
                    object(&[$($doc),+], bases, members, &serde_json::json!([$($example)?]))
                })
            };
        }
    };
}

/// Makes types parts of answers, each with its schema.
macro_rules! parts {
    ($([$($generic:tt)*] $Type:ty => |$schemas:pat_param| $schema:expr;)+) => {$(
        impl<$($generic)*> $crate::operations::answer::declaration::AnswerPart for $Type {
            fn schema($schemas: &mut $crate::operations::answer::declaration::Schemas) -> serde_json::Value {
                $schema
            }
        }
    )+};
}

pub(crate) use {answer, parts};

parts! {
    [] bool => |_| json!({"type": "boolean"});
    [] u8 => |_| json!({"type": "integer", "minimum": 0});
    [] u16 => |_| json!({"type": "integer", "minimum": 0});
    [] u32 => |_| json!({"type": "integer", "minimum": 0});
    [] usize => |_| json!({"type": "integer", "minimum": 0});
    [] u64 => |_| json!({"type": "integer", "format": "int64", "minimum": 0});
    [] f64 => |_| json!({"type": "number"});
    [] &str => |_| json!({"type": "string"});
    [] String => |_| json!({"type": "string"});
    [] Cow<'_, str> => |_| json!({"type": "string"});
    [] Value => |_| json!({});
    [T: AnswerPart] &T => |schemas| T::schema(schemas);
    [T: AnswerPart] Box<T> => |schemas| T::schema(schemas);
    [T: AnswerPart] Vec<T> => |schemas| json!({"type": "array", "items": T::schema(schemas)});
    [T: AnswerPart, const N: usize] [T; N] => |schemas| Vec::<T>::schema(schemas);
    [T: AnswerPart] OrNull<T> => |schemas| {
        let mut schema = T::schema(schemas);
        match schema.get("type").filter(|name| *name != "array").cloned() {
            Some(name) => schema["type"] = json!([name, "null"]),
            None => schema = json!({"oneOf": [schema, {"type": "null"}]}),
        }
        schema
    };
}

impl<T: AnswerPart> AnswerPart for Option<T> {
    const IS_OPTIONAL: bool = true;

    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// A part, or null.
#[derive(Serialize, Debug)]
pub struct OrNull<T>(pub Option<T>);

/// The reference to the schema with this name, which is made unless it is known.
pub fn named(schemas: &mut Schemas, name: &str, make: impl FnOnce(&mut Schemas) -> Value) -> Value {
    if !schemas.contains_key(name) {
        // Its members may refer to it.
        schemas.insert(name.to_owned(), Value::Null);
        let schema = make(schemas);
        schemas.insert(name.to_owned(), schema);
    }
    reference(name)
}

/// The reference to the schema with this name.
pub fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The name of the schema that a reference refers to.
pub fn referred(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/components/schemas/")
}

/// A member of an object.
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Whether it may be absent.
    pub is_optional: bool,
    /// The lines of its description.
    pub lines: &'static [&'static str],
    /// Its schema is the last of these.
    pub schemas: Vec<Value>,
    /// Further keywords of its schema.
    pub keywords: Value,
}

/// The schema of an object with these lines of its description, which extends the bases; it has the members of those without a
/// name itself. Its members are in the order of the alphabet. The list of examples may be empty.
pub fn object(
    lines: &[&str],
    mut bases: Vec<Value>,
    members: impl IntoIterator<Item = Member>,
    examples: &Value,
) -> Value {
    let (mut required, mut properties) = (Vec::new(), Map::new());
    for Member { name, is_optional, lines, mut schemas, mut keywords } in members {
        let name = name.trim_start_matches("r#");
        required.extend((!is_optional).then_some(name));
        let schema = schemas.last_mut().and_then(Value::as_object_mut).expect("a schema is an object");
        let keywords = keywords.as_object_mut().expect("keywords are members");
        let least = schema.shift_remove("minimum");
        if !lines.is_empty() {
            schema.insert("description".to_owned(), sentence(lines).into());
        }
        if let (Some(least), None) = (least, keywords.get("minimum")) {
            keywords.insert("minimum".to_owned(), least);
        }
        keywords.sort_keys();
        schema.append(keywords);
        properties.insert(name.to_owned(), std::mem::take(schema).into());
    }
    bases.retain_mut(|base| {
        properties.extend(
            base.get_mut("properties").and_then(Value::as_object_mut).map(std::mem::take).into_iter().flatten(),
        );
        base.get("$ref").is_some()
    });
    properties.sort_keys();
    let (kind, description) = ("object", sentence(lines));
    let mut own = if bases.is_empty() { json!({"type": kind, "description": description}) } else { json!({}) };
    if !required.is_empty() {
        own["required"] = required.into();
    }
    own["properties"] = properties.into();
    if let Some(example) = examples.get(0) {
        own["example"] = example.clone();
    }
    if bases.is_empty() {
        return own;
    }
    bases.push(own);
    json!({"allOf": bases, "description": description})
}
