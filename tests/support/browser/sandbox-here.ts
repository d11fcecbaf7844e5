import { startSandbox, type RecordedRequest } from '@tryout/sandbox';
import { afterAll, afterEach } from 'vitest';
import type { RecordingSandbox } from '../recording-sandbox.ts';

const requests: RecordedRequest[] = [];
let started: Promise<RecordingSandbox> | undefined;

const forget = () => void requests.splice(0);

afterEach(forget);

afterAll(async () => {
  const sandbox = await started?.catch(() => undefined);
  started = undefined;
  await sandbox?.close();
});

/** The sandbox of this test file, started when first asked for. After each test it forgets what it was asked. */
export function sandboxHere(): Promise<RecordingSandbox> {
  started ??= startSandbox({ onRequest: (request) => requests.push(request) }).then((sandbox) => ({
    ...sandbox,
    requests,
    forget,
  }));
  return started;
}
