import { hubModel, type HubReplies, type Reply } from './fake-hub.ts';

/** A chat model that costs $1 per 1,000 tokens of output. */
export function pricedHub(inference: Reply): HubReplies {
  const prices = {
    data: [{ id: 'org/chat', providers: [{ provider: 'groq', pricing: { input: 0, output: 1000 } }] }],
  };
  return {
    models: [
      hubModel('org/chat', {
        task: 'text-generation',
        serves: 'conversational',
        providers: ['groq'],
        tags: ['conversational'],
      }),
    ],
    first: ({ url }) => (url.startsWith('/v1/models') ? prices : undefined),
    inference,
  };
}

/** The answer of a chat. */
export const completion = (content: string, tokens = 10) => ({
  choices: [{ message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 5, completion_tokens: tokens },
});
