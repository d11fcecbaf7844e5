import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { CLIENT, fakeHub, tokenAnswer } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

// Normally defined by the build.
vi.stubGlobal('TRYOUT_VERSION', '0.0.0');
const { start } = await import('../../../packages/cli/src/start.ts');

afterEach(() => void vi.useRealTimers());

test('signs in when a code is confirmed after more than ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const hub = await fakeHub({
    token: (_received, response) => {
      vi.setSystemTime(Date.now() + 11 * 60_000);
      sendJson(response, tokenAnswer);
    },
  });
  hub.replies.whoami = { name: 'tried' };
  hub.replies.device = {
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: `${hub.url}/device`,
    expires_in: 900,
    interval: 1,
  };
  const folder = temporaryFolder();
  const output = new PassThrough();
  let printed = '';
  output.on('data', (piece: Buffer) => (printed += piece.toString()));
  const stream = output as unknown as NodeJS.WriteStream;
  const code = await start({
    arguments: ['login', '--device', '--hub-url', hub.url],
    environment: { TRYOUT_CONFIG_DIR: folder, TRYOUT_OAUTH_CLIENT_ID: CLIENT },
    input: new PassThrough() as unknown as NodeJS.ReadStream,
    output: stream,
    errors: stream,
    signal: new AbortController().signal,
    interrupt: () => undefined,
    openPicker: () => Promise.reject(new Error('unexpected picker')),
  });
  // The token check still had time to return the user name.
  expect(printed).toMatch(/Signed in to \S+ as tried;/);
  expect(code).toBe(0);
  expect(existsSync(join(folder, `token-127.0.0.1%3A${hub.port}.json`))).toBe(true);
});
