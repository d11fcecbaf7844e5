import { hasValue } from '../text/index.ts';
import type { RunEvent } from './send-run.ts';

/** What had arrived of an answer when its run ended. */
export interface PartialAnswer {
  readonly text: string;
  readonly reasoning?: string | undefined;
}

/** Adds a piece of an answer to what has arrived. */
export function addPiece(partial: PartialAnswer = { text: '' }, event: RunEvent): PartialAnswer {
  const { text, reasoning = '' } = partial;
  switch (event.type) {
    case 'text':
      return { ...partial, text: text + event.text };
    case 'reasoning':
      return { text, reasoning: reasoning + event.text };
    case 'restart':
      return { text: '', reasoning: reasoning + text };
    default:
      return partial;
  }
}

const MAX_RECEIVED_LENGTH = 100_000;

/** What a server sent instead of a result, as text; empty if there is nothing to show. */
export function receivedText(error: unknown): string {
  const { received } = (error ?? {}) as { received?: unknown };
  if (!hasValue(received)) return '';
  const text = typeof received === 'string' ? received : JSON.stringify(received);
  return text.slice(0, MAX_RECEIVED_LENGTH);
}
