import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkAccessToken,
  describeFailure,
  fetchModelInfo,
  fileFromBlob,
  identify,
  redact,
  withoutToken,
  type Connection,
  type Transport,
} from '@tryout/engine';
import { ask, canary, classify, connectionAt, rejection } from '../support/ask.ts';
import { answerBody, answerJson, sendJson, serve } from '../support/loopback.ts';

const hub = { hubUrl: 'https://huggingface.co', inferenceUrl: 'https://router.huggingface.co' };

/** All parts of an error that could be shown or logged. */
function shown(error: Error): string {
  return [error.stack, JSON.stringify(describeFailure(error)), JSON.stringify(error)].join('\n');
}

/** Whether a request to a URL has the token. */
async function hasToken(url: string, more: Partial<Connection>): Promise<boolean> {
  let isSent = false;
  const connection = connectionAt('https://hub.test', more);
  const exchange: Transport['exchange'] = ({ headers }) => {
    isSent = 'Authorization' in headers;
    return Promise.reject(new Error('enough'));
  };
  await rejection(classify({ ...connection, transport: { ...connection.transport, exchange } }, url));
  return isSent;
}

describe('F8: a canary token', () => {
  test('appears in no request log, and in requests only as Authorization', async () => {
    const server = await serve(answerJson([{ label: 'A', score: 1 }]));
    const notes: unknown[] = [];
    const result = await classify(
      connectionAt(server.url, { onRequest: (note) => notes.push(note) }),
      server.url,
    );
    expect(notes).toHaveLength(1);
    expect(JSON.stringify([notes, result])).not.toContain(canary);
    const [{ headers, url, body } = expect.fail()] = server.received;
    expect(headers.authorization).toBe(`Bearer ${canary}`);
    const { authorization: _token, ...others } = headers;
    expect(JSON.stringify([others, url, body.toString()])).not.toContain(canary);
  });

  test('that is invalid in a header is rejected before any request and not quoted', async () => {
    const server = await serve(answerJson([]));
    const error = await rejection(
      classify(connectionAt(server.url, { token: `${canary}\nx: y` }), server.url),
    );
    expect(error.message).toBe('The access token contains an invalid character');
    expect(shown(error) + String(error.cause)).not.toContain(canary);
    expect(server.received).toHaveLength(0);
  });
});

test('F9: signed OAuth tokens are redacted completely', () => {
  const signed = 'hf_oauth_eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fw-pMeJf36POk6';
  expect(redact(`Bearer ${signed}.`)).toBe('Bearer hf_***.');
});

describe('X11: a token in a URL', () => {
  test.each([canary, canary.replace('h', '%68')])('is rejected before any request: %s', async (token) => {
    const server = await serve(answerJson([]));
    const error = await rejection(classify(connectionAt(server.url), `${server.url}/x?token=${token}`));
    expect(error).toMatchObject({
      name: 'InputError',
      outcome: 'input',
      message: 'The URL contains your access token',
    });
    expect(shown(error)).not.toContain(canary);
    expect(server.received).toHaveLength(0);
  });
});

describe('F10: a pasted token', () => {
  test('is trimmed', () => {
    expect(checkAccessToken(' \thf_abcDEF123\r\n')).toBe('hf_abcDEF123');
  });

  test.each(['hf_a b', 'hf_a\nb', 'hf_a\r\nHost: evil', 'hf_ä', 'hf_\u0000', 'hf_a\u202eb'])(
    'with an invalid character is rejected and not printed: %j',
    (pasted) => {
      const refused = () => checkAccessToken(pasted);
      expect(refused).toThrow(TypeError);
      expect(refused).toThrow('Your access token contains an invalid character');
    },
  );

  test.each([8001, 100_000, 5_000_000])('X26: of %i characters is rejected', (length) => {
    expect(() => checkAccessToken(`hf_${'x'.repeat(length)}`)).toThrow('Your access token is too long');
  });

  test.each([64, 65, 1000, 8000])(
    'X26: of %i characters is accepted and redacted, encoded or not',
    (length) => {
      const token = checkAccessToken(`hf_${'aZ0.-_~'.repeat(length).slice(0, length - 3)}`);
      for (const form of [
        token,
        encodeURIComponent(token),
        token.replaceAll('a', '\\u0061'),
        token.replaceAll('Z', '%5A'),
      ])
        expect(withoutToken(`"${form}". ${form}!`, token).slice(0, 99)).toBe('"hf_***". hf_***!');
      const other = `hf_b${token.slice(4)}`;
      expect(withoutToken(other, token) === other).toBe(true);
    },
  );

  test('that is only a prefix has its own message', () => {
    expect(() => checkAccessToken(' hf_ ')).toThrow("Your access token is incomplete: nothing follows 'hf_'");
  });

  test.each(['', 'abc', 'HF_abc', 'Bearer hf_abc'])('without a prefix is rejected: %j', (pasted) => {
    expect(() => checkAccessToken(pasted)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: "Your access token must start with 'hf_'" }),
    );
  });
});

