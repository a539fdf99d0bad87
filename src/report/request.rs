//! The requests of a computer. None of them can name a vote, a score, a seat or a memory address.

use serde::Deserialize;

use crate::settings::Settings;
use crate::words::Language;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request<'a> {
    Ask(Ask),
    #[serde(borrow)]
    Set(Setting<'a>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    Hello,
    /// The whole game so far.
    Game,
    Settings,
    SelfTest,
    /// The report for whoever builds the device.
    Bench,
    /// The contacts of the knobs, whenever they change within the next minute.
    Contacts,
    /// Restart into USB boot, once somebody has confirmed it on the device.
    UsbBoot,
}

/// The settings to change; those left out stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting<'a> {
    pub language: Option<&'a str>,
    pub brightness: Option<u8>,
    pub sound: Option<bool>,
}

/// Why a line is not a valid request, as reported to the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unclear(pub &'static str);

impl<'a> Request<'a> {
    pub fn parse(line: &'a [u8]) -> Result<Self, Unclear> {
        match serde_json_core::from_slice(line) {
            Ok((request, used)) if used == line.len() => Ok(request),
            _ => Err(Unclear("not a request; see docs/usb.md")),
        }
    }
}

impl Setting<'_> {
    /// The settings with these changes applied.
    pub fn applied(&self, settings: &Settings) -> Result<Settings, Unclear> {
        let mut settings = *settings;
        if let Some(code) = self.language {
            let known = Language::ALL.into_iter().find(|language| language.code() == code);
            settings.language = known.ok_or(Unclear("language is en, it, pl, fr, de or es"))?;
        }
        if let Some(brightness) = self.brightness {
            if !Settings::BRIGHTNESSES.contains(&brightness) {
                return Err(Unclear("brightness is 1 to 5"));
            }
            settings.brightness = brightness;
        }
        settings.sound = self.sound.unwrap_or(settings.sound);
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_is_understood() {
        let ask = |name: &str| Request::parse(std::format!("{{\"ask\":\"{name}\"}}").leak().as_bytes());
        assert_eq!(ask("hello"), Ok(Request::Ask(Ask::Hello)));
        assert_eq!(ask("game"), Ok(Request::Ask(Ask::Game)));
        assert_eq!(ask("settings"), Ok(Request::Ask(Ask::Settings)));
        assert_eq!(ask("self-test"), Ok(Request::Ask(Ask::SelfTest)));
        assert_eq!(ask("bench"), Ok(Request::Ask(Ask::Bench)));
        assert_eq!(ask("contacts"), Ok(Request::Ask(Ask::Contacts)));
        assert_eq!(ask("usb-boot"), Ok(Request::Ask(Ask::UsbBoot)));
        let set = Setting { language: Some("it"), brightness: None, sound: Some(false) };
        assert_eq!(Request::parse(br#" {"set": {"sound": false, "language": "it"}}"#), Ok(Request::Set(set)));
    }

    #[test]
    fn anything_else_is_refused() {
        let nested = [b'['; 96];
        let objects = br#"{"set":{"set":{"set":{"set":{"set":{"set":{"set":{}}}}}}}}"#;
        for line in [
            &b"hello"[..],
            b"{}",
            b"{\"ask\":\"memory\"}",
            b"{\"ask\":\"hello\"",
            b"{\"ask\":\"hello\"} and more",
            b"{\"ask\":7}",
            b"{\"set\":{\"score\":30}}",
            b"{\"set\":{\"brightness\":300}}",
            b"\xff\x00\xfe",
            b"{\"set\":{\"language\":\"\xff\"}}",
            &nested,
            objects,
        ] {
            assert!(Request::parse(line).is_err(), "{}", line.escape_ascii());
        }
    }

    #[test]
    fn settings_keep_their_limits() {
        let set = |line: &'static str| match Request::parse(line.as_bytes()) {
            Ok(Request::Set(setting)) => setting.applied(&Settings::DEFAULT),
            other => panic!("{other:?}"),
        };
        assert_eq!(set(r#"{"set":{"brightness":2}}"#).unwrap(), Settings { brightness: 2, ..Settings::DEFAULT });
        assert!(set(r#"{"set":{"brightness":0}}"#).is_err());
        assert!(set(r#"{"set":{"brightness":6}}"#).is_err());
        assert!(set(r#"{"set":{"language":"xx"}}"#).is_err());
        assert_eq!(set(r#"{"set":{}}"#), Ok(Settings::DEFAULT));
    }
}
