import { describe, expect, test } from 'vitest';
import { describeFailure, identify, splitLink, type Failure } from '@tryout/engine';
import { ask, chat, classify, connectionAt, rejection } from '../support/ask.ts';
import { fakeHub, hubModel } from '../support/fake-hub.ts';
import { answerBody, answerJson, serve } from '../support/loopback.ts';

const statuses = [400, 401, 402, 403, 404, 408, 413, 415, 422, 424, 429, 500, 501, 502, 503, 504];
const reason = 'Something is wrong with ham';

const bodies = {
  'JSON with error': ['application/json', JSON.stringify({ error: reason })],
  'JSON with message': ['application/json; charset=utf-8', JSON.stringify({ message: reason })],
  'problem+json': [
    'application/problem+json',
    JSON.stringify({ type: 'about:blank', title: 'Bad', detail: reason }),
  ],
  'an error object': ['application/json', JSON.stringify({ error: { message: reason, code: 7 } })],
  'a list of details': ['application/json', JSON.stringify({ detail: [{ loc: ['body'], msg: reason }] })],
  'a list of errors': ['application/json', JSON.stringify({ error: [reason] })],
} as const;

async function failing(status: number, type: string, body: string, headers: Record<string, string> = {}) {
  return serve(answerBody(body, status, { 'Content-Type': type, 'X-Request-Id': 'r-1', ...headers }));
}

async function expectReason(status: number, [type, body]: readonly [type: string, body: string]) {
  const server = await failing(status, type, body);
  const error = await rejection<Failure>(classify(connectionAt(server.url), server.url));
  expect(error).toMatchObject({
    name: 'InferenceError',
    message: reason,
    status,
    url: `${server.url}/`,
    requestId: 'r-1',
    data: JSON.parse(body) as object,
    outcome: status === 401 || status === 403 ? 'refused' : 'failed',
    hint: expect.stringMatching(/^[A-Z].*\.$/) as string,
  });
}

async function expectNoReason(status: number, type: string, body: string) {
  const server = await failing(status, type, body);
  const failure = await rejection<Failure>(classify(connectionAt(server.url), server.url));
  expect(failure.message).toBe('An error occurred while fetching the blob');
  const streamed = await rejection(chat(connectionAt(server.url), server.url));
  expect(streamed.message).toBe(`Server response contains error: ${status}`);
  return failure;
}

test.each(statuses)("F42: %i has the server's reason, or the specified message", async (status) => {
  await expectReason(status, bodies['JSON with error']);
  const { hint } = await expectNoReason(status, 'text/plain', reason);
  expect(hint).toContain(`The server responded: ${reason}`);
});

test.each(Object.entries(bodies))("F42: in %s, the server's reason is the message", (_form, body) =>
  expectReason(500, body),
);

test.each([
  ['HTML', 'text/html', `<h1>${reason}</h1>`],
  ['nothing', 'application/json', ''],
  ['broken JSON', 'application/json', '{"error":'],
  ['null', 'application/json', 'null'],
])('F42: in %s, there is no reason', async (_form, type, body) => {
  await expectNoReason(400, type, body);
});