describe('F11: a redirect to another origin', () => {
  const image = fileFromBlob(new Blob([new Uint8Array(100_000)]), 'black.raw', 'image/png');

  test.each([301, 302, 303, 307, 308])('%i: sends nothing to the other origin', async (status) => {
    const foreign = await serve(answerJson([]));
    const server = await serve(answerBody('', status, { Location: foreign.url }));
    const connection = connectionAt(server.url);
    const errors = [
      await rejection(classify(connection, server.url)),
      await rejection(ask(connection, 'image-classification', { endpointUrl: server.url }, { image })),
      await rejection(identify(connection)),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'RedirectError', outcome: 'failed' });
      expect((error as Error & { url: string }).url).toMatch(server.url);
      expect(error.message).toContain(`127.0.0.1:${foreign.port}`);
    }
    expect(server.received).toHaveLength(3);
    expect(foreign.received).toHaveLength(0);
  });

  test.each([301, 302, 303, 307, 308])('%i within the origin is followed by a GET', async (status) => {
    const server = await serve(({ url }, response) => {
      if (url === '/new') return sendJson(response, { id: 'o/new' });
      response.writeHead(status, { Location: '/new' });
      response.end();
    });
    expect(await fetchModelInfo(connectionAt(server.url), 'o/old')).toMatchObject({ id: 'o/new' });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Bearer ${canary}`),
    );
  });

  test.each([307, 308])(
    '%i within the origin is followed by a POST with the complete body',
    async (status) => {
      const server = await serve(({ url }, response) => {
        if (url === '/new') return sendJson(response, [{ label: 'A', score: 1 }]);
        response.writeHead(status, { Location: '/new' });
        response.end();
      });
      await ask(connectionAt(server.url), 'image-classification', { endpointUrl: server.url }, { image });
      expect(server.received.map(({ method, url, body }) => [method, url, body.length])).toEqual([
        ['POST', '/', 100_000],
        ['POST', '/new', 100_000],
      ]);
    },
  );

  test.each([301, 302, 303])(
    '%i within the origin is not followed for a POST, since its input would be lost',
    async (status) => {
      const server = await serve(answerBody('', status, { Location: '/new' }));
      expect(await rejection(classify(connectionAt(server.url), server.url))).toMatchObject({
        name: 'RedirectError',
      });
      expect(server.received).toHaveLength(1);
    },
  );

  test('loop ends', async () => {
    const server = await serve(answerBody('', 307, { Location: '/' }));
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error.message).toBe(`127.0.0.1:${server.port} redirected too many times`);
    expect(server.received).toHaveLength(6);
  });
});

describe('F12: a custom endpoint on a foreign host', () => {
  test('gets the token only with --send-token', async () => {
    const server = await serve(answerJson([{ label: 'A', score: 1 }]));
    await classify(connectionAt(server.url, hub), server.url);
    await classify(connectionAt(server.url, { ...hub, sendToken: true }), server.url);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Bearer ${canary}`,
    ]);
  });

  const own: [string, boolean, boolean][] = [
    ['https://huggingface.co/api', true, true],
    ['https://router.huggingface.co/v1', true, true],
    ['https://abc.eu-west-1.aws.endpoints.huggingface.cloud/x', true, true],
    ['https://abc.endpoints.huggingface.cloud:8443/x', false, true],
    ['https://endpoints.huggingface.cloud/', false, true],
    ['https://example.test/', false, true],
    ['http://huggingface.co/', false, false],
    ['http://example.test/', false, false],
    ['http://127.0.0.1:3000/', false, true],
    ['http://localhost:3000/', false, true],
    ['http://[::1]:3000/', false, true],
    ['http://127.0.0.1.evil.test/', false, false],
    ['http://localhost.evil.test/', false, false],
    ['http://192.168.0.1/', false, false],
  ];
  test.each(own)('%s: token %s, with --send-token %s', async (url, always, whenAsked) => {
    expect(await hasToken(url, hub)).toBe(always);
    expect(await hasToken(url, { ...hub, sendToken: true })).toBe(whenAsked);
  });

  test('configured hosts are trusted, over http only on localhost', async () => {
    const base = { hubUrl: 'http://127.0.0.1:1234', inferenceUrl: 'http://10.0.0.1' };
    expect(await hasToken('http://127.0.0.1:1234/api', base)).toBe(true);
    expect(await hasToken('http://127.0.0.1:1235/api', base)).toBe(false);
    expect(await hasToken('http://10.0.0.1/v1', base)).toBe(false);
  });
});

describe('F13: hosts similar to trusted ones', () => {
  test.each([
    'https://huggingface.co.evil.test/',
    'https://huggingface.co@evil.test/',
    'https://evil.test\\@huggingface.co/',
    'https://evil.test#@huggingface.co/',
    'https://evil.test/?x=https://huggingface.co',
    'https://huggingface.co./',
    'https://xhuggingface.co/',
    'https://huggingface.co:444/',
    'https://x.huggingface.co/',
    'https://evilendpoints.huggingface.cloud/',
    'https://x.endpoints.huggingface.cloud.evil.test/',
    'https://x.endpoints.huggingface.cloud./',
    'https://huggingface.cо/',
  ])('%s gets no token', async (url) => {
    expect(await hasToken(url, hub)).toBe(false);
  });

  test.each(['HTTPS://HUGGINGFACE.CO/', 'https://huggingface.co:443/', 'https://Router.HuggingFace.co/v1'])(
    '%s is trusted',
    async (url) => expect(await hasToken(url, hub)).toBe(true),
  );

  test('credentials in a URL are rejected before any request', async () => {
    const server = await serve(answerJson([]));
    const url = `http://huggingface.co@127.0.0.1:${server.port}/`;
    const error = await rejection(classify(connectionAt(server.url), url));
    expect(error).toMatchObject({ name: 'InputError', outcome: 'input' });
    expect(server.received).toHaveLength(0);
  });

  test('any host except the known origins gets no token (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('https', 'http'), fc.domain(), async (scheme, host) => {
        expect(await hasToken(`${scheme}://${host}/`, hub)).toBe(false);
      }),
    );
  });
});
