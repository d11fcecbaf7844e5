import { setImmediate } from 'node:timers/promises';
import type nlp from 'compromise';
import { defineModel } from '../../define-model.ts';
import { beginningOf } from './beginning-of.ts';
import { entityAnswer } from './entity-answer.ts';
import { type FoundSpan, withoutOverlaps } from './found-span.ts';
import { type Passage, passagesOf } from './passages.ts';

const longestText = 30_000;

/** The tagger takes quadratic time on a long sentence. */
const longestPassage = 2000;

interface OffsetPhrase {
  text: string;
  offset: { start: number; length: number };
}

const card = `
Finds names of people, places and organizations in English, and dates, amounts and numbers, with the part-of-speech
tagger and the word lists of the library compromise.

## Output

| \`entity_group\` | what compromise says |
|---|---|
| PER | \`people()\` |
| ORG | \`organizations()\` |
| LOC | \`places()\` |
| MISC | a run of words tagged Date; money; a number with the unit behind it |

Where two finds overlap, the one higher up in this table stays. White space and punctuation around a name and *'s* at
its end are cut off. \`word\` is exactly the text from \`start\` to \`end\`, which count Unicode code points (an emoji is one),
as the inference API does; \`end\` is behind the last one. \`score\` is always 1: the tagger knows no degrees.
\`ignore_labels\` leaves groups out.

## Limits

Rules and word lists, so rare names are missed, and a name that is also a word (*Apple*, *May*) is taken by its
neighbors. Only English. Only the first ${longestText.toLocaleString('en')} characters are read,
in passages of at most ${longestPassage.toLocaleString('en')} that end behind a sentence or a word; a name across that border is missed.
`;

/** Where a phrase of compromise stands in a passage without the marks around it, if it is at its offset. */
function spanOf(entity: string, phrase: OffsetPhrase, passage: Passage): FoundSpan[] {
  const from = phrase.offset.start;
  const found = passage.text.slice(from, from + phrase.text.length + 4);
  const bare = phrase.text
    .replace(/^[^\p{L}\p{N}$€£¥]+/u, '')
    .replace(/[^\p{L}\p{N}%]{1,16}$/u, '')
    .replace(/['’]s$/u, '');
  const offset = found.indexOf(bare);
  if (bare === '' || offset === -1) return [];
  const start = passage.start + from + offset;
  return [{ entity, start, end: start + bare.length }];
}

/** All finds in a passage, the groups that win over others first. */
function findsIn(analyze: typeof nlp, passage: Passage): FoundSpan[] {
  const document = analyze(passage.text);
  const finds = [
    { entity: 'PER', view: document.people() },
    { entity: 'ORG', view: document.organizations() },
    { entity: 'LOC', view: document.places() },
    { entity: 'MISC', view: document.match('#Date+') },
    { entity: 'MISC', view: document.match('#Money+ #Currency?') },
    { entity: 'MISC', view: document.match('#Value+ #Unit?') },
  ];
  return finds.flatMap(({ entity, view }) =>
    (view.json({ offset: true }) as OffsetPhrase[]).flatMap((phrase) => spanOf(entity, phrase, passage)),
  );
}

/** Named entities by compromise. */
export const compromiseEntities = defineModel({
  id: 'sandbox/compromise-entities',
  task: 'token-classification',
  card,
  examples: [
    {
      example_title: 'A person',
      text: 'My name is Sarah Jessica Parker but you can call me Jessica',
    },
    {
      example_title: 'People, places, dates',
      text: 'Marie Curie was born in Warsaw on 7 November 1867 and taught in Paris.',
    },
  ],
  library: 'compromise',
  async answer(text, parameters, signal) {
    const { default: analyze } = await import('compromise');
    const spans: FoundSpan[] = [];
    for (const passage of passagesOf(beginningOf(text, longestText), longestPassage)) {
      signal.throwIfAborted();
      spans.push(...withoutOverlaps(findsIn(analyze, passage)));
      // Tagging is slow enough for the server to see to other requests in between.
      await setImmediate();
    }
    return entityAnswer(spans, text, parameters);
  },
});
