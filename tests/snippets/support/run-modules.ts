import { spawn } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ended, isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { essenceOf } from './same-request.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** JavaScript code and the folder that it is run in. */
export interface ModuleCode {
  readonly code: string;
  readonly folder: string;
}

/** What a module did. */
export interface ModuleRun {
  readonly stdout: string;
  /** Pieces in which it was printed. */
  readonly writes: number;
  readonly error?: string;
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
  const words = ['--import', here('hub-at-sandbox.mjs'), here('module-runner.mjs'), join(own, 'list.json')];
  const child = spawn(process.execPath, words, {
    cwd: own,
    env: isolatedEnvironment(own, {
      HF_TOKEN: 'hf_sandbox',
      HUB_AT: hubUrl,
      INFERENCE_AT: inferenceUrl,
      ...environment,
    }),
  });
  child.stdin.end();
  const { stdout, stderr, code } = await ended(child);
  if (code !== 0) throw new Error(`${code} ${stdout.slice(-2000)} ${stderr}`);
  const outcomes = JSON.parse(stdout) as Omit<ModuleRun, 'posts' | 'others'>[];
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
