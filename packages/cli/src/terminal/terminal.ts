import { WriteStream } from 'node:tty';

/** How many colors may be written. */
export type Colors = 'none' | '16' | '256' | 'truecolor';

/** What may be written to a stream, and how. */
export interface Terminal {
  /** False for pipes and files: what is written is then read by programs. */
  readonly isTerminal: boolean;
  /** Whether a line may be rewritten in place; false for `TERM=dumb`. */
  readonly movesCursor: boolean;
  /** Cells in a line; 80 where that is not known. */
  readonly columns: number;
  /** Lines that are visible at once; 24 where that is not known. */
  readonly rows: number;
  readonly colors: Colors;
  /** Whether characters beyond ASCII are drawn. Texts of models are written either way. */
  readonly unicode: boolean;
  /** Whether a screen reader reads aloud what is written: numbers tell what bars, charts and pictures would. */
  readonly isScreenReader?: boolean;
}

/** A size in cells, of a terminal or a part of it. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The part of a stream that matters here; `process.stdout` and `process.stderr` have it. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

const byDepth: Readonly<Record<number, Colors>> = { 4: '16', 8: '256', 24: 'truecolor' };

/**
 * Finds out what a stream can show. Heeds NO_COLOR, TERM, COLORTERM and the names of terminals as Node does; FORCE_COLOR
 * wins over them and over the stream not being a terminal (`0` to `3`).
 * @param environment for example `process.env`
 */
export function terminalOf(stream: OutputStream, environment: Environment): Terminal {
  const isTerminal = stream.isTTY === true;
  const depth = isTerminal || environment.FORCE_COLOR !== undefined ? colorDepth(environment) : 1;
  return {
    isTerminal,
    movesCursor: isTerminal && environment.TERM !== 'dumb',
    columns: stream.columns || 80,
    rows: stream.rows || 24,
    colors: byDepth[depth] ?? 'none',
    unicode: drawsUnicode(environment),
    // As Ink is told.
    ...(isTerminal && environment.INK_SCREEN_READER === 'true' ? { isScreenReader: true } : {}),
  };
}

/** The same terminal without colors, for `--no-color`. */
export function withoutColors(terminal: Terminal): Terminal {
  return { ...terminal, colors: 'none' };
}

function colorDepth(environment: Environment): number {
  const forced = environment.FORCE_COLOR !== undefined;
  // Node warns on stderr where both are set; here FORCE_COLOR silently wins.
  const asked = forced
    ? { ...environment, NO_COLOR: undefined, NODE_DISABLE_COLORS: undefined }
    : environment;
  if (asked.NO_COLOR === '') return colorDepth({ ...environment, NO_COLOR: undefined });
  return WriteStream.prototype.getColorDepth(asked);
}

function drawsUnicode(environment: Environment): boolean {
  if (process.platform === 'win32')
    return Boolean(environment.WT_SESSION ?? environment.TERM_PROGRAM ?? environment.TERM);
  // The console of Linux has a font of 512 characters.
  if (environment.TERM === 'linux') return false;
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  const [, encoding] = locale.split('.');
  return encoding === undefined ? locale !== 'C' && locale !== 'POSIX' : /^utf-?8/i.test(encoding);
}
