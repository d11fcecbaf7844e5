import { overview } from './program/overview.ts';
import type { Runtime } from './runtime.ts';
import { version } from './version.ts';

const FAILED = 1;
const INTERRUPTED = 130;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A closed pipe (`| head -1`) ends the program quietly; a full disk is an error.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error: Could not write the output (${error.code})\n`);
  process.exit(FAILED);
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  // The result may still be wanted if nobody reads the notes.
  if (error.code !== 'EPIPE') process.exitCode = FAILED;
});

const words = process.argv.slice(2);
const [only] = words.length === 1 ? words : [];
if (only === '--version' || only === '-V') process.stdout.write(`${version}\n`);
else if (only === '--help' || only === '-h' || only === 'help')
  process.stdout.write(overview(process.stdout.columns || undefined));
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
    process.stderr.write('error: The command ended before it finished\n');
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
    output: process.stdout,
    errors: process.stderr,
    signal: stop.signal,
    openSandbox: async (command) =>
      (await import('./tui/picker-command.ts')).picker(command, runtime, { sandbox: true }),
    askToken: async () => (await import('./sign-in/ask-token.ts')).askToken(runtime),
  };
  const { start } = await import('./start.ts');
  process.exitCode = await start(runtime);
  finished = true;
}
