import { createContext, useContext } from 'react';
import type { Size, Terminal } from '../../terminal/index.ts';

export type { Size } from '../../terminal/index.ts';
import type { Theme } from '../../terminal/theme.ts';

/** What the terminal can show now, and how things look there. */
export interface TerminalState {
  readonly terminal: Terminal;
  readonly theme: Theme;
  /** The part of the terminal between header and key hints. */
  readonly body: Size;
}

/** Provides the terminal. */
export const TerminalContext = createContext<TerminalState | undefined>(undefined);

/** The terminal with its present size. */
export function useTerminal(): TerminalState {
  const state = useContext(TerminalContext);
  if (!state) throw new Error('useTerminal needs a TerminalContext');
  return state;
}
