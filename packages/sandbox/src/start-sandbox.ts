import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createTestingState } from './testing/index.ts';
import { createRegistry } from './hub/registry.ts';
import type { Sandbox, SandboxOptions } from './options.ts';
import type { Listener } from './exchange/http.ts';
import { respond, recordRequest } from './server/respond.ts';
import type { SandboxState } from './exchange/exchange.ts';

/** Next to the bundle, or at the top of the repository. */
function findExamples(): string {
  const folders = ['../examples/', '../../../examples/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return folders.find((folder) => existsSync(folder)) ?? folders[0]!;
}

function createState(port: number, options: SandboxOptions): SandboxState {
  const hubUrl = `http://127.0.0.1:${port}`;
  const startedAt = new Date().toISOString();
  const { models = [], listing = [], datasets = [] } = options;
  const registry = createRegistry({ hubUrl, startedAt, models, listing });
  return {
    hubUrl,
    inferenceUrl: `${hubUrl}/inference`,
    startedAt,
    bodyLimit: options.bodyLimit ?? 100 * 1024 * 1024,
    examplesFolder: findExamples(),
    registry,
    datasets,
    testing: createTestingState(options.program),
  };
}

/**
 * Starts an embedded hub on 127.0.0.1.
 * @throws the error of `listen`, for example EADDRINUSE
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const server = createServer({ keepAliveTimeout: 60_000 });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state = createState(port, options);
  const { hubUrl, inferenceUrl, testing } = state;
  // The OAuth library is large and loads on first use.
  let oauth: Promise<Listener> | undefined;
  const loadOAuth = () =>
    (oauth ??= import('./testing/oauth.ts').then(({ createOAuth }) => createOAuth({ issuer: hubUrl })));
  server.on('request', (request, response) => {
    if (options.onRequest) recordRequest(request, response, options.onRequest);
    void respond(request, response, state, loadOAuth);
  });
  let closing: Promise<unknown> | undefined;
  return {
    hubUrl,
    inferenceUrl,
    token: testing.token,
    port,
    async close() {
      if (!closing) {
        closing = once(server, 'close');
        server.close();
        await testing.hubJobs.close();
        server.closeAllConnections();
      }
      await closing;
    },
  };
}
