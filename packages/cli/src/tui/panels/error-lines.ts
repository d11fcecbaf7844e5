import { isFailure } from '@tryout/engine';
import { paragraph } from './paragraph.ts';
import type { Theme } from '../theme/theme.ts';

/**
 * A failure beside what caused it: what happened, and what to do. Nothing without one.
 * @param known an address that stands there already, so that no hint has to repeat it
 */
export function errorLines(error: unknown, columns: number, theme: Theme, known?: string): string[] {
  if (error === undefined) return [];
  const message = error instanceof Error ? error.message : String(error);
  const { hint: given } = isFailure(error) ? error : {};
  const hint = known !== undefined && given?.includes(known) ? undefined : given;
  return [
    ...paragraph(message, columns, theme.error),
    ...(hint === undefined ? [] : paragraph(hint, columns, theme.dim)),
  ];
}
