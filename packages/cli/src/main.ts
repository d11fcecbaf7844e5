import type { Surroundings } from './surroundings.ts';
import { version } from './version.ts';

const INTERRUPTED = 130;

const words = process.argv.slice(2);
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${version}\n`);
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
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
  const surroundings: Surroundings = {
    arguments: words,
    environment: process.env,
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    errors: process.stderr,
    signal: stop.signal,
    askToken: async () => (await import('./tui/ask-token.tsx')).askToken(),
  };
  const { start } = await import('./start.ts');
  const code = await start(surroundings);
  finished = true;
  process.exitCode = code;
}

/** Who read the output has seen enough (`| head -1`): no reason to complain, none to go on. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
