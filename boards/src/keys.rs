//! The keys of a board file, each declared once. From one declaration [`table!`] and `words!` generate the type, the
//! reader that reports every mistake, and the row of the reference that [`markdown`] writes. A key knows its own limits
//! and default; rules between keys are in `check`.

use toml::{Spanned, de::DeValue};

use crate::{
    limits::Limits,
    read::{Place, Reader},
};

/// A value that a key can hold.
pub trait Value: Sized {
    /// Reads the value at a place and reports mistakes to the reader.
    fn read(reader: &mut Reader, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<Self>;

    /// Description of a valid value.
    fn wanted(limits: &Limits) -> String;

    /// The default as it would stand in a file, from the text of the declaration; empty if there is none.
    fn shown(&self, written: &str) -> String;

    /// The table that the key opens, if any.
    fn table() -> Option<Table> {
        None
    }

    /// Its TypeScript type for the simulator, which reads it as JSON.
    fn typescript() -> String {
        "number".into()
    }

    /// True if it is left out of the JSON when it has no value.
    const OPTIONAL: bool = false;

    fn is_absent(&self) -> bool {
        false
    }
}

/// One table of the file: what it is about and the keys in it.
pub struct Table {
    pub name: &'static str,
    pub about: String,
    /// Fields of the type that are not keys of the file.
    pub beside: &'static [&'static str],
    pub keys: Vec<Key>,
}

/// One key, as the reference lists it.
pub struct Key {
    pub name: &'static str,
    pub meaning: String,
    pub wanted: String,
    pub limits: Limits,
    /// `None` if the key is required.
    pub default: Option<String>,
    pub list: bool,
    pub optional: bool,
    pub typescript: String,
    pub table: Option<Table>,
}

