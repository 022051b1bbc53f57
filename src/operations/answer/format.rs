//! The formats of requests and answers.

/// The media type of JSON.
pub const JSON: &str = "application/json";

/// The media type of text.
pub const TEXT: &str = "text/plain; charset=utf-8";

/// The format of a request or an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// JSON.
    Json,
    /// Plain text.
    Text,
}

impl Format {
    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => JSON,
            Self::Text => TEXT,
        }
    }
}

/// The format of a picture, which an answer may be instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
}

impl PictureFormat {
    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// The name of the option with the form.
pub const FORMAT: &str = "format";

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// A document or a text.
    Written(Format),
    /// A picture.
    Picture(PictureFormat),
}

/// The forms by name.
pub const FORMS: [(&str, AnswerForm); 4] = [
    ("json", AnswerForm::Written(Format::Json)),
    ("text", AnswerForm::Written(Format::Text)),
    ("svg", AnswerForm::Picture(PictureFormat::Svg)),
    ("png", AnswerForm::Picture(PictureFormat::Png)),
];
