import { defineModel } from '../../define-model.ts';
import { splitSentences } from './words.ts';

function questionModel(name: string, remark: string) {
  return defineModel({
    id: `sandbox/${name}`,
    task: 'text-classification',
    card: `
Measures how much of a text consists of questions.

QUESTION is the share of sentences that end with a question mark, STATEMENT the rest. ${remark}
`,
    examples: [{ example_title: 'Half and half', text: 'Is this a question? This is a statement.' }],
    answer(text) {
      const sentences = splitSentences(text);
      const questions = sentences.filter((sentence) => /[?？]["'”’)\]]?$/u.test(sentence.text));
      const share = questions.length / Math.max(1, sentences.length);
      return [
        { label: 'QUESTION', score: share },
        { label: 'STATEMENT', score: 1 - share },
      ];
    },
  });
}

export const questionOrStatement = questionModel('question-or-statement', '');

/** A model with providers in staging only, to test clients. */
export const stagingModel = questionModel('staging-question-mark', 'Its providers list it as `staging`.');

/** A model without a provider, to test clients. */
export const unservedModel = questionModel('unserved-question-mark', 'No provider runs it.');
