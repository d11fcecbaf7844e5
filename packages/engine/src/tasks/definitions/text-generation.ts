import { chatResult, defineTask, text, textResult } from '../define-task.ts';

/** Default length of a chat answer (specification, section 9). */
const MAX_TOKENS = 500;

export const textGeneration = defineTask({
  summary: 'Chats, answers prompts and continues text.',
  aliases: [
    'llm',
    'chat',
    'chatbot',
    'text-completion',
    'generate',
    'conversational',
    'image-text-to-text',
    'any-to-any',
    'audio-text-to-text',
    'video-text-to-text',
  ],
  intents: ['chat with a model', 'ask a question', 'write an email, a story or code'],
  fields: { text: text() },
  payload: (values) => ({ inputs: values.text }),
  parameters: {
    max_new_tokens: { aliases: ['max_tokens', 'max_completion_tokens'] },
    frequency_penalty: { unlike: ['presence_penalty'] },
  },
  lengthLimit: 'max_new_tokens',
  result: textResult('generated_text'),
  conversation: {
    message: 'text',
    maxTokens: MAX_TOKENS,
    imageTask: 'image-text-to-text',
    mediaTasks: { audio: 'audio-text-to-text', video: 'video-text-to-text', any: 'any-to-any' },
    parameters: {
      max_tokens: {
        default: MAX_TOKENS,
        aliases: ['max_new_tokens'],
        alternative: 'max_completion_tokens',
      },
      top_p: { unlike: ['top_k'], minimum: 0, maximum: 1 },
    },
    lengthLimit: 'max_tokens',
    result: chatResult,
  },
});
