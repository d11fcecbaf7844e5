import {
  browserTransport,
  buildRequest,
  defaultDeadlines,
  findRoute,
  run,
  send,
  taskNamed,
  type Connection,
  type Place,
} from '@tryout/engine';
import { expect, inject, test } from 'vitest';
import { json, serve } from './support/server.ts';

/** A token that must only ever appear in an Authorization header. */
const TOKEN = 'hf_CanaryThatMustNotBeSeen0123456789';

/** A connection to one server that is both hub and inference host. */
const connectTo = (url: string, more: Partial<Connection> = {}): Connection => ({
  transport: browserTransport,
  hubUrl: url,
  inferenceUrl: url,
  token: TOKEN,
  deadlines: defaultDeadlines,
  ...more,
});

const sandbox = (): Connection => ({ ...connectTo(''), ...inject('sandbox'), token: 'hf_sandbox' });

async function classify(connection: Connection, place: Place = { endpointUrl: connection.hubUrl }) {
  const task = taskNamed('text-classification');
  const route = await findRoute(connection, task, place);
  return run(connection, await buildRequest(task, route, { text: 'What is 6 times 7?' }));
}

/** The error that a promise is rejected with. */
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('no error'),
    (error: unknown) => error as Error,
  );

test.each([
  ['server-error-text', { status: 502, message: 'An error occurred while fetching the blob' }],
  ['problem-json', { status: 500, message: 'The worker has died.' }],
  ['html', { code: 'UNEXPECTED_RESPONSE' }],
  ['empty', { code: 'UNEXPECTED_RESPONSE' }],
  ['nested', { code: 'UNEXPECTED_RESPONSE' }],
  ['resets', { name: 'NetworkError' }],
  ['redirects', { name: 'RedirectError' }],
])('over the browser’s fetch, the failure %s has its cause', async (name, expected) => {
  const error = await rejection(classify(sandbox(), { model: `trouble/${name}` }));
  expect(error).toMatchObject(expected);
  expect(error.message).not.toContain('hf_sandbox');
});

test.each([
  ['first byte', { firstByte: 0.1 }, { ending: 'silence' }],
  ['idle', { idle: 0.1 }, { text: '[', ending: 'open' }],
] as const)('the deadline “%s” ends a request', async (deadline, changes, reply) => {
  const { url, hasLeft } = await serve({ '': reply });
  const connection = connectTo(url, { deadlines: { ...defaultDeadlines, ...changes } });
  expect(await rejection(classify(connection))).toMatchObject({ name: 'TimeoutError', deadline });
  expect(await hasLeft('/')).toBe(true);
});

test('inputs and tokens do not follow a redirect to another origin', async () => {
  const foreign = await serve({ '': json([]) });
  const { url } = await serve({ '': { status: 307, headers: { Location: foreign.url } } });
  expect(await rejection(send(connectTo(url), { method: 'GET', url }))).toMatchObject({
    name: 'RedirectError',
  });
  expect(await rejection(classify(connectTo(url, { token: undefined })))).toMatchObject({
    name: 'RedirectError',
  });
  // Browsers follow a GET themselves.
  expect((await foreign.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  for (const { headers } of await foreign.requests()) expect(headers).not.toHaveProperty('authorization');
});

test('a public file is fetched from a redirect without the token', async () => {
  const files = await serve({ '': json(['file']) });
  const server = await serve({ '': { status: 302, headers: { Location: `${files.url}/x` } } });
  const answer = await send(connectTo(server.url), { method: 'GET', url: server.url, isPublic: true });
  expect(await answer.text(100)).toBe('["file"]');
  for (const { headers } of [...(await server.requests()), ...(await files.requests())])
    expect(headers).not.toHaveProperty('authorization');
});
