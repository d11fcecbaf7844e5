import { startSandbox, type RecordedRequest } from '@tryout/sandbox';
import { afterEveryFile, afterEveryTest } from '../hooks.ts';
import type { RecordingSandbox } from '../recording-sandbox.ts';

const requests: RecordedRequest[] = [];
let started: Promise<RecordingSandbox> | undefined;

/** Origins of pages of the running test, and of pages of tests that are over. */
const present = new Set<string>();
const past = new Set<string>();

const forget = () => void requests.splice(0);

afterEveryTest(() => {
  forget();
  for (const origin of present) past.add(origin);
  present.clear();
});

afterEveryFile(async () => {
  const sandbox = await started?.catch(() => undefined);
  started = undefined;
  await sandbox?.close();
});

/**
 * The sandbox of this test file, started when first asked for. It keeps what it was asked in the running test; requests
 * that a page of another test left behind do not count.
 */
export function sandboxHere(): Promise<RecordingSandbox> {
  started ??= startSandbox({ onRequest: keep }).then((sandbox) => ({ ...sandbox, requests, forget }));
  return started;
}

/** Says that a page of this address is opened by the running test. */
export function belongsToTest(address: string): void {
  const { origin } = new URL(address);
  present.add(origin);
  // A port may come again.
  past.delete(origin);
}

function keep(request: RecordedRequest): void {
  // A browser asks with OPTIONS whether it may ask; the page knows nothing of it.
  if (request.method === 'OPTIONS' || past.has(request.headers.origin ?? '')) return;
  requests.push(request);
}
