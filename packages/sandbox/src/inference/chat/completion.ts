import { randomUUID } from 'node:crypto';
import type { FinishReason } from './limit-pieces.ts';
import type { Usage } from './usage.ts';

/** What all objects of one completion share. */
export interface CompletionFrame {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  system_fingerprint: string;
}

/** `prefix` says what is completed: `cmpl` for plain text. */
export function createFrame(model: string, prefix: 'chatcmpl' | 'cmpl' = 'chatcmpl'): CompletionFrame {
  return {
    id: `${prefix}-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: 'tryout-sandbox',
  };
}

/** A whole answer in the shape of OpenAI's chat completions. */
export function wholeCompletion(
  frame: CompletionFrame,
  message: object,
  reason: FinishReason,
  usage: Usage,
): unknown {
  return {
    object: 'chat.completion',
    ...frame,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage,
  };
}

/** A part of an answer; the last one with a choice has the finish reason. */
export function completionChunk(
  frame: CompletionFrame,
  delta: object,
  reason: FinishReason | null = null,
): unknown {
  return {
    object: 'chat.completion.chunk',
    ...frame,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  };
}

/** The part after the last one: no choice, only what was used. */
export function usageChunk(frame: CompletionFrame, usage: Usage): unknown {
  return { object: 'chat.completion.chunk', ...frame, choices: [], usage };
}
