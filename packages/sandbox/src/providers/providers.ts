import type { ModelDefinition } from '../define-model.ts';
import type { ProviderMapping } from '../options.ts';

/** The provider that runs every model. */
export const ownProvider = 'hf-inference';

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
];

/** hf-inference for all models, groq for chat models, and fal-ai for its tasks. */
export function providersOf(
  { id, task, chat }: ModelDefinition,
  status: 'live' | 'staging' = 'live',
): ProviderMapping[] {
  const names = [ownProvider, ...(chat ? ['groq'] : []), ...(falTasks.includes(task) ? ['fal-ai'] : [])];
  return names.map((provider) => ({
    provider,
    hfModelId: id,
    providerId: provider === ownProvider ? id : `tryout/${id.split('/')[1]}`,
    status,
    task: chat ? 'conversational' : task,
  }));
}
