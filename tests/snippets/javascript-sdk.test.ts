import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parameterSpecsOf,
  parseParameters,
  tasks,
  type Media,
  type Parameters,
  type Task,
  type TaskId,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { places, type Claim } from './support/claim.ts';
import { proofsOf, type Proof } from './support/prove-modules.ts';

const client = 'huggingface.js';

const noFile = 'huggingface.js cannot send parameters with a file';
const noCompletion = "huggingface.js only completes text in OpenAI's format";
const noList = 'huggingface.js rejects the list that servers return';
const noBareFile = 'huggingface.js only sends the file of this task in JSON';

/** What the library cannot do: [without parameters, with parameters]; it can do all else. */
const limits: Partial<Record<TaskId, readonly [string?, string?]>> = {
  'audio-classification': [undefined, noFile],
  'audio-to-audio': [undefined, noFile],
  'automatic-speech-recognition': [undefined, noFile],
  'image-classification': [undefined, noFile],
  'image-segmentation': [noBareFile, undefined],
  'image-to-text': [noList, noList],
  'object-detection': [undefined, noFile],
  'text-generation': [noCompletion, noCompletion],
  'zero-shot-classification': [noList, noList],
};

/** Parameters of the task itself, where it has such, and one that no schema knows. */
async function parametersOf(task: Task): Promise<Parameters> {
  const specs = await parameterSpecsOf(task);
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
  ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech'].includes(id),
);

const claims: Claim[] = [
  ...places.flatMap((place) => tasks.map((task) => ({ name: `${task.id} ${place}`, task, client, place }))),
  ...(await Promise.all(
    tasks.map(async (task) => ({
      name: `${task.id} with parameters`,
      task,
      client,
      place: 'at the Hub' as const,
      options: { parameters: await parametersOf(task), billTo: 'an-organization' },
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

const proofs = await proofsOf(claims);

function proofOf(name: string): Proof {
  const proof = proofs.get(name);
  if (!proof) throw new Error(`nobody claimed ${name}`);
  return proof;
}

/** What the library asks beside the model: who serves it, how a provider's job goes on, and for the file it made. */
const byTheWay =
  /^GET \/(api\/models\/[^?]*\?expand\[\]=inferenceProviderMapping|inference\/fal-ai\/.*|files\/.*)$/;

/** The code ran, and posted just what the run sent. */
function expectSame({ claim, ran, sent }: Proof): void {
  expect(ran?.error).toBeUndefined();
  expect(ran?.posts).toEqual([sent]);
  const others = ran?.others ?? [];
  if (claim.place === 'at the Hub') for (const asked of others) expect(asked).toMatch(byTheWay);
  else expect(others).toEqual([]);
}

/** What the code saved is what the run got; else it printed something. */
async function expectAnswer({ claim: { task }, folder, result, ran }: Proof): Promise<void> {
  if (task.result.answer === 'media') {
    const name = task.result.kind === 'image' ? 'output.png' : 'output.wav';
    expect(await readFile(join(folder, name))).toEqual(Buffer.from((result.value as Media).bytes));
  } else if (['tracks', 'masks'].includes(task.result.kind)) {
    const parts = result.value as readonly { blob?: string; mask?: string }[];
    const saved = (await readdir(folder)).filter((name) => /^output-\d+\.(wav|png)$/.test(name));
    const files = await Promise.all(saved.map((name) => readFile(join(folder, name), 'base64')));
    expect(files.sort()).toEqual(parts.map(({ blob, mask }) => blob ?? mask).sort());
  } else expect(JSON.parse(ran?.stdout ?? '')).toBeTruthy();
}

describe.each(places)('%s', (place) => {
  test.each(tasks.map(({ id }) => id))('%s', async (id) => {
    const proof = proofOf(`${id} ${place}`);
    expect(proof.reason).toBe(limits[id]?.[0]);
    if (proof.reason !== undefined) return;
    expectSame(proof);
    await expectAnswer(proof);
    expect(proof.code?.includes('endpointUrl')).toBe(place === 'at the sandbox');
  });
});

test.each(tasks.map(({ id }) => id))('%s with parameters', async (id) => {
  const proof = proofOf(`${id} with parameters`);
  expect(proof.reason).toBe(limits[id]?.[1]);
  if (proof.reason !== undefined) return;
  expectSame(proof);
  await expectAnswer(proof);
});

test.each(falTasks.map(({ id }) => id))('%s at fal-ai', async (id) => {
  const proof = proofOf(`${id} at fal-ai`);
  expectSame(proof);
  await expectAnswer(proof);
});
