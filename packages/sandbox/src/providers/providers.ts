import type { ModelDefinition } from '../define-model.ts';
import type { ProviderMapping } from '../options.ts';

/** Dollars for a million tokens, as the router lists them. The sandbox charges nobody. */
export interface Price {
  input: number;
  output: number;
}

/** The provider that serves every model of the sandbox. */
export const ownProvider = 'hf-inference';

/** Prices of the providers that have one. */
export const prices: Readonly<Record<string, Price>> = { groq: { input: 0.05, output: 0.08 } };

/** Tokens that a conversation may hold; the chat routes refuse longer ones. */
export const contextLength = 32_768;

const falTasks: ReadonlySet<string> = new Set([
  'automatic-speech-recognition',
  'image-to-image',
  'text-to-image',
  'text-to-speech',
]);

/** Who serves a model: hf-inference always, groq the chat models, fal-ai pictures out and speech in and out. */
export function providersOf(model: ModelDefinition, status: 'live' | 'staging' = 'live'): ProviderMapping[] {
  const task = model.chat === undefined ? model.task : 'conversational';
  const name = model.id.slice(model.id.indexOf('/') + 1);
  const entry = (provider: string, providerId: string): ProviderMapping => ({
    provider,
    hfModelId: model.id,
    providerId,
    status,
    task,
  });
  return [
    entry(ownProvider, model.id),
    ...(model.chat === undefined ? [] : [entry('groq', `tryout/${name}`)]),
    ...(falTasks.has(model.task) ? [entry('fal-ai', `tryout/${name}`)] : []),
  ];
}
