import { overview } from './program/help/overview.ts';
import type { Runtime } from './runtime.ts';
import { version } from './version.ts';
import { streamOnDemand } from './write-short.ts';

const FAILED = 1;
const INTERRUPTED = 130;

const words = process.argv.slice(2);
const output = onFirstUse(() => streamOnDemand(1, () => process.stdout.on('error', endOutput)));
const errors = onFirstUse(() => streamOnDemand(2, () => process.stderr.on('error', dropNotes)));

const [only] = words.length === 1 ? words : [];
if (only === '--version' || only === '-V') output().write(`${version}\n`);
else if (only === '--help' || only === '-h' || only === 'help')
  output().write(overview(output().columns || undefined));
else void main();

/** Runs the command line. The process then ends of itself, so that every byte it wrote still arrives. */
async function main(): Promise<void> {
  const stop = new AbortController();
  let finished = false;
  process.on('SIGINT', () => {
    process.exitCode = INTERRUPTED;
    // The second one, and one after the work, find nothing left to wait for.
    if (stop.signal.aborted || finished) process.exit();
    stop.abort();
  });
  // Work that nothing keeps running any more ends without a word, and would look like success.
  process.once('beforeExit', () => {
    if (finished) return;
    process.exitCode = FAILED;
    errors().write('error: The command ended before its work was done\n');
  });
  const environment = { ...process.env };
  // Libraries that start programs let them inherit the rest.
  delete process.env['HF_TOKEN'];
  const runtime: Runtime = {
    arguments: words,
    environment,
    get input() {
      return process.stdin;
    },
    get output() {
      return output();
    },
    get errors() {
      return errors();
    },
    signal: stop.signal,
    openSandbox: async (command) =>
      (await import('./tui/picker-command.ts')).picker(command, runtime, { sandbox: true }),
    askToken: async () => (await import('./sign-in/ask-token.ts')).askToken(runtime),
  };
  const { start } = await import('./start.ts');
  const code = await start(runtime);
  finished = true;
  process.exitCode = code;
}

/** Streams take time to set up, and few commands need both. */
function onFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Who read the output has seen enough (`| head -1`): no reason to complain, none to go on. A full disk is one. */
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: The output cannot be written (${error.code})\n`);
  process.exit(FAILED);
}

/** Notes that nobody reads any more are no reason to give up the work: its result may still be wanted. */
function dropNotes(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exitCode = FAILED;
}
