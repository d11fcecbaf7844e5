import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { Runtime } from './runtime.ts';
import { interrupt, signalCodes } from './system/signals.ts';
import { version } from './installation.ts';

/** As in the engine, which this module does not load. */
const NO_HOME = '/nonexistent';
const FAILED = 1;
/** Milliseconds for pending work after a signal. */
const MAX_CLEANUP = 300;

const interruption = new AbortController();
let isFinished = false;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The run is still being recorded; a closed terminal fails with every write.
  if (interruption.signal.aborted && !isFinished) return;
  // Exit quietly if the pipe is closed (`| head -1`); other errors, such as a full disk, are reported.
  if (error.code === 'EPIPE') return isFinished ? process.exit() : interrupt(interruption);
  // The terminal is closed, and its signal may arrive later.
  if (error.code === 'EIO' && !isFinished) return interrupt(interruption, signalCodes.SIGHUP);
  process.stderr.write(`error: Could not write the output (${error.code})\n`);
  process.exit(FAILED);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  // A closed stderr must not stop the command from writing its result.
  if (error.code !== 'EPIPE') process.exitCode ||= FAILED;
});

const words = process.argv.slice(2);
// Without the parser, which takes longer than the rest.
if (words.length === 1 && /^(?:--version|-V)$/.test(words[0]!)) process.stdout.write(`${version}\n`);
else void main();

/** Sets the exit code instead of calling `process.exit`, so that all output is flushed. */
async function main(): Promise<void> {
  let lastSignal: NodeJS.Signals = 'SIGINT';
  for (const [signal, code] of Object.entries(signalCodes))
    process.on(signal, () => {
      // A second Ctrl-C does not wait for cleanup. Closed terminals and service managers repeat other signals.
      const isTyped = signal === 'SIGINT' || signal === 'SIGQUIT';
      if (interruption.signal.aborted && !isTyped && !isFinished) return;
      process.exitCode = code;
      if (interruption.signal.aborted || isFinished) process.exit();
      lastSignal = signal as NodeJS.Signals;
      interrupt(interruption, code);
    });
  // Node would exit with 0 if pending work no longer keeps the event loop alive.
  process.once('beforeExit', () => {
    if (isFinished) return;
    process.exitCode = FAILED;
    process.stderr.write('error: The command exited before it finished\n');
  });
  ignoreRelativeFolders();
  // Chalk cannot be loaded with such a level.
  if (Number.parseInt(process.env['FORCE_COLOR'] ?? '') < 0) process.env['FORCE_COLOR'] = '0';
  const environment = { ...process.env };
  // Child processes started by libraries must not inherit the token.
  delete process.env['HF_TOKEN'];
  const runtime: Runtime = {
    arguments: words,
    environment,
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    errors: process.stderr,
    signal: interruption.signal,
    interrupt: () => void process.emit('SIGINT', 'SIGINT'),
    openPicker: async (command, opening) =>
      (await import('./tui/picker-command.ts')).picker(command, runtime, opening),
  };
  const { start } = await import('./start.ts');
  process.exitCode = await start(runtime);
  isFinished = true;
  // Ends threads that decode an image, for which `process.exit` waits.
  const kill = () => process.removeAllListeners(lastSignal).kill(process.pid, lastSignal);
  if (interruption.signal.aborted) setTimeout(kill, MAX_CLEANUP).unref();
}

/**
 * Removes variables with relative folders, as the XDG specification wants: libraries would join them to the current folder.
 * Some also need a home folder to be loaded.
 */
function ignoreRelativeFolders(): void {
  const names = ['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'HF_HOME', 'HF_TOKEN_PATH'];
  for (const name of [...names, 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME'])
    if (!isAbsolute(process.env[name] ?? '')) delete process.env[name];
  try {
    if (isAbsolute(homedir())) return;
  } catch {
    // The user is not in the user database.
  }
  process.env['HOME'] = NO_HOME;
}
