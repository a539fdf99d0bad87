//! Reads a TOML file key by key. Each mistake is recorded with its key, what stands there and what is expected; reading
//! then continues, so that the author sees all mistakes at once.

use std::collections::BTreeMap;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{
    keys::Value,
    limits::{Limits, limits},
};

/// Length beyond which values are truncated in messages.
const SHOWN: usize = 40;
/// Minimum similarity of two keys for a "did you mean".
const NEAR: f64 = 0.7;

/// A key with its path: `screens[3].seat`.
#[derive(Clone, Debug, Default)]
pub struct Place(String);

impl Place {
    fn below(&self, key: &str) -> Self {
        let key = if key.is_empty() || key.contains(|c: char| !c.is_alphanumeric() && c != '_' && c != '-') {
            format!("{:?}", short(key))
        } else {
            short(key)
        };
        Self(if self.0.is_empty() { key } else { format!("{}.{key}", self.0) })
    }

    fn at(&self, index: usize) -> Self {
        Self(format!("{}[{index}]", self.0))
    }
}

pub struct Reader<'a> {
    text: &'a str,
    /// Key and reason.
    pub mistakes: Vec<(String, String)>,
    /// The line on which each key's value begins.
    pub lines: BTreeMap<String, usize>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, mistakes: Vec::new(), lines: BTreeMap::new() }
    }

    fn wrong(&mut self, place: &Place, reason: String) {
        let key = if place.0.is_empty() { "(file)".to_string() } else { place.0.clone() };
        self.mistakes.push((key, reason));
    }

    fn other_kind(&mut self, place: &Place, found: &DeValue, wanted: &str) {
        self.wrong(place, format!("{}; expected {wanted}", described(found)));
    }

    /// The table at a place, after checking that all of its keys are known.
    pub fn table<'v, 'i>(
        &mut self,
        place: &Place,
        found: &'v Spanned<DeValue<'i>>,
        known: &[&str],
    ) -> Option<&'v DeTable<'i>> {
        let DeValue::Table(table) = found.get_ref() else {
            self.other_kind(place, found.get_ref(), &format!("a table with {}", known.join(", ")));
            return None;
        };
        for (key, _) in table {
            if !known.contains(&key.get_ref().as_ref()) {
                let place = place.below(key.get_ref());
                self.lines.insert(place.0.clone(), line(self.text, key.span().start));
                let reason = match nearest(key.get_ref(), known) {
                    Some(near) => format!("unknown key, did you mean {near}? There are {}", known.join(", ")),
                    None => format!("unknown key; there are {}", known.join(", ")),
                };
                self.wrong(&place, reason);
            }
        }
        Some(table)
    }

    /// The value of a key, or its default.
    pub fn key<T: Value>(
        &mut self,
        place: &Place,
        table: &DeTable,
        name: &str,
        limits: &Limits,
        default: Option<T>,
    ) -> Option<T> {
        let below = place.below(name);
        let Some(found) = table.get(name) else {
            if default.is_none() {
                self.wrong(&below, format!("missing; expected {}", T::wanted(limits)));
            }
            return default;
        };
        self.lines.insert(below.0.clone(), line(self.text, found.span().start));
        T::read(self, &below, found, limits)
    }

    pub fn list<T: Value>(&mut self, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<Vec<T>> {
        let DeValue::Array(entries) = found.get_ref() else {
            let wanted = match T::table() {
                Some(_) => "a list of tables, each under a [[heading]] or in [{ }]",
                None => "a list, such as [1, 0]",
            };
            self.other_kind(place, found.get_ref(), wanted);
            return None;
        };
        // The entries are checked one by one; these limits apply to the list's length.
        if !within(entries.len() as i128, limits) {
            let Limits { least, most, .. } = limits;
            self.wrong(place, format!("has {} entries; there may be {least} to {most}", entries.len()));
            return None;
        }
        let mut values = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let place = place.at(index);
            self.lines.insert(place.0.clone(), line(self.text, entry.span().start));
            values.push(T::read(self, &place, entry, &limits!(0..=255)));
        }
        values.into_iter().collect()
    }

    pub fn whole(&mut self, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<i64> {
        let Limits { least, most, .. } = limits;
        let DeValue::Integer(integer) = found.get_ref() else {
            self.other_kind(place, found.get_ref(), &format!("a whole number from {least} to {most}"));
            return None;
        };
        // A number that does not fit even this type is outside all limits.
        let number = i128::from_str_radix(integer.as_str(), integer.radix()).ok();
        if let Some(number) = number.filter(|&number| within(number, limits)) {
            return number.try_into().ok();
        }
        let reason = match integer.radix() {
            16 => format!("{} is not between {least:#04x} and {most:#04x}", short(&integer.to_string())),
            _ => format!("{} is not between {least} and {most}", short(&integer.to_string())),
        };
        let because = if limits.because.is_empty() { "" } else { ": " };
        self.wrong(place, format!("{reason}{because}{}", limits.because));
        None
    }

    pub fn flag(&mut self, place: &Place, found: &Spanned<DeValue>) -> Option<bool> {
        let flag = found.get_ref().as_bool();
        if flag.is_none() {
            self.other_kind(place, found.get_ref(), "true or false");
        }
        flag
    }

    pub fn text(&mut self, place: &Place, found: &Spanned<DeValue>, limits: &Limits) -> Option<String> {
        let Limits { least, most, .. } = limits;
        let Some(text) = found.get_ref().as_str() else {
            self.other_kind(place, found.get_ref(), "text in quotes");
            return None;
        };
        let letters = text.trim().chars().count();
        if !within(letters as i128, limits) {
            self.wrong(place, format!("has {letters} letters; there may be {least} to {most}"));
            return None;
        }
        if text.chars().any(char::is_control) {
            self.wrong(place, "has a character that cannot be shown; expected one line of text".to_string());
            return None;
        }
        Some(text.to_string())
    }

    pub fn word(&mut self, place: &Place, found: &Spanned<DeValue>, words: &[&'static str]) -> Option<&'static str> {
        let Some(text) = found.get_ref().as_str() else {
            self.other_kind(place, found.get_ref(), &either(words));
            return None;
        };
        let word = words.iter().find(|word| **word == text);
        if word.is_none() {
            let (text, wanted) = (short(text), either(words));
            let reason = match nearest(&text, words) {
                Some(near) => format!("{text:?} is not known, did you mean {near:?}? Expected {wanted}"),
                None => format!("{text:?} is not known; expected {wanted}"),
            };
            self.wrong(place, reason);
        }
        word.copied()
    }
}

fn within(number: i128, limits: &Limits) -> bool {
    (i128::from(limits.least)..=i128::from(limits.most)).contains(&number)
}

/// The line of a byte, counted from 1.
pub fn line(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&byte| byte == b'\n').count() + 1
}

/// `"a", "b" or "c"`.
pub fn either(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    // Truncate: the comparison's time grows with the length, and nobody mistypes a whole page.
    let word = short(&word.to_lowercase());
    let scored = known.iter().map(|known| (strsim::jaro_winkler(&word, known), *known));
    scored.filter(|(score, _)| *score > NEAR).max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, known)| known)
}

pub fn short(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_string();
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

fn described(found: &DeValue) -> String {
    match found {
        DeValue::String(text) => format!("{:?} is text", short(text)),
        DeValue::Integer(number) => format!("{} is a number", short(&number.to_string())),
        DeValue::Float(number) => format!("{} is a number with a fraction", short(number.as_str())),
        DeValue::Boolean(flag) => format!("{flag} is a truth value"),
        DeValue::Datetime(time) => format!("{time} is a time"),
        DeValue::Array(list) => format!("this is a list of {}", list.len()),
        DeValue::Table(_) => "this is a table".to_string(),
    }
}
