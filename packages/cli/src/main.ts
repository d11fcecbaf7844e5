import { lazyOutput } from './lazy-output.ts';
import { overview } from './program/overview.ts';
import type { Runtime } from './runtime.ts';
import { version } from './version.ts';

const FAILED = 1;
const INTERRUPTED = 130;

const words = process.argv.slice(2);
const output = once(() => lazyOutput(1, () => process.stdout.on('error', onOutputError)));
const errors = once(() => lazyOutput(2, () => process.stderr.on('error', onErrorsError)));

const [only] = words.length === 1 ? words : [];
if (only === '--version' || only === '-V') output().write(`${version}\n`);
else if (only === '--help' || only === '-h' || only === 'help')
  output().write(overview(output().columns || undefined));
else void main();

/** Runs the command line. The process then ends by itself, so that all output arrives. */
async function main(): Promise<void> {
  const stop = new AbortController();
  let finished = false;
  process.on('SIGINT', () => {
    process.exitCode = INTERRUPTED;
    // The second Ctrl-C, or one after the work, has nothing to wait for.
    if (stop.signal.aborted || finished) process.exit();
    stop.abort();
  });
  // If nothing keeps unfinished work running, Node exits with 0.
  process.once('beforeExit', () => {
    if (finished) return;
    process.exitCode = FAILED;
    errors().write('error: The command ended before its work was done\n');
  });
  const environment = { ...process.env };
  // Programs that libraries start inherit the rest.
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

function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/** A closed pipe (`| head -1`) ends the program quietly; a full disk is an error. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: Could not write the output (${error.code})\n`);
  process.exit(FAILED);
}

/** The result may still be wanted if nobody reads the notes. */
function onErrorsError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exitCode = FAILED;
}
