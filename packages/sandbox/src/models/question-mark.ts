import { defineModel } from '../define-model.ts';

const algorithm = `It splits the text into sentences at full stops, exclamation marks and question marks.
QUESTION has the share of sentences that end with a question mark as its score, STATEMENT the rest.
It cannot tell a question that has no question mark.
`;

/** The part of the sentences that end with a question mark, 0 to 1. */
function shareOfQuestions(text: string): number {
  const sentences = text.match(/[^.!?]*[.!?]+|[^.!?]+$/g)?.filter((part) => part.trim() !== '') ?? [];
  if (sentences.length === 0) return 0;
  return sentences.filter((sentence) => sentence.endsWith('?')).length / sentences.length;
}

function questionMark(id: string, remark: string) {
  return defineModel({
    id,
    task: 'text-classification',
    card: `# ${id}\n\n${remark}\n\n${algorithm}`,
    examples: [{ text: 'Is this a question? This is a statement.' }],
    answer(text) {
      const share = shareOfQuestions(text);
      return [
        { label: 'QUESTION', score: share },
        { label: 'STATEMENT', score: 1 - share },
      ];
    },
  });
}

/** A model whose provider has it in staging: it runs, and clients should say that it is for tests. */
export const stagingModel = questionMark(
  'sandbox/staging-question-mark',
  'The providers of this model have it in the state `staging`.',
);

/** A model that no provider serves. */
export const unservedModel = questionMark(
  'sandbox/unserved-question-mark',
  'Nobody serves this model: requests to run it are refused.',
);
