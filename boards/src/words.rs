//! Values that are one of a few words. From one declaration [`words!`] generates the type, its words in a file, and its
//! number in a block, which is its place in the list: add new words at the end.

/// Declares a value that is one of a few words.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        pub enum $Name:ident {
            $(
                $(#[doc = $meaning:literal])+
                $Variant:ident = $word:literal,
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $Name {
            $(
                $(#[doc = $meaning])+
                #[serde(rename = $word)]
                $Variant,
            )+
        }

        impl $Name {
            pub const ALL: &[Self] = &[$(Self::$Variant),+];

            /// The word in a file.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)+
                }
            }
        }

        #[cfg(feature = "file")]
        impl crate::keys::Value for $Name {
            fn read(
                reader: &mut crate::read::Reader,
                place: &crate::read::Place,
                found: &toml::Spanned<toml::de::DeValue>,
                _: &crate::limits::Limits,
            ) -> Option<Self> {
                let word = reader.word(place, found, &[$($word),+])?;
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }

            fn wanted(_: &crate::limits::Limits) -> String {
                crate::read::either(&[$($word),+])
            }

            fn shown(&self, _: &str) -> String {
                format!("{:?}", self.word())
            }

            fn typescript() -> String {
                crate::typescript::one_of(&[$($word),+])
            }
        }
    };
}
pub(crate) use words;
