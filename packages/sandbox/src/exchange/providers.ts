import type { ModelDefinition } from '../define-model.ts';
import type { ProviderMapping } from '../options.ts';

/** The provider that runs every model. */
export const defaultProvider = 'hf-inference';

/** Dollars per million tokens, as the router lists them. The sandbox charges nothing. */
export const prices: Readonly<Record<string, { input: number; output: number }>> = {
  groq: { input: 0.05, output: 0.08 },
};

/** Maximum number of tokens in a conversation. */
export const contextLength = 32_768;

const falTasks: readonly string[] = [
  'automatic-speech-recognition',
  'image-to-image',
  'text-to-image',
  'text-to-speech',
  'text-to-video',
  'image-to-video',
  'image-text-to-image',
  'image-text-to-video',
  'text-to-audio',
];

/** The entry of hf-inference in a model's provider mapping. */
export function createMapping(id: string, task: string): ProviderMapping {
  return { provider: defaultProvider, hfModelId: id, providerId: id, status: 'live', task };
}

/** hf-inference for all models, groq for chat models, and fal-ai for its tasks. */
export function createProviderMapping({ id, task, chat }: ModelDefinition): ProviderMapping[] {
  const mapping = createMapping(id, chat ? 'conversational' : task);
  const others = [...(chat ? ['groq'] : []), ...(falTasks.includes(task) ? ['fal-ai'] : [])];
  return [
    mapping,
    ...others.map((provider) => ({ ...mapping, provider, providerId: `tryout/${id.split('/')[1]}` })),
  ];
}
