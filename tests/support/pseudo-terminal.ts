import { spawn, type IPty } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { launcher } from './built-cli.ts';
import { isolatedEnvironment, temporaryFolder } from './cli.ts';

/** The command line in a terminal of its own, and what a person would see of it. */
export interface TerminalSession {
  /** Presses keys. */
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  /** The lines on the screen, without empty ones at the end. */
  screen(): string;
  /** All that was written, as it came. */
  written(): string;
  /** Waits until the screen matches; fails when the command ends before. */
  until(pattern: RegExp): Promise<string>;
  /** The exit code, once the command has ended. */
  readonly ended: Promise<number>;
  /** Whether the cursor is shown. */
  cursorShown(): boolean;
}

export interface TerminalOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/** Starts the command line in a terminal. */
export function inTerminal(words: readonly string[], options: TerminalOptions = {}): TerminalSession {
  const { folder = temporaryFolder(), environment = {}, columns = 80, rows = 24 } = options;
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const pty: IPty = spawn(process.execPath, [launcher, ...words], {
    cols: columns,
    rows,
    cwd: folder,
    env: isolatedEnvironment(folder, { TERM: 'xterm-256color', ...environment }),
  });
  let written = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const check of waiting) check();
  };
  pty.onData((data) => {
    written += data;
    terminal.write(data, look);
  });
  const ended = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode }) => {
      isOver = true;
      // What was written last is drawn first.
      terminal.write('', () => {
        look();
        resolve(exitCode);
      });
    }),
  );
  const screen = () => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, index) =>
      active.getLine(index)?.translateToString(true),
    );
    return lines.join('\n').trimEnd();
  };
  return {
    type: (keys) => pty.write(keys),
    resize(newColumns, newRows) {
      pty.resize(newColumns, newRows);
      terminal.resize(newColumns, newRows);
    },
    screen,
    written: () => written,
    cursorShown: () => written.lastIndexOf(HIDE_CURSOR) <= written.lastIndexOf(SHOW_CURSOR),
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const seen = screen();
          if (!pattern.test(seen) && !isOver) return;
          waiting.delete(check);
          if (pattern.test(seen)) resolve(seen);
          else reject(new Error(`The command ended; the screen shows:\n${seen}`));
        };
        waiting.add(check);
        check();
      }),
  };
}
