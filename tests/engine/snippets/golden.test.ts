import { readFile, writeFile } from 'node:fs/promises';
import {
  languages,
  createSnippets,
  taskNamed,
  tasks,
  type Connection,
  type Place,
  type Task,
} from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionTo, requestFor, type RunOptions } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../support/process.ts';
import { exampleInputs } from './support/example-inputs.ts';
import { asHub } from './support/hub-connection.ts';

const golden = new URL('golden/', import.meta.url);
const sandbox = await recordingSandbox();
const here = connectionTo(sandbox);
const connection = asHub(here);

interface Case {
  readonly name: string;
  readonly task: Task;
  readonly destination?: Place;
  readonly options?: RunOptions;
  readonly connection?: Connection;
}

const chat = taskNamed('text-generation');
const assistant = 'sandbox/plain-assistant';
const endpointUrl = 'https://models.example.org/classify?a=[1]';

const cases: readonly Case[] = [
  ...tasks.map((task) => ({ name: task.id, task })),
  { name: 'chat', task: chat, destination: { model: assistant } },
  {
    name: 'chat-not-streamed',
    task: chat,
    destination: { model: `${assistant}:fastest` },
    options: {
      stream: false,
      billTo: 'an-organization',
      flags: ['no-cache', 'wait'],
      parameters: { temperature: '0.5', stop: '["it\'s", "\\"over\\""]' },
    },
  },
  { name: 'chat-groq', task: chat, destination: { model: assistant, provider: 'groq' } },
  {
    name: 'chat-endpoint',
    task: chat,
    destination: { endpointUrl: 'https://models.example.org/v1/chat/completions' },
  },
  { name: 'text-to-image-fal-ai', task: taskNamed('text-to-image'), destination: { provider: 'fal-ai' } },
  { name: 'endpoint', task: taskNamed('text-classification'), destination: { endpointUrl } },
  {
    name: 'endpoint-with-token',
    task: taskNamed('token-classification'),
    destination: { endpointUrl },
    connection: { ...connection, sendToken: true },
  },
  {
    name: 'file-with-parameters',
    task: taskNamed('image-classification'),
    options: { parameters: { top_k: '2' } },
  },
  { name: 'signed-out', task: taskNamed('fill-mask'), connection: signedOut() },
];

function signedOut(): Connection {
  const { token: _token, ...rest } = connection;
  return rest;
}

/** All code of a case as Markdown. */
async function pageOf({ task, destination, options, connection: own = connection }: Case): Promise<string> {
  const { model, values } = await exampleInputs(here, task, temporaryFolder());
  const at = destination?.endpointUrl === undefined ? { model, ...destination } : destination;
  const request = await requestFor(connection, task.id, at, values, options);
  const { snippets, missing } = createSnippets(request, own);
  const sections = snippets.map(
    ({ language, client, code }) =>
      `## ${languages[language].label}: ${client}\n\n\`\`\`${languages[language].grammar}\n${code}\`\`\`\n`,
  );
  const left = missing.map(({ language, reason }) => `- ${languages[language].label}: ${reason}.\n`);
  return `${sections.join('\n')}${left.length > 0 ? `\n## Missing\n\n${left.join('')}` : ''}`;
}

// `UPDATE_GOLDEN=1` rewrites the golden files; review them before committing. A missing file fails.
test.each(cases.map((one) => [one.name, one] as const))(
  'generates the golden code for %s',
  async (name, one) => {
    const file = new URL(`${name}.md`, golden);
    const page = `# ${name}\n\n${await pageOf(one)}`;
    if (process.env['UPDATE_GOLDEN']) await writeFile(file, page);
    const expected = await readFile(file, 'utf8').catch(() => `missing golden file ${name}.md`);
    expect(page).toBe(expected);
  },
);
