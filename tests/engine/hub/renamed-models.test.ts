import { afterEach, describe, expect, test } from 'vitest';
import { browserTransport, forgetModels, lookUpModel, fetchModelInfo, type Connection } from '@tryout/engine';
import { canary, connectionAt, rejection } from '../../support/ask.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerBody, answerJson, serve, type LoopbackServer } from '../../support/loopback.ts';

afterEach(() => forgetModels());

/** Node's fetch removes the token on other origins, like browsers. */
const inPage = (url: string): Connection => connectionAt(url, { transport: browserTransport });

/** A hub that redirects all names to `o/new`, which may be private. */
function hub(isPrivate = false): Promise<LoopbackServer> {
  return fakeHub({
    models: [hubModel('o/new', { task: 'fill-mask', mask_token: '<mask>' })],
    first: ({ url, headers }) => {
      if (isPrivate && !headers.authorization) return answerJson({ error: 'Repository not found' }, 401);
      const [path, query] = url.split('?');
      const isRenamed = path !== '/api/models/o/new';
      return isRenamed ? answerBody('', 307, { Location: `/api/models/o/new?${query}` }) : undefined;
    },
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

  test('is looked up in a browser with the token', async () => {
    const server = await hub(true);
    const connection = inPage(server.url);
    expect(await lookUpModel(connection, 'o/old')).toMatchObject({ id: 'o/old', task: 'fill-mask' });
    expect(await fetchModelInfo(connection, 'o/old')).toMatchObject({ id: 'o/new', mask_token: '<mask>' });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(4).fill(`Bearer ${canary}`),
    );
  });
});

test('F11: a redirect in a browser to another host is ignored and gets no token', async () => {
  const foreign = await serve(answerJson({ id: 'o/old', pipeline_tag: 'fill-mask' }));
  const server = await serve(({ url }, response) =>
    response.writeHead(307, { Location: foreign.url + url }).end(),
  );
  const error = await rejection(lookUpModel(inPage(server.url), 'o/old'));
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
