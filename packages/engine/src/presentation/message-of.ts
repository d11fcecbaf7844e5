import { isFailure } from '../errors/index.ts';

/** A failure in one line: what happened, and what to do. */
export function messageOf(error: unknown): string {
  if (!isFailure(error)) return error instanceof Error ? error.message : String(error);
  return [error.message, error.hint].filter(Boolean).join('. ').replace(/\.\. /g, '. ');
}