describe('F42', () => {
  test.each([
    ['{"error":["first","second"]}', 'first; second'],
    ['{"detail":[{"msg":"first"},{"msg":"second"},{"code":3}]}', 'first; second; {"code":3}'],
    ['{"error":[],"message":"second"}', 'second'],
  ])('S6: every reason in a list is in the message: %s', async (body, message) => {
    const server = await failing(400, 'application/json', body);
    expect((await rejection(classify(connectionAt(server.url), server.url))).message).toBe(message);
  });

  test('every status has its own next step', async () => {
    const hints = await Promise.all(
      statuses.map(async (status) => {
        const server = await failing(status, 'application/json', '{}');
        return (await rejection<Failure>(classify(connectionAt(server.url), server.url))).hint;
      }),
    );
    expect(new Set(hints).size).toBe(statuses.length);
  });

  test.each([401, 403])('a gated model (%i) links to its conditions', async (status) => {
    const server = await failing(status, 'application/json', `{"error":"${reason}"}`, {
      'X-Error-Code': 'GatedRepo',
    });
    const { hint } = await rejection<Failure>(classify(connectionAt(server.url), server.url));
    expect(hint).toBe("Accept the model's conditions on its page, then try again.");
  });

  test.each([400, 404, 422, 500])(
    'a chat rejected with %i in JSON has the specified sentence',
    async (status) => {
      const server = await failing(status, 'application/json', `{"error":"${reason}"}`);
      const connection = connectionAt(server.url);
      for (const stream of [true, false]) {
        const error = await rejection(chat(connection, server.url, {}, { stream }));
        const endpoint = `${server.url}/v1/chat/completions`;
        expect(error.message).toBe(
          `Server ${endpoint} does not seem to support chat completion. Error: ${reason}`,
        );
      }
    },
  );

  test('the sentence names the model if there is one', async () => {
    const server = await fakeHub({
      models: [hubModel('o/m', { serves: 'conversational' })],
      inference: answerJson({ error: reason }, 422),
    });
    const error = await rejection(
      ask(connectionAt(server.url), 'text-generation', { model: 'o/m' }, { text: 'ham' }),
    );
    expect(error.message).toBe(`Server o/m does not seem to support chat completion. Error: ${reason}`);
  });

  test.each([401, 402, 403, 429, 502])('a chat rejected with %i only has the reason', async (status) => {
    const server = await failing(status, 'application/json', `{"error":"${reason}"}`);
    expect((await rejection(chat(connectionAt(server.url), server.url))).message).toBe(reason);
  });
});

describe('HubApiError (specification, section 8)', () => {
  const hubFailure = (url: string) => rejection<Failure>(identify(connectionAt(url)));

  test.each(Object.entries(bodies))(
    '%s: reason, URL and request id; statusCode, url, requestId, data',
    async (_form, [type, body]) => {
      const server = await failing(404, type, body);
      const error = await hubFailure(server.url);
      const url = `${server.url}/api/whoami-v2`;
      expect(error).toMatchObject({
        name: 'HubApiError',
        message: `${reason}. URL: ${url}. Request ID: r-1`,
        statusCode: 404,
        url,
        requestId: 'r-1',
        data: JSON.parse(body) as object,
      });
      expect(describeFailure(error)).toMatchObject({
        name: 'HubApiError',
        status: 404,
        url,
        requestId: 'r-1',
      });
    },
  );

  test('a plain text body is the message and the data', async () => {
    const error = await hubFailure((await failing(500, 'text/plain', reason)).url);
    expect(error).toMatchObject({ data: { message: reason } });
    expect(error.message).toContain(`${reason}. URL: `);
  });

  test.each([
    ['HTML', 'text/html', '<h1>Bad Gateway</h1>'],
    ['nothing', 'text/plain', ''],
    ['null', 'application/json', 'null'],
    ['an object', 'application/json', '{"a":1}'],
  ])('%s without a reason: the default message', async (_form, type, body) => {
    const error = await hubFailure((await failing(502, type, body)).url);
    expect(error.message).toMatch(/^Api error with status 502\. URL: http:\S+\. Request ID: r-1$/);
  });
});

test('F28, C11: only pages of the hub in a hint become links', () => {
  const hint =
    'The server said: see https://evil.test/x. Buy more at https://hub.test/settings/billing, or wait.';
  const [before, url, after] = splitLink(hint, 'https://hub.test');
  expect(url).toBe('https://hub.test/settings/billing');
  expect([before, after]).toEqual([hint.split('https://hub.test')[0], ', or wait.']);
  expect(splitLink('See https://hub.test.evil.test/x.', 'https://hub.test')[1]).toBeUndefined();
});
