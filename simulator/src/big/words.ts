/** What the big screen says, in the languages of the device and with its words. `{}` is filled in. */
export interface Words {
  round: string;
  tells: string;
  lobby: string;
  clue: string;
  vote: string;
  ready: string;
  reveal: string;
  owners: string;
  points: string;
  over: string;
  story: string;
  verdict: { some: string; everyone: string; 'no-one': string };
  reasons: Record<string, string>;
  awards: Record<string, string>;
  goal: string;
  curves: string;
}

const ENGLISH: Words = {
  round: 'Round {}',
  tells: '{} tells',
  lobby: 'Take your seats: press your knob',
  clue: '{} thinks of a clue. Everyone gives a card.',
  vote: 'Everyone votes in secret',
  ready: 'ready',
  reveal: 'All votes are open',
  owners: 'Whose is card {}?',
  points: 'Points of this round',
  over: '{} wins!',
  story: 'the storyteller’s card',
  verdict: { some: 'Some found it', everyone: 'All found it', 'no-one': 'No one found it' },
  reasons: {
    told: 'told well',
    found: 'found it',
    'everyone-found': 'all found it',
    'no-one-found': 'no one found it',
    votes: 'votes drawn',
    'lone-vote': 'one vote',
    crowd: 'voted alike',
    'under-red': 'red token',
    alone: 'alone',
  },
  awards: {
    storyteller: 'Best storyteller',
    bluffer: 'Best bluffer',
    guesser: 'Sharpest',
    fooled: 'Most fooled',
  },
  goal: 'to {}',
  curves: 'Points over the rounds',
};

