import { WriteStream } from 'node:tty';

/**
 * Variables that coding agents set for the commands they run (@vercel/detect-agent 1.2.7, and the agents' own
 * documentation). Variables that terminals of an editor have too, such as CURSOR_TRACE_ID, are not among them.
 */
export const agentVariables = [
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE',
  'CODEX_SANDBOX',
  'CODEX_CI',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'COPILOT_CLI',
  'OPENCODE',
  'AUGMENT_AGENT',
  'AMP_CURRENT_THREAD_ID',
  'GOOSE_TERMINAL',
  'ANTIGRAVITY_AGENT',
] as const;

const off = new Set(['', '0', 'false']);

/** The variable that says that an agent runs the command; undefined for people. */
export function findAgentVariable(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return agentVariables.find((name) => !off.has(environment[name] ?? ''));
}

export type Colors = 'none' | '16' | '256' | 'truecolor';

/** What a stream can show. */
export interface Terminal {
  /** False for pipes, files, and terminals in which an agent runs commands. */
  readonly isTerminal: boolean;
  /** Whether a line may be rewritten in place; false for `TERM=dumb`. */
  readonly movesCursor: boolean;
  /** Cells in a line; 80 if unknown. */
  readonly columns: number;
  /** Visible lines; 24 if unknown. */
  readonly rows: number;
  readonly colors: Colors;
  /** Whether Tryout's own symbols may use non-ASCII characters. */
  readonly unicode: boolean;
  /** Whether a screen reader is used: numbers replace bars, charts and images. */
  readonly isScreenReader?: boolean;
  /** A terminal in which an agent runs commands: text as in a pipe, but no binary data. */
  readonly isAgent?: boolean;
}

/** In cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type OutputStream = Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>>;

const byDepth: Readonly<Record<number, Colors>> = { 4: '16', 8: '256', 24: 'truecolor' };

/**
 * Detects a stream's capabilities. Follows NO_COLOR, TERM, COLORTERM and terminal names as Node does. FORCE_COLOR
 * (`0` to `3`) overrides them, even without a terminal.
 * @param hasColors false for `--no-color`
 */
export function detectTerminal(stream: OutputStream, environment: Environment, hasColors = true): Terminal {
  const isAgent = stream.isTTY === true && findAgentVariable(environment) !== undefined;
  const isTerminal = stream.isTTY === true && !isAgent;
  const depth = isTerminal || environment.FORCE_COLOR !== undefined ? colorDepth(environment) : 1;
  return {
    isTerminal,
    movesCursor: isTerminal && environment.TERM !== 'dumb',
    columns: stream.columns || 80,
    rows: stream.rows || 24,
    colors: (hasColors && byDepth[depth]) || 'none',
    unicode: drawsUnicode(environment),
    ...(isAgent ? { isAgent } : {}),
    ...(isTerminal && environment.INK_SCREEN_READER === 'true' ? { isScreenReader: true } : {}),
  };
}

function colorDepth(environment: Environment): number {
  const isForced = environment.FORCE_COLOR !== undefined;
  // Node warns on stderr if both are set.
  const variables = isForced
    ? { ...environment, NO_COLOR: undefined, NODE_DISABLE_COLORS: undefined }
    : environment;
  if (variables.NO_COLOR === '') return colorDepth({ ...environment, NO_COLOR: undefined });
  return WriteStream.prototype.getColorDepth(variables);
}

function drawsUnicode(environment: Environment): boolean {
  if (process.platform === 'win32')
    return Boolean(environment.WT_SESSION ?? environment.TERM_PROGRAM ?? environment.TERM);
  // The Linux console has a font of 512 characters.
  if (environment.TERM === 'linux') return false;
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  const [, encoding] = locale.split('.');
  return encoding === undefined ? locale !== 'C' && locale !== 'POSIX' : /^utf-?8/i.test(encoding);
}

const unicode = {
  ellipsis: '…',
  times: '×',
  separator: ' · ',
  fill: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'],
  heights: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  pointer: '❯ ',
  arrow: ' › ',
  rule: '─',
  on: '◉',
  off: '○',
  bullet: '• ',
  comparison: '≡',
  winner: '★',
  missing: '–',
};

const ascii: typeof unicode = {
  ellipsis: '...',
  times: 'x',
  separator: ', ',
  fill: ['', '#'],
  heights: ['_', '.', '-', '=', '+', '*', '%', '#'],
  spinner: ['|', '/', '-', '\\'],
  pointer: '> ',
  arrow: ' > ',
  rule: '-',
  on: '[x]',
  off: '[ ]',
  bullet: '* ',
  comparison: 'compared',
  winner: 'winner',
  missing: '-',
};

export function getSymbols(terminal: Pick<Terminal, 'unicode'>): Readonly<typeof unicode> {
  return terminal.unicode ? unicode : ascii;
}

export const statusWords = { done: 'done', failed: 'failed', cancelled: 'canceled' } as const;

const statusSymbols = { done: '✓', failed: '✗', cancelled: '–' } as const;

/** How a run ended: a symbol, or a word for screen readers and without Unicode. All are equally wide. */
export function getStatusMark(
  status: keyof typeof statusWords,
  { unicode, isScreenReader }: Pick<Terminal, 'unicode' | 'isScreenReader'>,
): string {
  return unicode && !isScreenReader ? statusSymbols[status] : statusWords[status].padEnd(8);
}

/**
 * A bar for a share of 0 to 1, without the empty part. Any share above 0 is visible.
 * @param width cells of the full bar
 */
export function bar(share: number, width: number, terminal: Pick<Terminal, 'unicode'>): string {
  const { fill } = getSymbols(terminal);
  const steps = fill.length - 1;
  const portion = Math.min(1, Math.max(0, share));
  const length = Math.max(portion > 0 ? 1 : 0, Math.round(portion * width * steps));
  return fill[steps]!.repeat(Math.floor(length / steps)) + fill[length % steps]!;
}

/** A chart of shares from 0 to 1, one cell each. */
export function sparkline(shares: readonly number[], terminal: Pick<Terminal, 'unicode'>): string {
  const { heights } = getSymbols(terminal);
  const last = heights.length - 1;
  return shares
    .map((share) => heights[Math.min(last, Math.max(0, Math.floor(share * heights.length)))])
    .join('');
}
