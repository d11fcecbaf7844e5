import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { LoopbackServer } from '../../../support/loopback.ts';
import { waitForExit, isolatedEnvironment, temporaryFolder } from '../../../support/process.ts';
import type { RecordingSandbox } from '../../../support/recording-sandbox.ts';
import { openaiEnvironment } from './openai-environment.ts';
import { normalizeRequest } from './normalize-request.ts';

/** Python code and its working directory. */
export interface Piece {
  readonly code: string;
  readonly folder: string;
}

export interface PythonRun {
  readonly stdout: string;
  readonly error: string | null;
  /** POST requests, in order. */
  readonly posts: readonly object[];
  /** All headers of the POST requests. */
  readonly headers: readonly IncomingHttpHeaders[];
}

/** The servers that receive requests: the sandbox and a foreign host. */
export interface Recorders {
  readonly sandbox: RecordingSandbox;
  readonly elsewhere: Pick<LoopbackServer, 'url' | 'received'>;
}

/** Runs many pieces of Python in sequence in one process, with the Hub's URLs redirected to the sandbox. */
export async function runPython(
  program: string,
  { sandbox, elsewhere }: Recorders,
  pieces: readonly Piece[],
): Promise<PythonRun[]> {
  sandbox.forget();
  elsewhere.received.splice(0);
  const own = temporaryFolder();
  const child = spawn(program, [fileURLToPath(new URL('python-runner.py', import.meta.url))], {
    cwd: own,
    env: isolatedEnvironment(own, {
      HF_TOKEN: 'hf_sandbox',
      API_TOKEN: 'hf_sandbox',
      ...openaiEnvironment,
      HUB_AT: sandbox.hubUrl,
      INFERENCE_AT: sandbox.inferenceUrl,
      PYTHONPATH: process.env['PYTHONPATH'],
    }),
  });
  child.stdin.end(JSON.stringify(pieces));
  const { stdout, stderr, code } = await waitForExit(child);
  if (code !== 0) throw new Error(`${code} ${stdout.slice(-2000)} ${stderr}`);
  const outcomes = JSON.parse(stdout) as Pick<PythonRun, 'stdout' | 'error'>[];
  return Promise.all(
    outcomes.map(async (outcome, number) => {
      const posts = [...sandbox.requests, ...elsewhere.received].filter(
        ({ method, headers }) => method === 'POST' && headers['x-module'] === String(number),
      );
      const headers = posts.map((post) => post.headers);
      return { ...outcome, headers, posts: await Promise.all(posts.map(normalizeRequest)) };
    }),
  );
}
