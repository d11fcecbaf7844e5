import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { Runtime } from '../../packages/cli/src/runtime.ts';
import type * as pickerCommand from '../../packages/cli/src/tui/picker-command.ts';
import { start } from '../../packages/cli/src/start.ts';
import { launcher } from './built-cli.ts';
import { isolatedEnvironment, temporaryFolder } from './cli.ts';
import { afterEveryTest } from './hooks.ts';
import { enterFolders } from './process-state.ts';
import { connectTerminal, type TerminalOptions, type TerminalSession } from './terminal-session.ts';

const CTRL_C = '\u0003';

/** The built picker. Its sources would run with an unpatched Ink and the development build of React. */
const built = join(dirname(launcher), '../packages/cli/dist/chunks/picker-command.cjs');
const load = createRequire(import.meta.url);

const open = new Set<{ interrupt(): void; readonly ended: Promise<number> }>();
const left: (() => void)[] = [];

afterEveryTest(async () => {
  for (const session of open) session.interrupt();
  await Promise.all([...open].map(({ ended }) => ended));
  for (const leave of left.splice(0)) leave();
});

/**
 * Like `inTerminal`, but runs the command line in this process, which takes a quarter of the time. It ends with its test.
 * If several are open, they share the working folder of the last one.
 */
export function inProcessTerminal(words: readonly string[], options: TerminalOptions = {}): TerminalSession {
  const { folder = temporaryFolder(), environment = {}, columns = 80, rows = 24 } = options;
  left.push(enterFolders(folder));
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const input = createInput();
  const output = createOutput((text) => terminal.show(text), { columns, rows });
  const terminal = connectTerminal(columns, rows, {
    // Only a terminal in raw mode passes on Ctrl-C as a key.
    send: (keys) => (keys === CTRL_C && !input.isRaw ? interrupt() : input.write(keys)),
    resize(newColumns, newRows) {
      Object.assign(output, { columns: newColumns, rows: newRows });
      output.emit('resize');
    },
  });
  const runtime: Runtime = {
    arguments: words,
    environment: isolatedEnvironment(folder, { TERM: 'xterm-256color', ...environment }),
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    errors: output as unknown as NodeJS.WriteStream,
    signal: interruption.signal,
    interrupt,
    async openPicker(command, opening) {
      const { picker } = load(built) as typeof pickerCommand;
      await picker(command, runtime, opening);
    },
  };
  const running = { interrupt, ended: terminal.session.ended };
  open.add(running);
  const end = (code: number) => {
    open.delete(running);
    terminal.end(code);
  };
  start(runtime).then(end, (error: unknown) => {
    terminal.show(inspect(error));
    end(1);
  });
  return terminal.session;
}

function createInput() {
  const stream = new PassThrough();
  return Object.assign(stream, {
    isTTY: true,
    // Neither a pipe nor a file.
    fd: -1,
    isRaw: false,
    setRawMode(isRaw: boolean): void {
      Object.assign(stream, { isRaw });
    },
    ref: () => undefined,
    unref: () => undefined,
  });
}

function createOutput(show: (text: string) => void, size: { columns: number; rows: number }) {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      // As terminals do.
      show(String(chunk).replaceAll('\n', '\r\n'));
      done();
    },
  });
  return Object.assign(stream, { isTTY: true, ...size });
}
