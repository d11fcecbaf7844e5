import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  describeFailure,
  fileFromBlob,
  identify,
  loadOAuth,
  redact,
  type RequestNote,
  type RunEvent,
  type RunResult,
} from '@tryout/engine';
import { ask, chat, classify, connectionAt, rejection, requestFor } from '../support/ask.ts';
import { CLIENT, fakeHub, hubModel } from '../support/fake-hub.ts';
import {
  answerBody,
  answerJson,
  sendJson,
  serve,
  type LoopbackServer,
  type RequestHandler,
} from '../support/loopback.ts';

const first = 'hf_canary.HIDDEN-tail.x';
const second = 'hf_canary/HIDDEN+tail~x==';

/** JSON with every character of a token as an escape. */
const escapedIn = (json: string, token: string) =>
  json.replaceAll(
    token,
    [...token].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );

/** Encodings of a token in JSON. */
const cases: readonly (readonly [string, string, (json: string, token: string) => string])[] = [
  [first, 'unescaped', (json) => json],
  [second, 'with escaped slashes', (json, token) => json.replaceAll(token, token.replaceAll('/', '\\/'))],
  [second, 'fully escaped', escapedIn],
];

/** All parts of an error that could be shown or logged. */
const shown = (error: Error) =>
  [error.stack, String(error.cause), JSON.stringify([describeFailure(error), error])].join('\n');

function expectRedacted(text: string) {
  expect(text).toContain('hf_***');
  expect(text).not.toMatch(/canary|HIDDEN|u0048/i);
}

const writing = (
  type: string,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): RequestHandler => answerBody(body, status, { 'Content-Type': type, ...headers });

