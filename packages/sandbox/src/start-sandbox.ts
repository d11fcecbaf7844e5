import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createListing } from './hub/listing.ts';
import { createRateWindow } from './hub/rate-window.ts';
import { createRegistry } from './hub/registry.ts';
import type { Sandbox, SandboxOptions } from './options.ts';
import { createFalQueue } from './providers/fal-queue.ts';
import { createFileStore } from './providers/file-store.ts';
import type { SandboxState } from './sandbox-state.ts';
import { answer, type SignIn } from './server/answer.ts';
import { recordRequest } from './server/record-request.ts';

const defaultBodyLimit = 100 * 1024 * 1024;

function createState(port: number, options: SandboxOptions): SandboxState {
  const hubUrl = `http://127.0.0.1:${port}`;
  const startedAt = new Date().toISOString();
  const { models = [], listing = [] } = options;
  const registry = createRegistry({ hubUrl, startedAt, models, listing });
  return {
    hubUrl,
    inferenceUrl: `${hubUrl}/inference`,
    startedAt,
    bodyLimit: options.bodyLimit ?? defaultBodyLimit,
    examplesFolder: options.examplesFolder ?? fileURLToPath(new URL('../examples/', import.meta.url)),
    redirectOrigin: options.redirectOrigin ?? `http://localhost:${port}`,
    registry,
    listing: createListing(registry.models.map((model) => model.row)),
    rateWindow: createRateWindow(),
    queue: createFalQueue(),
    files: createFileStore(),
    loading: new Set(),
  };
}

/** Loads the sign-in when it is first needed: its library is large. */
function createSignIn(issuer: string): () => Promise<SignIn> {
  let loaded: Promise<SignIn> | undefined;
  return () => (loaded ??= import('./oauth/index.ts').then(({ createOAuth }) => createOAuth({ issuer })));
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
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
  const signIn = createSignIn(state.hubUrl);
  const { onRequest } = options;
  server.on('request', (request, response) => {
    if (onRequest !== undefined) recordRequest(request, response, onRequest);
    void answer(request, response, state, signIn);
  });
  let closing: Promise<void> | undefined;
  return {
    hubUrl: state.hubUrl,
    inferenceUrl: state.inferenceUrl,
    port,
    close: () => (closing ??= close(server)),
  };
}
