import type { RunResult } from '@tryout/engine';

const paths = new WeakMap<RunResult, readonly string[]>();

/** Where a result was saved, as it was typed; empty where it was not. */
export function savedFiles(result: RunResult): readonly string[] {
  return paths.get(result) ?? [];
}

/** Keeps where a result was saved. */
export function rememberSaved(result: RunResult, saved: readonly string[]): void {
  paths.set(result, saved);
}

/** Where files were saved, in a few words: the first one, and how many more. */
export function savedWords(first: string, others: number): string {
  return `Saved to ${first}${others > 0 ? ` and ${others} more` : ''}`;
}