/// Declares a table of the file: `key: Type [limits] = default`. Without a default the key is required. A field
/// `beside` the keys is never read from a file.
macro_rules! table {
    (
        $(#[doc = $about:literal])+
        $(#[derive($($derived:ident),+)])?
        pub struct $Name:ident {
            $(beside $beside:ident: $Beside:ty,)*
            $(
                $(#[doc = $meaning:literal])+
                $key:ident $(($written:literal))?: $Type:ty $([$($limits:tt)+])? $(= $default:expr)?,
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize $($(, $derived)+)?)]
        pub struct $Name {
            $(pub $beside: $Beside,)*
            $(
                $(#[doc = $meaning])+
                #[serde($(rename = $written,)? skip_serializing_if = "crate::keys::is_absent")]
                pub $key: $Type,
            )+
        }

        impl crate::keys::Value for $Name {
            fn read(
                reader: &mut crate::read::Reader,
                place: &crate::read::Place,
                found: &toml::Spanned<toml::de::DeValue>,
                _: &crate::limits::Limits,
            ) -> Option<Self> {
                let table = reader.table(place, found, &[$(crate::keys::name!($key $($written)?)),+])?;
                $(
                    #[allow(unused_mut, unused_assignments)]
                    let mut default: Option<$Type> = None;
                    $(default = Some($default);)?
                    let limits = crate::keys::limits_of!($($($limits)+)?);
                    let $key = reader.key(place, table, crate::keys::name!($key $($written)?), &limits, default);
                )+
                Some(Self { $($beside: Default::default(),)* $($key: $key?,)+ })
            }

            fn wanted(_: &crate::limits::Limits) -> String {
                format!("a table with {}", [$(crate::keys::name!($key $($written)?)),+].join(", "))
            }

            fn shown(&self, _: &str) -> String {
                String::new()
            }

            fn table() -> Option<crate::keys::Table> {
                let about = concat!($($about),+).trim().to_string();
                let mut keys = Vec::new();
                $(
                    #[allow(unused_mut, unused_assignments)]
                    let mut default: Option<String> = None;
                    $(default = Some(<$Type as crate::keys::Value>::shown(&$default, stringify!($default)));)?
                    let limits = crate::keys::limits_of!($($($limits)+)?);
                    let wanted = <$Type as crate::keys::Value>::wanted(&limits);
                    keys.push(crate::keys::Key {
                        name: crate::keys::name!($key $($written)?),
                        meaning: concat!($($meaning),+).trim().to_string(),
                        list: wanted.starts_with("a list"),
                        optional: <$Type as crate::keys::Value>::OPTIONAL,
                        typescript: <$Type as crate::keys::Value>::typescript(),
                        wanted,
                        limits,
                        default,
                        table: <$Type as crate::keys::Value>::table(),
                    });
                )+
                let (name, beside) = (stringify!($Name), &[$(stringify!($beside)),*]);
                Some(crate::keys::Table { name, about, beside, keys })
            }

            fn typescript() -> String {
                crate::typescript::name(stringify!($Name))
            }
        }
    };
}

macro_rules! name {
    ($key:ident) => {
        stringify!($key)
    };
    ($key:ident $written:literal) => {
        $written
    };
}

/// Expands the limits in a key's brackets: none, limits of its own, or a constant of `limits` that the block uses too.
macro_rules! limits_of {
    () => {
        crate::limits::limits!(0..=0xffff_ffff)
    };
    ($shared:ident) => {
        crate::limits::$shared
    };
    ($($own:tt)+) => {
        crate::limits::limits!($($own)+)
    };
}

pub(crate) use {limits_of, name, table};

pub fn is_absent<T: Value>(value: &T) -> bool {
    value.is_absent()
}

/// `3..=12` in words.
fn between(limits: &Limits) -> String {
    limits.written.replace("..=", " to ")
}

macro_rules! whole {
    ($($Type:ty),+) => {
        $(
            impl Value for $Type {
                fn read(reader: &mut Reader, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<Self> {
                    reader.whole(place, found, limits).and_then(|number| number.try_into().ok())
                }

                fn wanted(limits: &Limits) -> String {
                    let because = if limits.because.is_empty() { "" } else { ": " };
                    format!("a whole number, {}{because}{}", between(limits), limits.because)
                }

                fn shown(&self, written: &str) -> String {
                    written.to_string()
                }
            }
        )+
    };
}

whole!(u8, u16, u32);

impl Value for bool {
    fn read(reader: &mut Reader, place: &Place, found: &Spanned<DeValue>, _: &Limits) -> Option<Self> {
        reader.flag(place, found)
    }

    fn wanted(_: &Limits) -> String {
        "true or false".into()
    }

    fn typescript() -> String {
        "boolean".into()
    }

    fn shown(&self, _: &str) -> String {
        self.to_string()
    }
}

impl Value for String {
    fn read(reader: &mut Reader, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<Self> {
        reader.text(place, found, limits)
    }

    fn wanted(limits: &Limits) -> String {
        format!("text of {} letters", between(limits))
    }

    fn typescript() -> String {
        "string".into()
    }

    fn shown(&self, _: &str) -> String {
        format!("{self:?}")
    }
}

impl<T: Value> Value for Option<T> {
    fn read(reader: &mut Reader, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<Self> {
        T::read(reader, place, found, limits).map(Some)
    }

    fn wanted(limits: &Limits) -> String {
        T::wanted(limits)
    }

    fn shown(&self, written: &str) -> String {
        self.as_ref().map_or(String::new(), |value| value.shown(written))
    }

    fn table() -> Option<Table> {
        T::table()
    }

    fn typescript() -> String {
        T::typescript()
    }

    const OPTIONAL: bool = true;

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Value> Value for Vec<T> {
    fn read(reader: &mut Reader, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<Self> {
        reader.list(place, found, limits)
    }

    fn wanted(limits: &Limits) -> String {
        match T::table() {
            Some(_) => format!("a list of {} tables", between(limits)),
            None => format!("a list of {} numbers", between(limits)),
        }
    }

    fn shown(&self, _: &str) -> String {
        String::new()
    }

    fn table() -> Option<Table> {
        T::table()
    }

    fn typescript() -> String {
        format!("{}[]", T::typescript())
    }
}

/// Every key of a board file with its meaning, what it takes and its default, as Markdown.
pub fn markdown() -> String {
    let mut page = String::new();
    if let Some(table) = <crate::Board as Value>::table() {
        section(&mut page, "The file itself", &table, "");
    }
    page.trim_end().to_string()
}

fn section(page: &mut String, title: &str, table: &Table, path: &str) {
    *page += &format!("### {title}\n{}\n\n| key | meaning | takes | default |\n|---|---|---|---|\n", table.about);
    for key in &table.keys {
        let default = match &key.default {
            None => "must be given".to_string(),
            Some(default) if default.is_empty() => "—".to_string(),
            Some(default) => format!("`{default}`"),
        };
        *page += &format!("| `{}` | {} | {} | {default} |\n", key.name, key.meaning, key.wanted);
    }
    page.push('\n');
    for key in &table.keys {
        if let Some(table) = &key.table {
            let path = if path.is_empty() { key.name.to_string() } else { format!("{path}.{}", key.name) };
            let title = if key.list { format!("`[[{path}]]`") } else { format!("`[{path}]`") };
            section(page, &title, table, &path);
        }
    }
}
