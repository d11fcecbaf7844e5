import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { openaiEnvironment } from './openai-environment.ts';
import { normalizeRequest } from './normalize-request.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** JavaScript code and its working directory. */
export interface ModuleCode {
  readonly code: string;
  readonly folder: string;
}

interface Outcome {
  readonly stdout: string;
  /** The number of writes to stdout. */
  readonly writes: number;
  readonly error?: string;
}

export interface ModuleRun extends Outcome {
  /** POST requests, in order. */
  readonly posts: readonly object[];
  /** Method and URL of all other requests. */
  readonly others: readonly string[];
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

export interface RecordingServer {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
  readonly requests: Received[];
}

/** Runs many modules in sequence in one Node process with the Hub's URLs redirected; throws if it exits or writes to stderr. */
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
      ...openaiEnvironment,
      HUB_AT: hubUrl,
      INFERENCE_AT: inferenceUrl,
      ...environment,
    }),
  });
  let errors = '';
  child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
  const closed = once(child, 'close');
  const [outcomes] = (await Promise.race([
    once(child, 'message'),
    closed.then(([code]) => {
      throw new Error(`the modules ended with ${code} before their time: ${errors}`);
    }),
  ])) as [Outcome[]];
  // A failed module may have left work running.
  child.kill();
  await closed;
  if (errors !== '') throw new Error(errors);
  return Promise.all(
    outcomes.map(async (outcome, number) => {
      const own = requests.filter(({ headers }) => headers['x-module'] === String(number));
      return {
        ...outcome,
        posts: await Promise.all(own.filter(({ method }) => method === 'POST').map(normalizeRequest)),
        others: own.filter(({ method }) => method !== 'POST').map(({ method, url }) => `${method} ${url}`),
      };
    }),
  );
}
