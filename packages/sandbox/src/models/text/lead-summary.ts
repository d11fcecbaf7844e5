import { defineModel, ModelInputError } from '../../define-model.ts';
import { sentenceRules, sentencesOf } from './sentences.ts';
import { summaryExamples } from './summary-examples.ts';
import { summaryLengthRules, takeSentences } from './summary-length.ts';

const card = `
Shortens a text to its beginning, as news reports put the main thing first. This simple rule is the usual yardstick for
summarizers.

## How it works

${sentenceRules} Sentences are taken from the front. ${summaryLengthRules} Between them stands a space. A text without a
sentence is an input error.

## Limits

What a text says at its end is lost.
`;

/** The first sentences of a text. */
export const leadSummary = defineModel({
  id: 'sandbox/lead-summary',
  task: 'summarization',
  card,
  examples: summaryExamples,
  answer(text, parameters) {
    const sentences = sentencesOf(text);
    if (sentences.length === 0) throw new ModelInputError('There is no text to shorten.');
    return { summary_text: takeSentences(sentences, parameters) };
  },
});
