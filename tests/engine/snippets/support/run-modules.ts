import type { IncomingHttpHeaders } from 'node:http';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedEnvironment, temporaryFolder } from '../../../support/process.ts';
import { startModuleProcess, type ModuleOutcome } from './module-process.ts';
import { openaiEnvironment } from './openai-environment.ts';
import { normalizeRequest } from './normalize-request.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Code and its working directory. */
export interface Piece {
  readonly code: string;
  readonly folder: string;
}

/** What a piece of code did. */
export interface LibraryRun {
  readonly stdout: string;
  /** The number of writes to standard output, if it is known. */
  readonly writes?: number;
  readonly error?: string | undefined;
  /** POST requests, in order, and their headers. */
  readonly posts: readonly object[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Method and URL of all other requests. */
  readonly others: readonly string[];
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** The servers that receive requests: the sandbox and a foreign host. */
export interface Recorders {
  readonly sandbox: {
    readonly hubUrl: string;
    readonly inferenceUrl: string;
    readonly requests: Received[];
    forget(): void;
  };
  readonly elsewhere: { readonly url: string; readonly received: Received[] };
}

/** A server that is the Hub and everything else. */
export const bothAt = (server: Recorders['elsewhere']): Recorders => ({
  sandbox: { hubUrl: server.url, inferenceUrl: server.url, requests: [], forget: () => undefined },
  elsewhere: server,
});

/** The environment of code, with the Hub's URLs redirected. */
export const environmentOf = ({ sandbox }: Recorders, folder: string) =>
  isolatedEnvironment(folder, {
    HF_TOKEN: 'hf_sandbox',
    API_TOKEN: 'hf_sandbox',
    ...openaiEnvironment,
    HUB_AT: sandbox.hubUrl,
    INFERENCE_AT: sandbox.inferenceUrl,
  });

/** What the servers received from a piece of code. */
export async function receivedFrom({ sandbox, elsewhere }: Recorders, number: number) {
  const own = [...sandbox.requests, ...elsewhere.received].filter(
    ({ headers }) => headers['x-module'] === String(number),
  );
  const posts = own.filter(({ method }) => method === 'POST');
  return {
    posts: await Promise.all(posts.map(normalizeRequest)),
    headers: posts.map(({ headers }) => headers),
    others: own.filter(({ method }) => method !== 'POST').map(({ method, url }) => `${method} ${url}`),
  };
}

/** Runs modules in sequence in one Node process; throws if it exits or one writes to standard error. */
export async function runModules(recorders: Recorders, modules: readonly Piece[]): Promise<LibraryRun[]> {
  const own = temporaryFolder();
  await symlink(here('../../../../node_modules'), join(own, 'node_modules'));
  const environment = environmentOf(recorders, own);
  recorders.sandbox.forget();
  recorders.elsewhere.received.splice(0);
  const node = startModuleProcess({ preload: here('hub-at-sandbox.mjs'), environment });
  const outcomes: ModuleOutcome[] = [];
  for (const [number, { code, folder }] of modules.entries()) {
    const file = join(own, `module-${number}.mjs`);
    await writeFile(file, code);
    outcomes.push(await node.run({ file, folder, environment }));
  }
  await node.stop();
  return Promise.all(
    outcomes.map(async ({ stdout, stderr, error }, number) => {
      if (stderr !== '') throw new Error(stderr);
      const received = await receivedFrom(recorders, number);
      return { stdout: stdout.join(''), writes: stdout.length, error, ...received };
    }),
  );
}
