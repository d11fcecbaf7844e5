import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { LoopbackServer } from '../../support/loopback.ts';
import { waitForExit, isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import type { RecordingSandbox } from '../../support/recording-sandbox.ts';
import { personal } from './personal.ts';
import { essenceOf } from './same-request.ts';

/** Python code and the folder that it is run in. */
export interface Piece {
  readonly code: string;
  readonly folder: string;
}

/** What a piece did. */
export interface PieceRun {
  readonly stdout: string;
  readonly error: string | null;
  /** What it posted, in order. */
  readonly posts: readonly object[];
  /** All headers with which it posted. */
  readonly headers: readonly IncomingHttpHeaders[];
}

/** Who is asked by code: the sandbox, and a server that is foreign to the Hub. */
export interface Recorders {
  readonly sandbox: RecordingSandbox;
  readonly elsewhere: Pick<LoopbackServer, 'url' | 'received'>;
}

/**
 * Runs many pieces in one Python, one after another: a library takes longer to load than to make a request. The Hub's
 * own addresses lead to the given sandbox.
 */
export async function runPieces(
  program: string,
  { sandbox, elsewhere }: Recorders,
  pieces: readonly Piece[],
): Promise<PieceRun[]> {
  sandbox.forget();
  elsewhere.received.splice(0);
  const own = temporaryFolder();
  const child = spawn(program, [fileURLToPath(new URL('python-runner.py', import.meta.url))], {
    cwd: own,
    env: isolatedEnvironment(own, {
      HF_TOKEN: 'hf_sandbox',
      API_TOKEN: 'hf_sandbox',
      ...personal,
      HUB_AT: sandbox.hubUrl,
      INFERENCE_AT: sandbox.inferenceUrl,
      PYTHONPATH: process.env['PYTHONPATH'],
    }),
  });
  child.stdin.end(JSON.stringify(pieces));
  const { stdout, stderr, code } = await waitForExit(child);
  if (code !== 0) throw new Error(`${code} ${stdout.slice(-2000)} ${stderr}`);
  const outcomes = JSON.parse(stdout) as Pick<PieceRun, 'stdout' | 'error'>[];
  return Promise.all(
    outcomes.map(async (outcome, number) => {
      const posts = [...sandbox.requests, ...elsewhere.received].filter(
        ({ method, headers }) => method === 'POST' && headers['x-module'] === String(number),
      );
      const headers = posts.map((post) => post.headers);
      return { ...outcome, headers, posts: await Promise.all(posts.map(essenceOf)) };
    }),
  );
}
