import {
  defineModel,
  ModelInputError,
  type ModelParameters,
  type WidgetExample,
} from '../../define-model.ts';
import { readNumber } from '../parameters.ts';
import { contentStems, type Sentence, sentencesOf, wordsOf } from './words.ts';

const lengthRules = `The summary is a third of the sentences, at least 1 and at most 3. \`min_length\` and \`max_length\`, in words, change that:
sentences that would exceed \`max_length\` are skipped, and more are added up to \`min_length\`.`;

const examples: [WidgetExample, ...WidgetExample[]] = [
  {
    example_title: 'Bees',
    text: `Honey bees live in colonies of many thousand bees. In summer a colony has one queen, who lays the eggs. Most
of the other bees are workers, and workers fly out to gather nectar and pollen. Nectar becomes honey, which feeds the
colony in winter. A worker lives for six weeks only. Beekeepers take part of the honey and give sugar instead.`,
  },
  {
    example_title: 'The tide',
    text: `The moon pulls at the water of the sea. Where the pull of the moon is strongest, the water of the sea rises.
That is the high tide. As the earth turns, the high tide wanders around it. Most coasts have two high tides a day.
Fishermen know the times by heart.`,
  },
].map(({ text, ...title }) => ({ ...title, text: text.replaceAll('\n', ' ') })) as [WidgetExample];

function lengthParameter(parameters: ModelParameters, name: string): number | undefined {
  const nested = parameters.generate_parameters as object | undefined;
  return readNumber({ ...nested, ...parameters }, name, { min: 0, isInteger: true });
}

/** Takes the best sentences and joins them in the order of the text. */
function summarize(ranked: readonly Sentence[], parameters: ModelParameters) {
  if (ranked.length === 0) throw new ModelInputError('The text has no sentences.');
  const minWords = lengthParameter(parameters, 'min_length') ?? 0;
  const maxWords = lengthParameter(parameters, 'max_length') ?? Infinity;
  const wanted = Math.min(3, Math.ceil(ranked.length / 3));
  const taken: Sentence[] = [];
  let words = 0;
  for (const sentence of ranked) {
    if (taken.length >= wanted && words >= minWords) break;
    const length = wordsOf(sentence.text).length;
    if (taken.length > 0 && words + length > maxWords) continue;
    taken.push(sentence);
    words += length;
  }
  taken.sort((left, right) => left.start - right.start);
  return { summary_text: taken.map(({ text }) => text).join(' ') };
}

export const wordFrequencySummary = defineModel({
  id: 'sandbox/word-frequency-summary',
  task: 'summarization',
  card: `
Summarizes an English text by copying the sentences with the most frequent words.

A sentence scores the average number of times that its word stems occur in the text, ignoring stop words. ${lengthRules}

## Limits

It only copies sentences, so *it* and *they* may refer to a sentence that was omitted.
`,
  examples,
  answer(text, parameters) {
    const sentences = sentencesOf(text).map((sentence) => ({ sentence, stems: contentStems(sentence.text) }));
    const counts = new Map<string, number>();
    for (const stem of sentences.flatMap(({ stems }) => stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    const scored = sentences.map(({ sentence, stems }) => {
      const unique = [...new Set(stems)];
      const sum = unique.reduce((total, stem) => total + (counts.get(stem) ?? 0), 0);
      return { sentence, score: sum / Math.max(1, unique.length) };
    });
    scored.sort((left, right) => right.score - left.score);
    return summarize(
      scored.map(({ sentence }) => sentence),
      parameters,
    );
  },
});

export const leadSummary = defineModel({
  id: 'sandbox/lead-summary',
  task: 'summarization',
  card: `
Summarizes text by its first sentences, a common baseline for summarizers.

${lengthRules}

## Limits

Everything at the end of the text is lost.
`,
  examples,
  answer: (text, parameters) => summarize(sentencesOf(text), parameters),
});
