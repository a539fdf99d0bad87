//! The languages.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Italiano,
    Polski,
    Francais,
    Deutsch,
    Espanol,
}

impl Language {
    pub const ALL: [Self; 6] =
        [Self::English, Self::Italiano, Self::Polski, Self::Francais, Self::Deutsch, Self::Espanol];

    /// The name in files and on USB: ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Italiano => "it",
            Self::Polski => "pl",
            Self::Francais => "fr",
            Self::Deutsch => "de",
            Self::Espanol => "es",
        }
    }

    /// The language `by` places further; the first follows the last.
    pub fn stepped(self, by: i8) -> Self {
        let place = Self::ALL.iter().position(|&language| language == self).unwrap_or(0);
        Self::ALL[(place as i16 + i16::from(by)).rem_euclid(Self::ALL.len() as i16) as usize]
    }
}
