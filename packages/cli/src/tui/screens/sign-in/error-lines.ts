import { isFailure } from '@tryout/engine';
import { paragraph } from '../../panels/paragraph.ts';
import type { Theme } from '../../theme/theme.ts';

/** A failure beside what caused it: what happened, and what to do. Nothing without one. */
export function errorLines(error: unknown, columns: number, theme: Theme): string[] {
  if (error === undefined) return [];
  const message = error instanceof Error ? error.message : String(error);
  const hint = isFailure(error) ? error.hint : undefined;
  return [
    ...paragraph(message, columns, theme.error),
    ...(hint === undefined ? [] : paragraph(hint, columns, theme.dim)),
  ];
}
