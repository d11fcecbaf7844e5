import { setImmediate } from 'node:timers/promises';
import { defineModel } from '../../define-model.ts';
import { countCodePoints, type Span } from './words.ts';

interface Entity extends Span {
  group: string;
}

/** Passages of up to 2,000 characters: compromise takes quadratic time on a long sentence. */
const passagePattern = /[^]{1,2000}(?=\s|$)|[^]{1,2000}/gu;

/** The entities in a passage that starts at `start`, by group. */
async function findEntities(passage: string, start: number): Promise<Entity[]> {
  const { default: analyze } = await import('compromise');
  const document = analyze(passage);
  const views = [
    { group: 'PER', view: document.people() },
    { group: 'ORG', view: document.organizations() },
    { group: 'LOC', view: document.places() },
    { group: 'MISC', view: document.match('#Date+') },
    { group: 'MISC', view: document.match('#Value+ #Unit?') },
  ];
  return views.flatMap(({ group, view }) => {
    const phrases = view.json({ offset: true }) as { text: string; offset: { start: number } }[];
    return phrases.flatMap(({ text, offset }) => {
      const bare = text
        .replace(/^[^\p{L}\p{N}$€£¥]+/u, '')
        .replace(/[^\p{L}\p{N}%]{1,16}$/u, '')
        .replace(/['’]s$/u, '');
      const position = passage.indexOf(bare, offset.start);
      const from = start + position;
      return bare === '' || position === -1 ? [] : [{ group, start: from, end: from + bare.length }];
    });
  });
}

export const compromiseEntities = defineModel({
  id: 'sandbox/compromise-entities',
  task: 'token-classification',
  card: `
Finds names of people (PER), organizations (ORG) and places (LOC) in English, and dates and numbers (MISC), with the library
compromise.

\`start\` and \`end\` count Unicode code points, and \`score\` is always 1. compromise works with rules and word lists, so it misses
rare names.
`,
  examples: [
    { example_title: 'A person', text: 'My name is Sarah Jessica Parker but you can call me Jessica' },
    {
      example_title: 'People, places, dates',
      text: 'Marie Curie was born in Warsaw on 7 November 1867 and taught in Paris.',
    },
  ],
  library: 'compromise',
  async answer(text, _parameters, signal) {
    const entities: Entity[] = [];
    for (const { 0: passage, index } of text.matchAll(passagePattern)) {
      // Lets other requests run, and notices a disconnected client.
      await setImmediate();
      signal.throwIfAborted();
      entities.push(...(await findEntities(passage, index)));
    }
    let end = 0;
    let lastPosition = 0;
    let codePoints = 0;
    /** Each position must be at or after the one before, so that the text is counted only once. */
    const countUpTo = (position: number) => {
      codePoints += countCodePoints(text.slice(lastPosition, position));
      lastPosition = position;
      return codePoints;
    };
    return entities
      .sort((left, right) => left.start - right.start)
      .filter((entity) => {
        const isFree = entity.start >= end;
        if (isFree) end = entity.end;
        return isFree;
      })
      .map(({ group, ...span }) => ({
        entity_group: group,
        word: text.slice(span.start, span.end),
        start: countUpTo(span.start),
        end: countUpTo(span.end),
        score: 1,
      }));
  },
});
