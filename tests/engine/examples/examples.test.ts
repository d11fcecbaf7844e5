import { describe, expect, test } from 'vitest';
import {
  createSession,
  exampleRound,
  fetchModelExamples,
  memoryTokenStore,
  taskNamed,
  valuesFromExample,
} from '@tryout/engine';
import { connectionAt, rejection } from '../../support/ask.ts';
import { answerBody, answerJson, sendJson, serve } from '../../support/loopback.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

const imageTask = taskNamed('image-classification');

describe('the examples of a model card', () => {
  test('include only valid ones, in order', async () => {
    const widgetData = [{ text: 'one' }, null, 5, { text: 7 }, { text: 'two', more: {} }];
    const server = await serve(answerJson({ id: 'o/m', widgetData }));
    const { examples } = await fetchModelExamples(connectionAt(server.url), 'o/m');
    expect(examples.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  test.each([{}, { widgetData: null }, { widgetData: [] }])('may be empty: %j', async (more) => {
    const server = await serve(answerJson({ id: 'o/m', ...more }));
    expect(await fetchModelExamples(connectionAt(server.url), 'o/m')).toMatchObject({ examples: [] });
  });

  test.each([
    ['/o/m/resolve/main/a%20b.png', 'a b.png'],
    ['/o/m/resolve/main/100%.png', '100%.png'],
    ['/o/m/resolve/main/', 'example'],
  ])('%s is fetched without the token', async (src, name) => {
    const server = await serve(answerBody(png, 200, { 'Content-Type': 'text/html' }));
    const { image } = await valuesFromExample(connectionAt(server.url), imageTask, { src });
    expect(image).toMatchObject({ name, contentType: 'image/png', size: png.length });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test.each(['http://[', 'javascript:alert(1)', 'file:///etc/passwd', 'data:image/png;base64,AAAA'])(
    '%j is rejected',
    async (src) => {
      const server = await serve(answerJson({}));
      const error = await rejection(valuesFromExample(connectionAt(server.url), imageTask, { src }));
      expect(error).toMatchObject({ name: 'InputError', outcome: 'input' });
      expect(server.received).toHaveLength(0);
    },
  );

  test.each([encodeURIComponent, (token: string) => token.replaceAll('h', '%68')])(
    'X3: a file with the token in its URL is not fetched and the token is not shown: %#',
    async (encode) => {
      const token = 'hf_canary/HIDDEN+tail';
      const server = await serve((_, response) => response.end(png));
      const connection = connectionAt(server.url, { token });
      const example = { src: `/o/m/resolve/main/${encode(token)}.png` };
      const error = await rejection(valuesFromExample(connection, imageTask, example));
      expect(error.message).toMatch(/put your access token in a URL; the URL was not requested$/);
      expect(error.stack + JSON.stringify(error)).not.toMatch(/canary|HIDDEN/);
      expect(server.received).toHaveLength(0);
    },
  );

  test('HTML instead of an image is reported', async () => {
    const server = await serve(answerBody('<html>', 200, { 'Content-Type': 'image/png' }));
    const error = await rejection(valuesFromExample(connectionAt(server.url), imageTask, { src: '/x.png' }));
    expect(error.message).toBe(`The example at ${server.url}/x.png is not an image`);
  });

  test('older cards have tables as rows and labels separated by commas', async () => {
    const connection = connectionAt('http://127.0.0.1:9');
    const table = [['a', 'b'], [1, 'x'], [2]];
    const asked = await valuesFromExample(connection, taskNamed('table-question-answering'), {
      text: 'q',
      table,
    });
    expect(asked).toEqual({ query: 'q', table: { a: ['1', '2'], b: ['x', ''] } });
    const labels = { text: 'ham', candidate_labels: 'a, b ,c' };
    expect(await valuesFromExample(connection, taskNamed('zero-shot-classification'), labels)).toEqual({
      text: 'ham',
      candidateLabels: ['a', 'b', 'c'],
    });
  });

  test('are loaded again after the card, or a file, could not be loaded', async () => {
    const failing = new Set(['widgetData', 'x.png']);
    const server = await serve(({ url }, response) => {
      const failed = [...failing].find((part) => url.includes(part));
      if (failed !== undefined) return sendJson(response, { error: 'Down for repair' }, 500);
      if (url.includes('x.png')) return void response.end(png);
      sendJson(response, url.includes('widgetData') ? { id: 'o/m', widgetData: [{ src: '/x.png' }] } : []);
    });
    const connect = () => connectionAt(server.url);
    const session = createSession({ connect, store: memoryTokenStore() });
    session.chooseTask(imageTask.id);
    session.chooseModel('o/m');
    const round = exampleRound(session);
    const { signal } = new AbortController();
    await expect(round.next(signal)).rejects.toThrow('Down for repair');
    failing.delete('widgetData');
    expect(await round.next(signal)).toMatchObject({ status: 'failed' });
    failing.delete('x.png');
    expect(await round.next(signal)).toMatchObject({ status: 'filled', text: 'Example 1 of 1' });
    session.dispose();
  });
});
