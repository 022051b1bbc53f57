//! Enumerations whose variants have names in the API.

/// Makes an enumeration, the list of its variants, and their names.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        $vis enum $Name { $($(#[$doc])* $Variant),* }

        impl $Name {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Variant),*];

            /// Its name in the API.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name),* }
            }

            /// All of them by name.
            pub fn by_name() -> Vec<(&'static str, Self)> {
                Self::ALL.map(|one| (one.name(), one)).into()
            }
        }
    };
}

pub(crate) use named;
