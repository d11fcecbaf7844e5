import type { Surroundings } from './surroundings.ts';
import { version } from './version.ts';
import { writeShort } from './write-short.ts';

const INTERRUPTED = 130;

const words = process.argv.slice(2);
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  writeShort(`${version}\n`, () => process.stdout);
} else {
  void main();
}

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
  const output = onFirstUse(() => process.stdout.on('error', endQuietly));
  const errors = onFirstUse(() => process.stderr.on('error', endQuietly));
  const surroundings: Surroundings = {
    arguments: words,
    environment: process.env,
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
    askToken: async () => (await import('./tui/ask-token.tsx')).askToken(),
  };
  const { start } = await import('./start.ts');
  const code = await start(surroundings);
  finished = true;
  process.exitCode = code;
}

/** Streams take time to set up, and few commands need both. */
function onFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Who read the output has seen enough (`| head -1`): no reason to complain, none to go on. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
