import { startSandbox, type RecordedRequest, type Sandbox, type SandboxOptions } from '@tryout/sandbox';
import { afterAll } from 'vitest';

/** A sandbox that keeps what it was asked. */
export interface RecordingSandbox extends Sandbox {
  /** Requests since the last call of `forget`. */
  readonly requests: RecordedRequest[];
  forget(): void;
}

/** A sandbox for the tests of one file, closed after them. */
export async function recordingSandbox(options: SandboxOptions = {}): Promise<RecordingSandbox> {
  const requests: RecordedRequest[] = [];
  const sandbox = await startSandbox({ ...options, onRequest: (request) => requests.push(request) });
  afterAll(() => sandbox.close());
  return { ...sandbox, requests, forget: () => requests.splice(0) };
}
