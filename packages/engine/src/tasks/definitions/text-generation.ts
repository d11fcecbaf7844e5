import { text } from '../../fields/index.ts';
import { chatResult, textResult } from '../../results/index.ts';
import { defineTask } from '../define-task.ts';

/** How much a chat model may answer unless told otherwise (specification, section 9). */
const MAX_TOKENS = 500;

export const textGeneration = defineTask({
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  result: textResult('generated_text'),
  conversation: {
    payload: (values) => ({ messages: [{ role: 'user', content: values.text }], max_tokens: MAX_TOKENS }),
    result: chatResult,
  },
});
