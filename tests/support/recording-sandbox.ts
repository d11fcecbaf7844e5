import { startSandbox, type RecordedRequest, type Sandbox, type SandboxOptions } from '@tryout/sandbox';
import { afterAll } from 'vitest';
import { afterEveryFile, afterEveryTest } from './hooks.ts';

/** A sandbox that records the requests it receives, without late ones from pages of earlier tests. */
export interface RecordingSandbox extends Sandbox {
  /** Requests since the last call of `forget`. */
  readonly requests: RecordedRequest[];
  forget(): void;
}

/** Starts a sandbox for the tests of one file and closes it after them. */
export async function recordingSandbox(options: SandboxOptions = {}): Promise<RecordingSandbox> {
  const requests: RecordedRequest[] = [];
  const sandbox = await startSandbox({
    ...options,
    onRequest: (request) => isLate(request) || requests.push(request),
  });
  afterAll(() => sandbox.close());
  return { ...sandbox, requests, forget: () => requests.splice(0) };
}

const requests: RecordedRequest[] = [];
let shared: Promise<RecordingSandbox> | undefined;

/** Origins of the pages that the current test opened, and those that only earlier tests opened. */
const currentOrigins = new Set<string>();
const pastOrigins = new Set<string>();

const forget = () => void requests.splice(0);

afterEveryTest(() => {
  forget();
  for (const origin of currentOrigins) pastOrigins.add(origin);
  currentOrigins.clear();
});

afterEveryFile(async () => {
  const sandbox = await shared?.catch(() => undefined);
  shared = undefined;
  await sandbox?.close();
});

/**
 * The sandbox that all tests of a file share, started on first use. It records the requests of the current test; late
 * requests from pages of earlier tests are ignored.
 */
export function sharedSandbox(): Promise<RecordingSandbox> {
  shared ??= startSandbox({ onRequest: record }).then((sandbox) => ({ ...sandbox, requests, forget }));
  return shared;
}

/** Assigns the page at this URL to the current test. */
export function addPageOrigin(url: string): void {
  const { origin } = new URL(url);
  pastOrigins.delete(origin);
  currentOrigins.add(origin);
}

/** Whether the request is from a page that only earlier tests opened. */
function isLate({ headers }: RecordedRequest): boolean {
  return pastOrigins.has(headers.origin ?? '');
}

function record(request: RecordedRequest): void {
  // Preflight requests are the browser's, not the page's.
  if (request.method === 'OPTIONS' || isLate(request)) return;
  requests.push(request);
}
