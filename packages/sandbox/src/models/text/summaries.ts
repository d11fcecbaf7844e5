import { defineModel, ModelInputError, type WidgetExample } from '../../define-model.ts';
import { countEach } from '../parameters.ts';
import { findStems, splitSentences, type Sentence } from './words.ts';

const examples: [WidgetExample, ...WidgetExample[]] = [
  {
    example_title: 'Bees',
    text:
      'Honey bees live in colonies of many thousand bees. In summer a colony has one queen, who lays the eggs. Most of ' +
      'the other bees are workers, and workers fly out to gather nectar and pollen. Nectar becomes honey, which feeds the ' +
      'colony in winter. A worker lives for six weeks only. Beekeepers take part of the honey and give sugar instead.',
  },
  {
    example_title: 'The tide',
    text:
      'The moon pulls at the water of the sea. Where the pull of the moon is strongest, the water of the sea rises. That ' +
      'is the high tide. As the earth turns, the high tide wanders around it. Most coasts have two high tides a day. ' +
      'Fishermen know the times by heart.',
  },
];

const lengthRule = 'The summary is a third of the sentences, at least 1 and at most 3.';

/** The first third of the given sentences, in the order of the text. */
function summarize(sentences: readonly Sentence[]) {
  if (sentences.length === 0) throw new ModelInputError('The text has no sentences.');
  const summary = sentences.slice(0, Math.min(3, Math.ceil(sentences.length / 3)));
  summary.sort((left, right) => left.start - right.start);
  return { summary_text: summary.map(({ text }) => text).join(' ') };
}

export const wordFrequencySummary = defineModel({
  id: 'sandbox/word-frequency-summary',
  task: 'summarization',
  card: `
Summarizes an English text by copying the sentences with the most frequent words.

A sentence scores the average number of times that its word stems occur in the text, ignoring stop words. ${lengthRule} It only
copies sentences, so *it* and *they* may refer to a sentence that was omitted.
`,
  examples,
  answer(text) {
    const sentences = splitSentences(text).map((sentence) => ({
      sentence,
      stems: findStems(sentence.text),
    }));
    const counts = countEach(sentences.flatMap(({ stems }) => stems));
    const ranking = sentences.map(({ sentence, stems }) => {
      const unique = [...new Set(stems)];
      const sum = unique.reduce((total, stem) => total + (counts.get(stem) ?? 0), 0);
      return { sentence, score: sum / Math.max(1, unique.length) };
    });
    ranking.sort((left, right) => right.score - left.score);
    return summarize(ranking.map(({ sentence }) => sentence));
  },
});

export const leadSummary = defineModel({
  id: 'sandbox/lead-summary',
  task: 'summarization',
  card: `
Summarizes text by its first sentences, a common baseline for summarizers.

${lengthRule} Everything at the end of the text is lost.
`,
  examples,
  answer: (text) => summarize(splitSentences(text)),
});
