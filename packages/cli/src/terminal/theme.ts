import { visibleLine } from '@tryout/engine';
import { styleFor } from './style.ts';
import { getSymbols } from './symbols.ts';
import type { Terminal } from './terminal.ts';
import { truncate } from './width.ts';

/** The terminal's symbols, and semantic styles in its own colors, which suit its background. */
export type Theme = ReturnType<typeof themeFor>;

export function themeFor(terminal: Pick<Terminal, 'colors' | 'unicode'>) {
  const style = styleFor(terminal);
  const symbols = getSymbols(terminal);
  return {
    ...symbols,
    title: style.bold,
    dim: style.dim,
    accent: style.cyan,
    good: style.green,
    error: style.red,
    /** Characters that match a search. */
    match: style.bold.cyan,
    /** As wide as the pointer. */
    margin: '  ',
    /** One line of a text, without control characters and at most as wide as given. */
    cut: (text: string, width: number) => truncate(visibleLine(text), width, symbols.ellipsis),
  };
}
