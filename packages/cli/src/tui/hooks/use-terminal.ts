import { requiredContext } from './context.ts';
import type { Size, Terminal } from '../../terminal/index.ts';

export type { Size } from '../../terminal/index.ts';
import type { Theme } from '../../terminal/theme.ts';

/** The terminal and its styles. */
export interface TerminalState {
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** The room between header and key hints. */
  readonly body: Size;
}

/** The terminal with its present size. */
export const [TerminalContext, useTerminal] = requiredContext<TerminalState>();