export const WORDS: Record<string, Words> = {
  en: ENGLISH,
  it: {
    round: 'Turno {}',
    tells: 'Racconta {}',
    lobby: 'Prendete posto: premete la manopola',
    clue: '{} pensa a un indizio. Tutti danno una carta.',
    vote: 'Tutti votano in segreto',
    ready: 'pronto',
    reveal: 'Tutti i voti sono scoperti',
    owners: 'Di chi è la carta {}?',
    points: 'Punti di questo turno',
    over: 'Vince {}!',
    story: 'la carta del narratore',
    verdict: { some: 'Trovata da alcuni', everyone: 'Trovata da tutti', 'no-one': 'Non trovata' },
    reasons: {
      told: 'per il racconto',
      found: 'indovinato',
      'everyone-found': 'trovata da tutti',
      'no-one-found': 'non trovata',
      votes: 'voti ricevuti',
      'lone-vote': 'voto solo',
      crowd: 'stesso voto',
      'under-red': 'segnalino rosso',
      alone: 'da solo',
    },
    awards: {
      storyteller: 'Gran narratore',
      bluffer: 'Miglior bluff',
      guesser: 'Miglior fiuto',
      fooled: 'Più ingannato',
    },
    goal: 'a {}',
    curves: 'Punti nei turni',
  },
  pl: {
    round: 'Runda {}',
    tells: 'Opowiada {}',
    lobby: 'Zajmijcie miejsca: naciśnijcie pokrętło',
    clue: '{} wymyśla skojarzenie. Każdy daje kartę.',
    vote: 'Wszyscy głosują w tajemnicy',
    ready: 'gotowe',
    reveal: 'Wszystkie głosy są odkryte',
    owners: 'Czyja jest karta {}?',
    points: 'Punkty tej rundy',
    over: 'Wygrywa {}!',
    story: 'karta narratora',
    verdict: { some: 'Niektórzy zgadli', everyone: 'Wszyscy zgadli', 'no-one': 'Nikt nie zgadł' },
    reasons: {
      told: 'skojarzenie',
      found: 'odgadnięcie',
      'everyone-found': 'wszyscy zgadli',
      'no-one-found': 'nikt nie zgadł',
      votes: 'zebrane głosy',
      'lone-vote': 'jeden głos',
      crowd: 'zgodne głosy',
      'under-red': 'czerwony żeton',
      alone: 'sam',
    },
    awards: {
      storyteller: 'Mistrz narracji',
      bluffer: 'Mistrz blefu',
      guesser: 'Bystre oko',
      fooled: 'Dał się nabrać',
    },
    goal: 'do {}',
    curves: 'Punkty w rundach',
  },
  fr: {
    round: 'Tour {}',
    tells: '{} raconte',
    lobby: 'Prenez place : appuyez sur votre bouton',
    clue: '{} cherche un indice. Chacun donne une carte.',
    vote: 'Tout le monde vote en secret',
    ready: 'prêt',
    reveal: 'Tous les votes sont révélés',
    owners: 'À qui est la carte {} ?',
    points: 'Points de ce tour',
    over: '{} gagne !',
    story: 'la carte du conteur',
    verdict: { some: 'Trouvée par certains', everyone: 'Trouvée par tous', 'no-one': 'Non trouvée' },
    reasons: {
      told: 'bien raconté',
      found: 'trouvée',
      'everyone-found': 'trouvée par tous',
      'no-one-found': 'non trouvée',
      votes: 'votes attirés',
      'lone-vote': 'vote unique',
      crowd: 'même vote',
      'under-red': 'jeton rouge',
      alone: 'seul',
    },
    awards: {
      storyteller: 'Meilleur récit',
      bluffer: 'Meilleur bluff',
      guesser: 'Meilleur flair',
      fooled: 'Le plus piégé',
    },
    goal: 'jusqu’à {}',
    curves: 'Points au fil des tours',
  },
  de: {
    round: 'Runde {}',
    tells: '{} erzählt',
    lobby: 'Nehmt Platz: drückt euren Knopf',
    clue: '{} denkt sich einen Hinweis aus. Alle geben eine Karte.',
    vote: 'Alle tippen geheim',
    ready: 'fertig',
    reveal: 'Alle Tipps liegen offen',
    owners: 'Wem gehört Karte {}?',
    points: 'Punkte dieser Runde',
    over: '{} gewinnt!',
    story: 'die Karte des Erzählers',
    verdict: { some: 'Einige fanden sie', everyone: 'Alle fanden sie', 'no-one': 'Keiner fand sie' },
    reasons: {
      told: 'gut erzählt',
      found: 'gefunden',
      'everyone-found': 'alle fanden sie',
      'no-one-found': 'keiner fand sie',
      votes: 'für die Karte',
      'lone-vote': 'nur ein Tipp',
      crowd: 'einig',
      'under-red': 'roter Stein',
      alone: 'allein',
    },
    awards: {
      storyteller: 'Beste Erzählung',
      bluffer: 'Bester Bluff',
      guesser: 'Bester Riecher',
      fooled: 'Oft reingelegt',
    },
    goal: 'bis {}',
    curves: 'Punkte über die Runden',
  },
  es: {
    round: 'Ronda {}',
    tells: 'Narra {}',
    lobby: 'Sentaos: pulsad vuestro mando',
    clue: '{} piensa una pista. Todos dan una carta.',
    vote: 'Todos votan en secreto',
    ready: 'listo',
    reveal: 'Todos los votos están a la vista',
    owners: '¿De quién es la carta {}?',
    points: 'Puntos de esta ronda',
    over: '¡Gana {}!',
    story: 'la carta del narrador',
    verdict: { some: 'Algunos aciertan', everyone: 'Todos aciertan', 'no-one': 'Nadie acierta' },
    reasons: {
      told: 'buen relato',
      found: 'acertado',
      'everyone-found': 'todos aciertan',
      'no-one-found': 'nadie acierta',
      votes: 'votos atraídos',
      'lone-vote': 'solo voto',
      crowd: 'mismo voto',
      'under-red': 'ficha roja',
      alone: 'solo',
    },
    awards: {
      storyteller: 'Mejor narrador',
      bluffer: 'Mejor farol',
      guesser: 'Mejor olfato',
      fooled: 'Más engañado',
    },
    goal: 'hasta {}',
    curves: 'Puntos por ronda',
  },
};

export const wordsOf = (language: string): Words => WORDS[language] ?? ENGLISH;
export const fill = (sentence: string, value: string | number): string => sentence.replace('{}', String(value));
