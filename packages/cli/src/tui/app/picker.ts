import type { Connection, Session } from '@tryout/engine';
import type { Surroundings } from '../../surroundings.ts';
import type { Terminal } from '../../terminal/index.ts';
import type { Theme } from '../theme/theme.ts';
import type { Screen } from '../screens/screen.ts';
import type { Tone } from './notices.ts';

/** Asks the terminal something. */
export interface TerminalQuestions {
  /** Writes control sequences that ask, or that a screen needs beside its frame (clipboard). */
  write(sequence: string): void;
  /** Listens to the terminal's answers; the result stops that. */
  onReply(listener: (reply: string) => void): () => void;
}

/** What every screen works with. */
export interface Picker {
  readonly session: Session;
  /** What the terminal can show, with its size now. */
  readonly terminal: Terminal;
  readonly theme: Theme;
  readonly surroundings: Surroundings;
  readonly device: TerminalQuestions;
  /** The screens that lie over each other, the first one below. */
  readonly screens: readonly Screen[];
  /** Whether all this runs on the embedded hub. */
  readonly isSandbox: boolean;
  /** Whether a screen reader reads the screen: fewer decorations, states in words. */
  readonly isRead: boolean;
  /** The folder of Tryout's own files. */
  readonly folder: string;
  readonly hubUrl: string;
  /** The hub as the person who is signed in now. */
  connection(): Connection;
  /** Lays a screen over the others. */
  open(screen: Screen): void;
  /** Leaves the top screen, or the one that is given with all above it; the last one is not left. */
  back(from?: Screen): void;
  /** Draws again, after the state of a screen has changed. Many calls of a moment are one. */
  redraw(): void;
  /** Shows one line until the next key; made visible here. */
  notify(text: string, tone?: Tone): void;
  /**
   * Does some work beside the screens; what it throws is shown. Its signal ends it when the picker is left, and when the
   * work of the same name is begun anew.
   */
  work(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends the work of a name. */
  endWork(name: string): void;
  /** Ends the picker with an exit code. */
  leave(code: number): void;
  /** Ends the picker and opens it on the embedded hub. */
  switchToSandbox(): void;
}
