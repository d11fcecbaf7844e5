import type { IncomingHttpHeaders } from 'node:http';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedEnvironment, temporaryFolder } from '../../../support/process.ts';
import { startModuleProcess, type ModuleOutcome } from './module-process.ts';
import { openaiEnvironment } from './openai-environment.ts';
import { normalizeRequest } from './normalize-request.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** JavaScript code and its working directory. */
export interface ModuleCode {
  readonly code: string;
  readonly folder: string;
}

export interface ModuleRun {
  readonly stdout: string;
  /** The number of writes to stdout. */
  readonly writes: number;
  readonly error?: string;
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

/** Runs modules in sequence in one Node process with the Hub's URLs redirected; throws if it exits or one writes to stderr. */
export async function runModules(
  { hubUrl, inferenceUrl, requests }: RecordingServer,
  modules: readonly ModuleCode[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<ModuleRun[]> {
  const own = temporaryFolder();
  await symlink(here('../../../../node_modules'), join(own, 'node_modules'));
  const shared = isolatedEnvironment(own, {
    HF_TOKEN: 'hf_sandbox',
    ...openaiEnvironment,
    HUB_AT: hubUrl,
    INFERENCE_AT: inferenceUrl,
    ...environment,
  });
  requests.splice(0);
  const node = startModuleProcess({ preload: here('hub-at-sandbox.mjs'), environment: shared });
  const outcomes: ModuleOutcome[] = [];
  for (const [number, { code, folder }] of modules.entries()) {
    const file = join(own, `module-${number}.mjs`);
    await writeFile(file, code);
    outcomes.push(await node.run({ file, folder, environment: shared }));
  }
  await node.stop();
  return Promise.all(
    outcomes.map(async ({ stdout, stderr, error }, number) => {
      if (stderr !== '') throw new Error(stderr);
      const own = requests.filter(({ headers }) => headers['x-module'] === String(number));
      return {
        stdout: stdout.join(''),
        writes: stdout.length,
        ...(error === undefined ? {} : { error }),
        posts: await Promise.all(own.filter(({ method }) => method === 'POST').map(normalizeRequest)),
        others: own.filter(({ method }) => method !== 'POST').map(({ method, url }) => `${method} ${url}`),
      };
    }),
  );
}
