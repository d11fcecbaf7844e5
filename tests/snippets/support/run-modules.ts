import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { personal } from './personal.ts';
import { essenceOf } from './same-request.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** JavaScript code and the folder that it is run in. */
export interface ModuleCode {
  readonly code: string;
  readonly folder: string;
}

interface Outcome {
  readonly stdout: string;
  /** Pieces in which it was printed. */
  readonly writes: number;
  readonly error?: string;
}

/** What a module did. */
export interface ModuleRun extends Outcome {
  /** What it posted, in order. */
  readonly posts: readonly object[];
  /** Method and address of everything else that it asked. */
  readonly others: readonly string[];
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** A server that keeps what it was asked. */
export interface RecordingServer {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
  readonly requests: Received[];
}

/**
 * Runs many modules in one Node, one after another: a library takes longer to load than to make a request. The Hub's
 * own addresses lead to the given server.
 * @throws Error when one ends the process, or writes to stderr
 */
export async function runModules(
  { hubUrl, inferenceUrl, requests }: RecordingServer,
  modules: readonly ModuleCode[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<ModuleRun[]> {
  const own = temporaryFolder();
  await symlink(here('../../../node_modules'), join(own, 'node_modules'));
  const list = await Promise.all(
    modules.map(async ({ code, folder }, number) => {
      const file = join(own, `module-${number}.mjs`);
      await writeFile(file, code);
      return { folder, file };
    }),
  );
  await writeFile(join(own, 'list.json'), JSON.stringify(list));
  requests.splice(0);
  const child = fork(here('module-runner.mjs'), [join(own, 'list.json')], {
    cwd: own,
    execArgv: ['--import', here('hub-at-sandbox.mjs')],
    silent: true,
    env: isolatedEnvironment(own, {
      HF_TOKEN: 'hf_sandbox',
      ...personal,
      HUB_AT: hubUrl,
      INFERENCE_AT: inferenceUrl,
      ...environment,
    }),
  });
  let complaints = '';
  child.stderr?.on('data', (piece: Buffer) => (complaints += piece.toString()));
  const closed = once(child, 'close');
  const [outcomes] = (await Promise.race([
    once(child, 'message'),
    closed.then(([code]) => {
      throw new Error(`the modules ended with ${code} before their time: ${complaints}`);
    }),
  ])) as [Outcome[]];
  // What a module that failed has left running would keep it alive.
  child.kill();
  await closed;
  if (complaints !== '') throw new Error(complaints);
  return Promise.all(
    outcomes.map(async (outcome, number) => {
      const own = requests.filter(({ headers }) => headers['x-module'] === String(number));
      return {
        ...outcome,
        posts: await Promise.all(own.filter(({ method }) => method === 'POST').map(essenceOf)),
        others: own.filter(({ method }) => method !== 'POST').map(({ method, url }) => `${method} ${url}`),
      };
    }),
  );
}
