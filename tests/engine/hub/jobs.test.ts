import {
  commitFiles,
  followJobLogs,
  listDatasetFiles,
  listHardware,
  listHubJobs,
  startHubJob,
} from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionAt } from '../../support/ask.ts';
import { fakeHub, type Reply } from '../../support/fake-hub.ts';
import { answerJson, flood, serve } from '../../support/loopback.ts';

const token = 'hf_CanaryOfJobs';

async function hubWith(reply: (url: string) => Reply | undefined) {
  const hub = await fakeHub({ first: ({ url }) => reply(url) });
  return { hub, connection: connectionAt(hub.url, { token }) };
}

const job = (changes: object = {}) => ({
  id: 'a1',
  status: { stage: 'RUNNING', message: null },
  labels: null,
  ...changes,
});

test('a job is started with the token of the connection, and its secrets are not in errors', async () => {
  const { hub, connection } = await hubWith(() =>
    answerJson({ error: `no ${token}, no hf_CanaryOfJobs` }, 403),
  );
  const setup = { flavor: 'cpu-basic', dockerImage: 'x', command: ['a'], secrets: { HF_TOKEN: token } };
  const error: unknown = await startHubJob(connection, 'me', setup).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'HubApiError', status: 403 });
  expect(String((error as Error).message)).not.toContain(token);
  expect(hub.received[0]).toMatchObject({ method: 'POST', url: '/api/jobs/me' });
  expect(hub.received[0]!.headers.authorization).toBe(`Bearer ${token}`);
});

test.each([
  ['an ID that is a path', [job({ id: '../../x' })]],
  ['no ID', [job({ id: undefined })]],
  ['no status', [job({ status: null })]],
  ['no list', { jobs: [] }],
])('a list of jobs with %s is refused', async (_title, list) => {
  const { connection } = await hubWith(() => list);
  await expect(listHubJobs(connection, 'me')).rejects.toMatchObject({ name: 'HubResponseError' });
});

test.each([
  [0.000167, 'minute', 0.01],
  [0.5, 'hour', 0.5],
  [0.5, 'run', undefined],
  ['free', 'hour', undefined],
])('hardware for %s per %s', async (unitCostUSD, unitLabel, price) => {
  const { connection } = await hubWith(() => [{ name: 'cpu', unitCostUSD, unitLabel }]);
  const [hardware] = await listHardware(connection);
  if (price === undefined) expect(hardware!.pricePerHour).toBeUndefined();
  else expect(hardware!.pricePerHour).toBeCloseTo(price, 3);
});

test('a line of a log without an end ends the log in little memory', async () => {
  const sizes: Promise<number>[] = [];
  const { connection } = await hubWith(() => (_received, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"data":"first","timestamp":"2026-01-01"}\n\ndata: ');
    sizes.push(flood(response, Buffer.alloc(64 * 1024, 'x')));
  });
  const lines: string[] = [];
  const reading = (async () => {
    for await (const line of followJobLogs(connection, 'me', 'a1', new AbortController().signal))
      lines.push(line);
  })();
  await expect(reading).rejects.toThrow();
  expect(lines).toEqual(['first']);
  expect(await sizes[0]).toBeLessThan(16 * 1024 * 1024);
});

test('pages of files and uploads on other hosts get no token', async () => {
  const other = await serve((_received, response) => response.end('[]'));
  const { hub, connection } = await hubWith((url) => {
    if (url.includes('/tree/'))
      return (_received, response) =>
        response.writeHead(200, { Link: `<${other.url}/next>; rel="next"` }).end('[]');
    if (url.includes('/preupload/')) return { files: [{ path: 'a', uploadMode: 'lfs' }] };
    if (url.includes('/objects/batch'))
      return (received, response) => {
        const { objects } = JSON.parse(received.body.toString()) as { objects: { oid: string }[] };
        const upload = { href: `${other.url}/put` };
        response.end(
          JSON.stringify({
            transfer: 'basic',
            objects: objects.map((each) => ({ ...each, actions: { upload } })),
          }),
        );
      };
    return { commitOid: 'c1' };
  });
  expect([...(await listDatasetFiles(connection, 'a/b', 'x'))]).toEqual([]);
  const add = [{ path: 'a', content: new Blob(['text']) }];
  expect(await commitFiles(connection, 'a/b', 'Add', { add })).toBe('c1');
  expect(
    other.received.map(({ method, headers, body }) => [method, headers.authorization, String(body)]),
  ).toEqual([
    ['GET', undefined, ''],
    ['PUT', undefined, 'text'],
  ]);
  expect(hub.received.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true);
});

test('files are not uploaded over an unencrypted connection', async () => {
  const { connection } = await hubWith((url) => {
    if (url.includes('/preupload/')) return { files: [{ path: 'a', uploadMode: 'lfs' }] };
    return (received, response) => {
      const { objects } = JSON.parse(received.body.toString()) as { objects: object[] };
      const upload = { href: 'http://files.example.com/put' };
      response.end(JSON.stringify({ objects: objects.map((each) => ({ ...each, actions: { upload } })) }));
    };
  });
  const add = [{ path: 'a', content: new Blob(['text']) }];
  await expect(commitFiles(connection, 'a/b', 'Add', { add })).rejects.toMatchObject({
    name: 'RedirectError',
  });
});
