import { afterEach, describe, expect, test } from 'vitest';
import {
  browserTransport,
  forgetModels,
  lookUpModel,
  modelExamplesOf,
  modelInfoOf,
  type Connection,
  type Transport,
} from '@tryout/engine';
import { canary, connectionAt, rejection } from '../support/ask.ts';
import { sendJson, serve, type LoopbackServer } from '../support/loopback.ts';

afterEach(() => forgetModels());

/** A browser hides the status and location of a redirect; an old one also keeps the token on other origins. */
const pageTransport: Transport = {
  ...browserTransport,
  dropsToken: false,
  async exchange(request) {
    const answer = await browserTransport.exchange(request);
    const isHidden = answer.status >= 300 && answer.status < 400;
    return isHidden ? { status: 0, headers: new Headers(), body: null } : answer;
  },
};

const inPage = (url: string): Connection => connectionAt(url, { transport: pageTransport });

/** A browser that removes the token on cross-origin redirects, like Node's fetch. */
const inLatestPage = (url: string): Connection =>
  connectionAt(url, { transport: { ...pageTransport, dropsToken: true } });

/** A hub that redirects all names to `o/new`, which may be private. */
function hub(isPrivate = false): Promise<LoopbackServer> {
  return serve(({ url, headers }, response) => {
    const [path = '', query] = url.split('?');
    if (isPrivate && !headers.authorization) sendJson(response, { error: 'Repository not found' }, 401);
    else if (path === '/api/models/o/new') {
      sendJson(response, { id: 'o/new', pipeline_tag: 'fill-mask', tags: [], mask_token: '<mask>' });
    } else response.writeHead(307, { Location: `/api/models/o/new?${query}` }).end();
  });
}

describe('a renamed model', () => {
  test('is looked up in Node with the token', async () => {
    const server = await hub(true);
    expect(await lookUpModel(connectionAt(server.url), 'o/old')).toMatchObject({ task: 'fill-mask' });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Bearer ${canary}`),
    );
  });

  test('is looked up in a browser without the token', async () => {
    const server = await hub();
    const connection = inPage(server.url);
    expect(await lookUpModel(connection, 'o/old')).toMatchObject({ id: 'o/old', task: 'fill-mask' });
    expect(await modelInfoOf(connection, 'o/old')).toMatchObject({ id: 'o/new', mask_token: '<mask>' });
    expect(await modelExamplesOf(connection, 'o/old')).toEqual({ examples: [], maskToken: '<mask>' });
    const followed = server.received.filter(({ url }) => url.startsWith('/api/models/o/new'));
    expect(followed.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  });

  test('that is private is looked up with the token if no other host can receive it', async () => {
    const server = await hub(true);
    expect(await lookUpModel(inLatestPage(server.url), 'o/old')).toMatchObject({ task: 'fill-mask' });
    const followed = server.received.filter(({ url }) => url.startsWith('/api/models/o/new'));
    expect(followed.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${canary}`]);
  });

  test('that is private is reported in an old browser, with a next step', async () => {
    const server = await hub(true);
    const error = await rejection(lookUpModel(inPage(server.url), 'o/old'));
    expect(error).toMatchObject({
      name: 'RedirectError',
      outcome: 'failed',
      message: 'o/old was renamed or moved, and the browser does not reveal the new name',
      hint: `${server.url}/o/old redirects to the new name; choose that model.`,
    });
    expect(server.received.filter(({ url }) => url.startsWith('/api/models/o/new'))).toEqual([]);
  });
});

test('a browser ignores a redirect to another host and sends it no token', async () => {
  const foreign = await serve((_, response) =>
    sendJson(response, { id: 'o/old', pipeline_tag: 'fill-mask' }),
  );
  const server = await serve(({ url }, response) =>
    response.writeHead(307, { Location: foreign.url + url }).end(),
  );
  const error = await rejection(lookUpModel(inPage(server.url), 'o/old'));
  expect(error).toMatchObject({ name: 'RedirectError' });
  expect(foreign.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('F11: a redirect of a signed-in user to another host is ignored and gets no token', async () => {
  const foreign = await serve((_, response) =>
    sendJson(response, { id: 'o/old', pipeline_tag: 'fill-mask' }),
  );
  const server = await serve(({ url, headers }, response) => {
    if (headers.authorization) response.writeHead(307, { Location: foreign.url + url }).end();
    else sendJson(response, { error: 'Repository not found' }, 401);
  });
  const error = await rejection(lookUpModel(inLatestPage(server.url), 'o/old'));
  expect(error).toMatchObject({ name: 'RedirectError' });
  expect(foreign.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('a model that was not renamed is requested once, with the token', async () => {
  const server = await hub();
  await lookUpModel(inPage(server.url), 'o/new');
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${canary}`]);
});

test('a redirect is followed directly if signed out', async () => {
  const server = await hub();
  const { token: _, ...open } = inPage(server.url);
  expect(await lookUpModel(open, 'o/old')).toMatchObject({ task: 'fill-mask' });
  expect(server.received).toHaveLength(2);
});
