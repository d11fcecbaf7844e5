import type { ChatMessage } from '../../define-model.ts';
import { contextLength, prices } from '../../providers/providers.ts';
import { HttpError } from '../../server/http-error.ts';

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** Dollars, where the provider has a price. */
  estimated_cost?: number;
}

/** Tokens of the conversation: each word, number and mark counts as one. */
export function countPromptTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce(
    (total, { content }) => total + (content.match(/[\p{L}\p{N}_]+|[^\s]/gu)?.length ?? 0),
    0,
  );
}

/** @throws HttpError 400 for a conversation longer than the models' context. */
export function refuseLongPrompt(tokens: number): void {
  if (tokens <= contextLength) return;
  throw new HttpError(400, `The conversation has ${tokens} tokens; the context holds ${contextLength}.`);
}

/** Counts a completion; each piece of the answer is one token. */
export function createUsage(promptTokens: number, completionTokens: number, provider: string): Usage {
  const price = prices[provider];
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(price === undefined
      ? {}
      : { estimated_cost: (promptTokens * price.input + completionTokens * price.output) / 1e6 }),
  };
}
