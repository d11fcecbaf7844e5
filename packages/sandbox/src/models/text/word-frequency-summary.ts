import { defineModel, ModelInputError } from '../../define-model.ts';
import { contentStems } from './content-stems.ts';
import { sentenceRules, sentencesOf } from './sentences.ts';
import { stemRules } from './stem.ts';
import { stopWordRules } from './stop-words.ts';
import { summaryExamples } from './summary-examples.ts';
import { summaryLengthRules, takeSentences } from './summary-length.ts';

const card = `
Shortens an English text to those of its sentences that hold its commonest words. It writes nothing of its own.

## How it works

1. ${sentenceRules}
2. Words like *the* and *is* (stop words) are left out; the others are reduced to their stems. ${stemRules}
3. Each stem is counted in the whole text. A sentence's score is the average count of its different stems; without any
   it is 0. Of equal scores the earlier sentence is better.
4. ${summaryLengthRules}
5. The sentences taken stand in the order of the text, with a space between them.

A text without a sentence is an input error. ${stopWordRules}

## Limits

Short sentences that repeat the subject win over those that say something new. *It* and *they* may lose what they
refer to.
`;

/** Sentences with the most frequent words. */
export const wordFrequencySummary = defineModel({
  id: 'sandbox/word-frequency-summary',
  task: 'summarization',
  card,
  examples: summaryExamples,
  answer(text, parameters) {
    const sentences = sentencesOf(text).map((sentence) => ({
      sentence,
      stems: contentStems(sentence.text),
    }));
    if (sentences.length === 0) throw new ModelInputError('There is no text to shorten.');
    const counts = new Map<string, number>();
    for (const { stems } of sentences)
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    const scored = sentences.map(({ sentence, stems }) => {
      const different = [...new Set(stems)];
      const sum = different.reduce((total, stem) => total + (counts.get(stem) ?? 0), 0);
      return { sentence, score: sum / Math.max(1, different.length) };
    });
    const ranked = scored.toSorted((left, right) => right.score - left.score).map(({ sentence }) => sentence);
    return { summary_text: takeSentences(ranked, parameters) };
  },
});
