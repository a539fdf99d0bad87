/** The big screen speaks the device's languages, and calls things by the device's words. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fill, WORDS } from '../src/big/words.ts';

const source = (file: string) => readFileSync(new URL(`../../src/words/${file}.rs`, import.meta.url), 'utf8');

/** Each language of the device: its name in Rust, and its code. */
const languages = Array.from(
  source('language').matchAll(/Self::(\w+) => "(\w+)"/g),
  ([, name, code]) => [code, name.toLowerCase()] as const,
);

/** The letters and spaces of a text, in lower case. The device has another apostrophe, and shouts more. */
const bare = (text: string) =>
  text
    .replaceAll('\\u{a0}', ' ')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}' ]/gu, '')
    .trim();

it('has the languages of the device', () => {
  expect(Object.keys(WORDS)).toEqual(languages.map(([code]) => code));
});

it.each(languages)('says in %s what the device says', (code, name) => {
  const text = source(name);
  /** What the device says where its source matches: the first text after that. */
  const device = (place: string) => {
    const found = new RegExp(`${place}[^"]*"([^"]*)"`).exec(text);
    if (!found) throw new Error(`src/words/${name}.rs has no ${place}`);
    return bare(found[1]);
  };
  const big = WORDS[code];
  expect(bare(fill(big.round, ''))).toBe(device('\\n    round:'));
  expect(bare(fill(big.tells, ''))).toBe(device('\\n    tells:'));
  expect(bare(fill(big.over, ''))).toBe(device('\\n    wins:'));
  expect(bare(big.ready)).toBe(device('\\n    ready:'));
  expect(bare(big.story)).toContain(device('\\n    storyteller:'));
  expect(bare(big.points)).toContain(device('\\n    points:'));
  const verdict = (which: string) => device(`\\n    verdict:[^}]*Verdict::${which} =>`);
  expect(Object.values(big.verdict).map(bare)).toEqual(['Some', 'Everyone', 'NoOne'].map(verdict));
  const { 'under-red': red, votes, ...reasons } = big.reasons;
  const same = ['Told', 'Found', 'EveryoneFound', 'NoOneFound', 'LoneVote', 'Crowd', 'Alone'];
  same.forEach((reason, at) => {
    // A line of the big screen has up to three reasons, so it may leave out the first words: "used one vote".
    expect(device(`Reason::${reason}(?: \\{ .. \\})? =>`)).toMatch(
      new RegExp(`(^| )${bare(Object.values(reasons)[at])}$`),
    );
  });
  // The device writes a single word on the card itself.
  expect(bare(red)).toBe(device('Question::Red =>'));
  // The device talks to one player: "votes on your card".
  expect(device('Reason::Votes \\{ .. \\} =>')).toContain(bare(votes).split(' ')[0]);
  const awards = ['best_storyteller:', 'best_bluffer:', 'sharpest_guesser:', 'most_fooled:'].map(device);
  expect(Object.values(big.awards).map(bare)).toEqual(awards);
});
