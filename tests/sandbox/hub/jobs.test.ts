import { createHash } from 'node:crypto';
import {
  cancelJob,
  createRepo,
  datasetInfo,
  downloadFile,
  getJob,
  listFiles,
  listJobHardware,
  listJobs,
  runJob,
  streamJobEvents,
  streamJobLogs,
  uploadFiles,
} from '@huggingface/hub';
import { startSandbox, type Sandbox } from '@tryout/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRunning } from '../../support/process.ts';

// Stands in for the program: prints its arguments and files, then waits if the test asks for it.
const program = `
console.log(JSON.stringify([process.argv.slice(1), require('node:fs').readdirSync('.'), process.env.HF_TOKEN]));
if (process.argv.includes('--wait')) {
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(child.pid);
  setInterval(() => {}, 1000);
}`;
const SCRIPT =
  'npm install --global --ignore-scripts --no-fund --no-audit --loglevel=error /data/tryout.tgz >&2 && cd "/data/$0" && exec tryout "$@"';

let sandbox: Sandbox;
let hub: { hubUrl: string; accessToken: string };
const repo = { type: 'dataset', name: 'guest/work' } as const;
const file = (path: string, text: string) => ({ path, content: new Blob([text]) });

beforeAll(async () => {
  sandbox = await startSandbox({ program: [process.execPath, '-e', program, '--'] });
  hub = { hubUrl: sandbox.hubUrl, accessToken: sandbox.token };
  await createRepo({ ...hub, repo, visibility: 'private' });
  const files = [file('a/tryout.tgz', 'x\0'), file('a/in/rows.csv', 'text\nx\n')];
  await uploadFiles({ ...hub, repo, files, useXet: false });
});
afterAll(() => sandbox.close());

const start = (words: string[], changes: object = {}) =>
  runJob({
    ...hub,
    namespace: 'guest',
    dockerImage: 'node:22-slim',
    flavor: 'cpu-basic',
    command: ['sh', '-c', SCRIPT, 'in', 'batch', ...words],
    secrets: { HF_TOKEN: 'hf_of_the_job' },
    volumes: [{ source: 'datasets/guest/work', mountPath: '/data', path: 'a' }],
    ...changes,
  });

async function logsOf(jobId: string, isEnough = (_lines: readonly string[]) => false): Promise<string[]> {
  const lines: string[] = [];
  for await (const { message } of streamJobLogs({ ...hub, namespace: 'guest', jobId })) {
    lines.push(message);
    if (isEnough(lines)) break;
  }
  return lines;
}

test('files are committed, listed and downloaded, large and binary ones outside Git', async () => {
  const big = 'x'.repeat(11 * 1024 * 1024);
  const name = { type: 'dataset', name: 'sandbox/files' } as const;
  await createRepo({ ...hub, repo: name });
  await expect(createRepo({ ...hub, repo: name })).rejects.toMatchObject({ statusCode: 409 });
  const files = [file('one.txt', 'één'), file('in/big.txt', big), file('in/binary', 'a\0b')];
  await uploadFiles({ ...hub, repo: name, files, useXet: false });
  const listed = [];
  for await (const { path, size, lfs } of listFiles({ ...hub, repo: name, recursive: true, path: 'in' }))
    listed.push([path, size, lfs?.oid === undefined]);
  expect(listed).toEqual([
    ['in/big.txt', big.length, true],
    ['in/binary', 3, false],
  ]);
  for (const { path, content } of files) {
    const bytes = await (await downloadFile({ ...hub, repo: name, path }))!.arrayBuffer();
    const hash = (data: ArrayBuffer) => createHash('sha256').update(Buffer.from(data)).digest('hex');
    expect(hash(bytes)).toBe(hash(await content.arrayBuffer()));
  }
  expect(await downloadFile({ ...hub, repo: name, path: 'none' })).toBeNull();
  expect(await datasetInfo({ ...hub, name: 'sandbox/files' })).toMatchObject({ private: true });
  await expect(datasetInfo({ hubUrl: sandbox.hubUrl, name: 'sandbox/files' })).rejects.toMatchObject({
    statusCode: 401,
  });
});

test.each(['../x', '/x', 'a/./b', 'a//b', 'a/'])('a commit of %j is refused', async (path) => {
  await expect(uploadFiles({ ...hub, repo, files: [file(path, 'x')], useXet: false })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test('a job runs the program in a folder with the files of its volume', async () => {
  const job = await start(['text-classification', 'rows.csv']);
  expect(job).toMatchObject({ secrets: ['HF_TOKEN'], status: { stage: 'RUNNING' } });
  expect(JSON.stringify(job)).not.toContain('hf_of_the_job');
  const [line] = await logsOf(job.id);
  expect(JSON.parse(line!)).toEqual([
    ['batch', 'text-classification', 'rows.csv'],
    ['rows.csv'],
    'hf_of_the_job',
  ]);
  const jobId = job.id;
  expect(await getJob({ ...hub, namespace: 'guest', jobId })).toMatchObject({
    status: { stage: 'COMPLETED' },
  });
  expect((await listJobs({ ...hub, namespace: 'guest' })).map(({ id }) => id)).toContain(jobId);
  const events = [];
  for await (const event of streamJobEvents({ ...hub, namespace: 'guest', jobId })) events.push(event);
  expect(events.at(-1)).toContain('COMPLETED');
  expect((await listJobHardware(hub))[0]).toMatchObject({ name: 'cpu-basic', unitLabel: 'minute' });
});

async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('canceling, a timeout and the end of the sandbox kill a job with its children', async () => {
  const own = await startSandbox({ program: [process.execPath, '-e', program, '--'] });
  const before = hub;
  hub = { hubUrl: own.hubUrl, accessToken: own.token };
  await createRepo({ ...hub, repo });
  const files = [file('a/tryout.tgz', 'x\0'), file('a/in/rows.csv', 'text\nx\n')];
  await uploadFiles({ ...hub, repo, files, useXet: false });
  const childOf = async (jobId: string) => Number((await logsOf(jobId, (lines) => lines.length === 2))[1]);
  const canceled = await start(['--wait']);
  const late = await start(['--wait'], { timeoutSeconds: 1 });
  const last = await start(['--wait']);
  const children = await Promise.all([canceled, late, last].map(({ id }) => childOf(id)));
  await cancelJob({ ...hub, namespace: 'guest', jobId: canceled.id });
  await Promise.all([untilEnded(children[0]!), untilEnded(children[1]!)]);
  expect(await getJob({ ...hub, namespace: 'guest', jobId: late.id })).toMatchObject({
    status: { stage: 'ERROR', message: 'Job timeout' },
  });
  expect(isRunning(children[2]!)).toBe(true);
  await own.close();
  await untilEnded(children[2]!);
  hub = before;
});

test.each([
  ['another program', { command: ['sh', '-c', 'id'] }, 400],
  ['another command of the program', { command: ['sh', '-c', SCRIPT, 'in', 'login'] }, 400],
  ['a folder outside', { command: ['sh', '-c', SCRIPT, '../..', 'batch'] }, 400],
  ['variables', { environment: { NODE_OPTIONS: '--require=./x.js' } }, 400],
  ['unknown hardware', { flavor: 'h100' }, 400],
  ['no volume', { volumes: [] }, 400],
  ['the token of another user of this machine', { accessToken: 'hf_guess' }, 403],
  ['the name of another user', { namespace: 'someone' }, 403],
])('a job with %s is refused', async (_title, changes, status) => {
  await expect(start(['text-classification'], changes)).rejects.toMatchObject({ statusCode: status });
});
