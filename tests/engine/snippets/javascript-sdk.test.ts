import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  getResponseMedia,
  loadParameterSpecs,
  parseParameters,
  tasks,
  type Media,
  type Parameters,
  type Task,
  type TaskId,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { targets, type SnippetCase } from './support/snippet-case.ts';
import { reportsOf, type SnippetReport } from './support/module-reports.ts';

const client = 'huggingface.js';

const noFile = 'huggingface.js cannot send parameters with a file';
const noCompletion = "huggingface.js only supports text completion in OpenAI's format";
const noList = 'huggingface.js rejects the list that servers return';
const noBareFile = 'huggingface.js only sends the file of this task in JSON';

const onlyProviders = 'huggingface.js supports this task only at other providers';

/** Reasons the library has no snippet: [without parameters, with parameters]. */
const limits: Partial<Record<TaskId, readonly [string?, string?]>> = {
  'audio-classification': [undefined, noFile],
  'audio-to-audio': [undefined, noFile],
  'automatic-speech-recognition': [undefined, noFile],
  'image-classification': [undefined, noFile],
  'image-segmentation': [noBareFile, undefined],
  'image-to-text': [noList, noList],
  'object-detection': [undefined, noFile],
  'text-generation': [noCompletion, noCompletion],
  'text-to-video': [onlyProviders, onlyProviders],
  'image-to-video': [onlyProviders, onlyProviders],
  'image-text-to-image': [onlyProviders, onlyProviders],
  'image-text-to-video': [onlyProviders, onlyProviders],
};

/** A parameter of the task if it has any, and an unknown one. */
async function parametersOf(task: Task): Promise<Parameters> {
  const specs = await loadParameterSpecs(task);
  const own = [
    'top_k',
    'temperature',
    'seed',
    'threshold',
    'normalize',
    'target_size.width',
    'target_size.height',
  ];
  const typed = specs
    .filter(({ name }) => own.includes(name))
    .map(({ name, kind }) => [
      name,
      kind === 'boolean' ? 'true' : name.startsWith('target_size') ? '32' : '1',
    ]);
  return parseParameters(specs, { ...Object.fromEntries(typed), own_parameter: '{"a b":["\'",null,true]}' });
}

const falTasks = tasks.filter(({ id }) =>
  [
    'automatic-speech-recognition',
    'image-text-to-image',
    'image-to-image',
    'text-to-audio',
    'text-to-image',
    'text-to-speech',
    'text-to-video',
  ].includes(id),
);

/** One task for each form of the code. */
const atSandbox = tasksNamed(
  'text-classification',
  'image-classification',
  'text-to-image',
  'text-generation',
);
const withParameters = tasksNamed(
  ...(Object.keys(limits) as TaskId[]),
  ...(['feature-extraction', 'image-to-image', 'table-question-answering', 'text-classification'] as const),
  ...(['text-to-image', 'text-to-speech', 'token-classification', 'visual-question-answering'] as const),
);
const placesOf: Readonly<Record<SnippetCase['place'], readonly Task[]>> = {
  'at the Hub': tasks,
  'at the sandbox': atSandbox,
};

function tasksNamed(...ids: readonly TaskId[]): readonly Task[] {
  return tasks.filter(({ id }) => ids.includes(id));
}

const cases: SnippetCase[] = [
  ...targets.flatMap((place) =>
    placesOf[place].map((task) => ({ name: `${task.id} ${place}`, task, client, place })),
  ),
  ...(await Promise.all(
    withParameters.map(async (task) => ({
      name: `${task.id} with parameters`,
      task,
      client,
      place: 'at the Hub' as const,
      options: { parameters: await parametersOf(task), billTo: 'an-organization', flags: ['wait'] as const },
    })),
  )),
  ...falTasks.map((task) => ({
    name: `${task.id} at fal-ai`,
    task,
    client,
    place: 'at the Hub' as const,
    destination: { provider: 'fal-ai' },
    options: { billTo: 'an-organization' },
  })),
];

const reports = await reportsOf(cases);

function reportOf(name: string): SnippetReport {
  const report = reports.get(name);
  if (!report) throw new Error(`no case named ${name}`);
  return report;
}

/** Other requests of the library: model metadata, the status of a provider's job, and its output file. */
const expectedRequests =
  /^GET \/(api\/models\/[^?]*\?expand\[\]=inferenceProviderMapping|inference\/fal-ai\/.*|files\/.*)$/;

/** The code posted exactly what the run sent. */
function expectSameRequest({ snippetCase, ran, sent }: SnippetReport): void {
  expect(ran?.error).toBeUndefined();
  expect(ran?.posts).toEqual([sent]);
  const others = ran?.others ?? [];
  if (snippetCase.place === 'at the Hub') for (const asked of others) expect(asked).toMatch(expectedRequests);
  else expect(others).toEqual([]);
}

/** The code saved the media of the run, or printed something. */
async function expectAnswer({ snippetCase: { task }, folder, result, ran }: SnippetReport): Promise<void> {
  if (getResponseMedia(task.result.kind)) {
    const name = `output.${{ image: 'png', audio: 'wav', video: 'mp4' }[task.result.kind as 'image']}`;
    expect(await readFile(join(folder, name))).toEqual(Buffer.from((result.value as Media).bytes));
  } else if (['tracks', 'masks'].includes(task.result.kind)) {
    const parts = result.value as readonly { blob?: string; mask?: string }[];
    const saved = (await readdir(folder)).filter((name) => /^output-\d+\.(wav|png)$/.test(name));
    const files = await Promise.all(saved.map((name) => readFile(join(folder, name), 'base64')));
    expect(files.sort()).toEqual(parts.map(({ blob, mask }) => blob ?? mask).sort());
  } else expect(JSON.parse(ran?.stdout ?? '')).toBeTruthy();
}

describe.each(targets)('%s', (place) => {
  test.each(placesOf[place].map(({ id }) => id))('%s', async (id) => {
    const report = reportOf(`${id} ${place}`);
    expect(report.reason).toBe(limits[id]?.[0]);
    if (report.reason !== undefined) return;
    expectSameRequest(report);
    await expectAnswer(report);
    expect(report.code?.includes('endpointUrl')).toBe(place === 'at the sandbox');
  });
});

test.each(withParameters.map(({ id }) => id))('%s with parameters', async (id) => {
  const report = reportOf(`${id} with parameters`);
  expect(report.reason).toBe(limits[id]?.[1]);
  if (report.reason !== undefined) return;
  expectSameRequest(report);
  await expectAnswer(report);
});

test.each(falTasks.map(({ id }) => id))('%s at fal-ai', async (id) => {
  const report = reportOf(`${id} at fal-ai`);
  expectSameRequest(report);
  await expectAnswer(report);
});
