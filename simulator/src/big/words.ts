/** What the big screen says, in the languages of the device. `{}` is filled in. */
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
  ready: 'locked',
  reveal: 'All votes are open',
  owners: 'Whose is card {}?',
  points: 'Points of this round',
  over: '{} wins!',
  story: 'the storyteller’s card',
  verdict: { some: 'Some found it', everyone: 'Everyone found it', 'no-one': 'No one found it' },
  reasons: {
    told: 'told',
    found: 'found it',
    'everyone-found': 'everyone found it',
    'no-one-found': 'no one found it',
    votes: 'votes drawn',
    'lone-vote': 'single vote',
    crowd: 'voted alike',
    'under-red': 'red token',
    alone: 'alone',
  },
  awards: {
    storyteller: 'Best storyteller',
    bluffer: 'Best bluffer',
    guesser: 'Sharpest guesser',
    fooled: 'Most often fooled',
  },
  goal: 'to {}',
  curves: 'Points over the rounds',
};

export const WORDS: Record<string, Words> = {
  en: ENGLISH,
  it: {
    round: 'Turno {}',
    tells: 'Narra {}',
    lobby: 'Prendete posto: premete la manopola',
    clue: '{} pensa a un indizio. Tutti danno una carta.',
    vote: 'Tutti votano in segreto',
    ready: 'bloccato',
    reveal: 'Tutti i voti sono scoperti',
    owners: 'Di chi è la carta {}?',
    points: 'Punti di questo turno',
    over: 'Vince {}!',
    story: 'la carta del narratore',
    verdict: { some: 'Alcuni l’hanno trovata', everyone: 'Tutti l’hanno trovata', 'no-one': 'Nessuno l’ha trovata' },
    reasons: {
      told: 'narratore',
      found: 'trovata',
      'everyone-found': 'trovata da tutti',
      'no-one-found': 'trovata da nessuno',
      votes: 'voti attirati',
      'lone-vote': 'voto unico',
      crowd: 'voto comune',
      'under-red': 'segnalino rosso',
      alone: 'da solo',
    },
    awards: {
      storyteller: 'Miglior narratore',
      bluffer: 'Miglior bluff',
      guesser: 'Miglior intuito',
      fooled: 'Il più ingannato',
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
    verdict: { some: 'Niektórzy trafili', everyone: 'Wszyscy trafili', 'no-one': 'Nikt nie trafił' },
    reasons: {
      told: 'narrator',
      found: 'trafienie',
      'everyone-found': 'wszyscy trafili',
      'no-one-found': 'nikt nie trafił',
      votes: 'zebrane głosy',
      'lone-vote': 'jeden głos',
      crowd: 'zgodny głos',
      'under-red': 'czerwony żeton',
      alone: 'samotnie',
    },
    awards: {
      storyteller: 'Najlepszy narrator',
      bluffer: 'Najlepszy blef',
      guesser: 'Najlepsze oko',
      fooled: 'Najczęściej zmylony',
    },
    goal: 'do {}',
    curves: 'Punkty w rundach',
  },
  fr: {
    round: 'Manche {}',
    tells: '{} conte',
    lobby: 'Prenez place : appuyez sur votre bouton',
    clue: '{} cherche un indice. Chacun donne une carte.',
    vote: 'Tout le monde vote en secret',
    ready: 'verrouillé',
    reveal: 'Tous les votes sont dévoilés',
    owners: 'À qui est la carte {} ?',
    points: 'Points de cette manche',
    over: '{} gagne !',
    story: 'la carte du conteur',
    verdict: { some: 'Certains l’ont trouvée', everyone: 'Tous l’ont trouvée', 'no-one': 'Personne ne l’a trouvée' },
    reasons: {
      told: 'conteur',
      found: 'trouvée',
      'everyone-found': 'trouvée par tous',
      'no-one-found': 'trouvée par personne',
      votes: 'votes attirés',
      'lone-vote': 'vote unique',
      crowd: 'vote commun',
      'under-red': 'jeton rouge',
      alone: 'seul',
    },
    awards: {
      storyteller: 'Meilleur conteur',
      bluffer: 'Meilleur bluff',
      guesser: 'Meilleur flair',
      fooled: 'Le plus souvent berné',
    },
    goal: 'jusqu’à {}',
    curves: 'Points au fil des manches',
  },
  de: {
    round: 'Runde {}',
    tells: '{} erzählt',
    lobby: 'Nehmt Platz: drückt euren Knopf',
    clue: '{} denkt sich einen Hinweis aus. Alle geben eine Karte.',
    vote: 'Alle stimmen geheim ab',
    ready: 'gesperrt',
    reveal: 'Alle Stimmen liegen offen',
    owners: 'Wem gehört Karte {}?',
    points: 'Punkte dieser Runde',
    over: '{} gewinnt!',
    story: 'die Karte des Erzählers',
    verdict: { some: 'Einige fanden sie', everyone: 'Alle fanden sie', 'no-one': 'Niemand fand sie' },
    reasons: {
      told: 'erzählt',
      found: 'gefunden',
      'everyone-found': 'von allen gefunden',
      'no-one-found': 'von niemandem gefunden',
      votes: 'Stimmen gelockt',
      'lone-vote': 'eine Stimme',
      crowd: 'gleich gestimmt',
      'under-red': 'roter Stein',
      alone: 'allein',
    },
    awards: {
      storyteller: 'Beste Erzählung',
      bluffer: 'Bester Bluff',
      guesser: 'Bester Riecher',
      fooled: 'Am öftesten getäuscht',
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
    ready: 'bloqueado',
    reveal: 'Todos los votos están a la vista',
    owners: '¿De quién es la carta {}?',
    points: 'Puntos de esta ronda',
    over: '¡Gana {}!',
    story: 'la carta del narrador',
    verdict: { some: 'Algunos la encontraron', everyone: 'Todos la encontraron', 'no-one': 'Nadie la encontró' },
    reasons: {
      told: 'narrador',
      found: 'encontrada',
      'everyone-found': 'encontrada por todos',
      'no-one-found': 'no la encontró nadie',
      votes: 'votos atraídos',
      'lone-vote': 'voto único',
      crowd: 'voto común',
      'under-red': 'ficha roja',
      alone: 'a solas',
    },
    awards: {
      storyteller: 'Mejor narrador',
      bluffer: 'Mejor farol',
      guesser: 'Mejor olfato',
      fooled: 'Más veces engañado',
    },
    goal: 'hasta {}',
    curves: 'Puntos por ronda',
  },
};

export const wordsOf = (language: string): Words => WORDS[language] ?? ENGLISH;
export const fill = (sentence: string, value: string | number): string => sentence.replace('{}', String(value));