const word = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`;

/** Runs a chat and returns everything that its caller receives. */
async function listen(server: LoopbackServer, token: string) {
  const pieces: string[] = [];
  const outcome = await chat(connectionAt(server.url, { token }), server.url, {
    onEvent: (event) => event.type === 'text' && pieces.push(event.text),
  }).then(
    ({ value }) => ({ value: value as { choices: { message: { content: string } }[] } }),
    (error: Error & { partial?: string }) => ({ error }),
  );
  return { pieces, ...outcome };
}

describe.each(cases)('F9, X3: %s, %s,', (token, _name, spell) => {
  test('is redacted in the values, keys and provider of a result', async () => {
    const rows = JSON.stringify([{ label: `a ${token}`, score: 1, [token]: { deep: [token] } }]);
    const server = await serve(
      writing('application/json', spell(rows, token), 200, { 'x-inference-provider': token }),
    );
    const result = await classify(connectionAt(server.url, { token }), server.url);
    expectRedacted(JSON.stringify(result));
    expect(result.value).toEqual([{ label: 'a hf_***', score: 1, 'hf_***': { deep: ['hf_***'] } }]);
    expect(result.provider).toBe('hf_***');
  });

  const bodies = {
    error: { error: token },
    'error object': { error: { message: `bad ${token}` } },
    'object without a message': { error: { [token]: token } },
    'list of details': { detail: [{ msg: token }] },
    'problem+json': { title: 'Bad', detail: token },
  };
  test('is redacted in every form of an error', async () => {
    for (const [name, body] of Object.entries(bodies)) {
      const type = name === 'problem+json' ? 'application/problem+json' : 'application/json';
      const answer = writing(type, spell(JSON.stringify(body), token), 400, { 'x-request-id': token });
      const server = await serve(answer);
      const connection = connectionAt(server.url, { token });
      expectRedacted(shown(await rejection(classify(connection, server.url))));
      expectRedacted(shown(await rejection(identify(connection))));
    }
  });

  test('is redacted in the description of an invalid response', async () => {
    for (const body of [token, [{ label: 'A', score: token }], [{ label: token }], { [token]: 1 }]) {
      const server = await serve(writing('application/json', spell(JSON.stringify(body), token)));
      const error = await rejection(classify(connectionAt(server.url, { token }), server.url));
      expect(error.name).toBe('OutputError');
      expect(shown(error)).not.toMatch(/canary|HIDDEN/i);
    }
  });

  test('is redacted in JSON sent instead of an image', async () => {
    const server = await serve(writing('image/png', spell(JSON.stringify({ error: token }), token)));
    const connection = connectionAt(server.url, { token });
    const destination = { endpointUrl: server.url };
    const error = await rejection(ask(connection, 'text-to-image', destination, { text: 'ham' }));
    expectRedacted(shown(error));
  });

  test('is redacted in streams: text, error events, events that are not JSON', async () => {
    const ends = [
      word(token, 'stop'),
      `data: ${JSON.stringify({ error: token })}\n\n`,
      `event: error\ndata: ${JSON.stringify({ message: token })}\n\n`,
      `event: error\ndata: ${token} and more\n\n`,
    ];
    for (const end of ends) {
      const server = await serve(writing('text/event-stream', spell(end, token)));
      const { pieces, value, error } = { value: '', error: undefined, ...(await listen(server, token)) };
      expectRedacted(pieces.join('') + JSON.stringify(value) + (error ? shown(error) : ''));
    }
  });

  test('is redacted in the account data of the Hub', async () => {
    const hub = await fakeHub({
      whoami: (_received: unknown, response: ServerResponse) =>
        writing('application/json', spell(JSON.stringify({ name: token }), token))(undefined!, response),
      token: { access_token: token, token_type: 'bearer', expires_in: 60 },
      userinfo: (_received: unknown, response: ServerResponse) =>
        writing('application/json', spell(JSON.stringify({ sub: token, name: token }), token))(
          undefined!,
          response,
        ),
    });
    const connection = connectionAt(hub.url, { token });
    expect((await identify(connection)).name).toBe('hf_***');
    const { prepareSignIn, finishSignIn } = await loadOAuth();
    const redirectUri = 'http://127.0.0.1:5173/';
    const { transaction } = await prepareSignIn({ connection, clientId: CLIENT }, { redirectUri });
    const parameters = new URLSearchParams({ code: 'code', state: transaction.state });
    const { userInfo } = await finishSignIn({ connection }, { transaction, parameters });
    expect(userInfo).toMatchObject({ id: 'hf_***', name: 'hf_***' });
  });

  test('is redacted in a sign-in error', async () => {
    const hub = await fakeHub({
      token: (_received: unknown, response: ServerResponse) =>
        writing(
          'application/json',
          spell(JSON.stringify({ error: 'invalid_grant', error_description: `${token} is void` }), token),
          400,
        )(undefined!, response),
    });
    const connection = connectionAt(hub.url, { token });
    const { refreshGrant } = await loadOAuth();
    const grant = { clientId: CLIENT, scope: 'openid', expiresAt: 0, refreshToken: token };
    const error = await rejection(refreshGrant({ connection }, grant));
    expect(error.message).toMatch(/^invalid_grant: (?:\*\*\*|hf_\*\*\*) is void$/);
    expect(shown(error)).not.toMatch(/canary|HIDDEN/i);
  });
});

describe.each([first, second])('X3: %s', (token) => {
  test('is redacted in headers that messages quote', async () => {
    const headers = { 'x-request-id': token };
    const server = await serve(writing(`text/${token}`, '[]', 200, headers));
    const connection = connectionAt(server.url, { token });
    const endpointUrl = server.url;
    const asking = [
      () => classify(connection, server.url),
      () => chat(connection, server.url),
      () => ask(connection, 'text-to-image', { endpointUrl }, { text: 'ham' }),
      () => identify(connection),
    ];
    for (const request of asking) expectRedacted(shown(await rejection(request())));
  });

  test('is redacted in plain text, in any encoding', async () => {
    const encoded = [...token].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
    for (const body of [token, `"${escapedIn(token, token)}"`, encodeURIComponent(token), encoded]) {
      const server = await serve(writing('text/plain', `bad ${body}`, 400));
      const error = await rejection(classify(connectionAt(server.url, { token }), server.url));
      expectRedacted(shown(error));
      expect(shown(error)).not.toMatch(/%48|tail/i);
    }
  });

  test('stops a redirect with it in the URL, encoded or not', async () => {
    for (const query of [token, encodeURIComponent(token)]) {
      const server = await serve(answerBody('', 307, { Location: `/again?token=${query}` }));
      const error = await rejection(classify(connectionAt(server.url, { token }), server.url));
      expect(error.message).toContain('put your access token in a URL');
      expect(shown(error)).not.toMatch(/canary|HIDDEN/i);
      expect(server.received).toHaveLength(1);
    }
  });

  test('is redacted in the request log of --debug, even in parts', async () => {
    const server = await serve(answerJson([{ label: 'A', score: 1 }]));
    const notes: RequestNote[] = [];
    const connection = connectionAt(server.url, { token, onRequest: (note) => notes.push(note) });
    await ask(connection, 'text-classification', { endpointUrl: server.url }, { text: `I pasted ${token}` });
    expectRedacted(JSON.stringify(notes));
  });

  test('is redacted when split over two events after any character', async () => {
    let at = 0;
    const server = await serve((received, response) => {
      const events = word(`so ${token.slice(0, at)}`) + word(`${token.slice(at)} it is`, 'stop');
      return writing('text/event-stream', events)(received, response);
    });
    for (at = 1; at < token.length; at += 1) {
      const { pieces, value } = { value: undefined, ...(await listen(server, token)) };
      expect([at, pieces.join('')]).toEqual([at, 'so hf_*** it is']);
      expect(value?.choices[0]?.message.content).toBe('so hf_*** it is');
    }
  });

  test('is redacted when each event has one of its characters and arrives byte by byte', async () => {
    const text = [...`so ${token} it is`].map((character) => word(character)).join('');
    const server = await serve(async (_received, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const byte of Buffer.from(text))
        await new Promise((sent) => response.write(Buffer.of(byte), sent));
      response.end(word('', 'stop'));
    });
    const { pieces, value } = { value: undefined, ...(await listen(server, token)) };
    expect(pieces.join('')).toBe('so hf_*** it is');
    expect(value?.choices[0]?.message.content).toBe('so hf_*** it is');
  });

  const cuts: [string, (response: ServerResponse) => unknown][] = [
    ['ends', (response) => response.end()],
    ['breaks off', (response) => response.write('\n', () => response.socket?.resetAndDestroy())],
    ['reports an error', (response) => response.end('data: {"error":"The worker died."}\n\n')],
  ];
  test.each(cuts)('is redacted when the stream %s after its start', async (_how, end) => {
    const server = await serve((_received, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(word('so ') + word(token.slice(0, -1)), () => end(response));
    });
    const { pieces, error } = { error: undefined, ...(await listen(server, token)) };
    expect(pieces.join('')).toBe('so hf_***');
    expect(shown(error!)).not.toMatch(/canary|HIDDEN/i);
    if (error?.name === 'IncompleteAnswerError') expect(error.partial).toBe('so hf_***');
  });

  test('is redacted when a complete answer ends with its start; other endings stay', async () => {
    for (const [end, expected] of [
      [token.slice(0, -1), 'hf_***'],
      ['hf_', 'hf_'],
      ['with', 'with'],
    ] as const) {
      const server = await serve(writing('text/event-stream', word('so ') + word(end, 'stop')));
      const { pieces, value } = { value: undefined, ...(await listen(server, token)) };
      expect(pieces.join('')).toBe(`so ${expected}`);
      expect(value?.choices[0]?.message.content).toBe(`so ${expected}`);
    }
  });
});

test('X3: a renewed token is redacted like the previous one', async () => {
  const renewed = second;
  const server = await serve(({ headers }, response) => {
    if (headers.authorization !== `Bearer ${renewed}`) return sendJson(response, { error: 'Expired' }, 401);
    return writing('application/json', escapedIn(JSON.stringify([{ label: renewed, score: 1 }]), renewed))(
      undefined!,
      response,
    );
  });
  const renewal = { latest: (token: string) => token, renew: () => Promise.resolve(renewed) };
  const result = await classify(connectionAt(server.url, { token: first, renewal }), server.url);
  expect(result.value).toEqual([{ label: 'hf_***', score: 1 }]);
});

test('X3: a token in text at a URL returned by a provider is redacted', async () => {
  const token = first;
  const server = await fakeHub({
    model: hubModel('org/model', { task: 'automatic-speech-recognition', providers: ['replicate'] }),
    first: ({ url }) => (url.startsWith('/text') ? writing('text/plain', `It said ${token}`) : undefined),
    inference: (_received, response) => sendJson(response, { output: { txt_file: `${server.url}/text` } }),
  });
  const audio = fileFromBlob(new Blob(['RIFF____WAVEfmt ']), 'a.wav', 'audio/wav');
  const connection = connectionAt(server.url, { token, inferenceUrl: server.url });
  const destination = { model: 'org/model', provider: 'replicate' };
  const result: RunResult = await ask(connection, 'automatic-speech-recognition', destination, { audio });
  expect(result.value).toEqual({ text: 'It said hf_***' });
});

test('X3: the bytes of an image are never changed', async () => {
  const token = first;
  const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(token)]);
  const server = await serve(writing('image/png', bytes));
  const connection = connectionAt(server.url, { token });
  const { value } = await ask(connection, 'text-to-image', { endpointUrl: server.url }, { text: 'ham' });
  expect(Buffer.from((value as { bytes: Uint8Array }).bytes).equals(bytes)).toBe(true);
});

test('X3: other words that look like a token are kept in results and redacted in errors', async () => {
  const text = 'from huggingface_hub import hf_hub_download';
  const server = await serve(answerJson([{ label: text, score: 1 }]));
  const result = await classify(connectionAt(server.url), server.url);
  expect(result.value).toEqual([{ label: text, score: 1 }]);
  const failing = await serve(answerJson({ error: `hf_other/s+e~c= no` }, 400));
  const error = await rejection(classify(connectionAt(failing.url), failing.url));
  expect(error.message).toBe('hf_*** no');
});

test('X3: only a possible start of a token is held back until the next piece', async () => {
  const said = ['Oh', ' hf', '_hub', ' and hf_hf_', 'hf_canary', ' hf_h'];
  let sayNext = () => undefined as unknown;
  const server = await serve((_received, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    sayNext = () => (said.length > 0 ? response.write(word(said.shift()!)) : response.end());
    sayNext();
  });
  const pieces: string[] = [];
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'text') return;
    pieces.push(event.text);
    sayNext();
  };
  await rejection(chat(connectionAt(server.url, { token: 'hf_hf_canary' }), server.url, { onEvent }));
  expect(pieces).toEqual(['Oh', ' hf', '_hub', ' and hf_', 'hf_***', ' hf_', '***']);
});

test('X3: a period after a token is not part of it', () => {
  expect(redact('Bearer hf_a.b/c+d~e==.')).toBe('Bearer hf_***.');
});

test('X3: a key named __proto__ is dropped, even if escaped', async () => {
  for (const key of ['__proto__', '\\u005f_proto__', '__pr\\u006fto__']) {
    const body = `[{"label":"A","score":1,"${key}":{"polluted":1},"in":{"${key}":{"polluted":1}}}]`;
    const server = await serve(writing('application/json', body));
    const { value } = await classify(connectionAt(server.url), server.url);
    expect(JSON.stringify(value)).toBe('[{"label":"A","score":1,"in":{}}]');
    expect(value).not.toHaveProperty('[0].polluted');
  }
});

test('parameters cannot override reserved properties of the request', async () => {
  for (const name of ['candidate_labels', 'model', 'inputs', 'messages', 'stream', 'inputs.image']) {
    const endpoint = { endpointUrl: 'https://e.test/' };
    const options = { parameters: { [name]: 'x' } };
    await expect(
      requestFor(connectionAt('https://e.test'), 'fill-mask', endpoint, { text: 'ham' }, options),
    ).rejects.toThrow(`${name} is part of the request, not a parameter`);
  }
});
