import { readFile, writeFile } from 'node:fs/promises';
import {
  languages,
  loadParameterSpecs,
  snippetClients,
  createSnippets,
  tasks,
  type InferenceRequest,
  type ParameterSpec,
  type Task,
} from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionTo, requestFor } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../support/process.ts';
import { exampleInputs } from './support/example-inputs.ts';
import { asHub } from './support/hub-connection.ts';

const page = new URL('../../../docs/snippets.md', import.meta.url);
const begin =
  '<!-- which client makes which request: written by tests/engine/snippets/client-table.test.ts -->';
const end = '<!-- end -->';

const sandbox = await recordingSandbox();
const here = connectionTo(sandbox);
const connection = asHub(here);

interface Row {
  readonly name: string;
  readonly plain: InferenceRequest;
  /** The same request with one task parameter. */
  readonly withParameter: InferenceRequest;
}

async function rowOf(task: Task, name: string, ownModel?: string): Promise<Row> {
  const { model, values } = await exampleInputs(here, task, temporaryFolder());
  const destination = { model: ownModel ?? model };
  const plain = await requestFor(connection, task.id, destination, values);
  const parameters = await someParameter(task, plain.run.route.conversation);
  return {
    ...{ name, plain },
    withParameter: await requestFor(connection, task.id, destination, values, { parameters }),
  };
}

/** The first task parameter with a simple value, or none. */
async function someParameter(task: Task, conversation: boolean): Promise<Record<string, string>> {
  for (const spec of await loadParameterSpecs(task, conversation)) {
    const typed = simpleValue(spec);
    if (typed !== undefined) return { [spec.name]: typed };
  }
  return {};
}

function simpleValue(spec: ParameterSpec): string | undefined {
  if (spec.kind === 'number') return '1';
  if (spec.kind === 'boolean') return 'true';
  return spec.kind === 'choice' ? spec.options[0]?.value : undefined;
}

/** The table and its notes as in docs/snippets.md. */
async function table(): Promise<string> {
  const rows = await Promise.all(
    tasks.flatMap((task) => [
      rowOf(task, task.id),
      ...(task.conversation ? [rowOf(task, `${task.id}, as a chat`, 'sandbox/plain-assistant')] : []),
    ]),
  );
  const notes: string[] = [];
  const noteOf = (text: string) => {
    if (!notes.includes(text)) notes.push(text);
    return notes.indexOf(text) + 1;
  };
  const cell = ({ plain, withParameter }: Row, clientIndex: number) => {
    const client = snippetClients[clientIndex];
    const reason = (request: InferenceRequest) =>
      createSnippets(request, connection, { languages: [client!.language], clients: [client!.id] }).missing[0]
        ?.reason;
    const without = reason(plain);
    if (without !== undefined) return `– (${noteOf(without)})`;
    const withOne = reason(withParameter);
    return withOne === undefined ? 'yes' : `yes (${noteOf(withOne)})`;
  };
  const heads = snippetClients.map(({ id, language }) =>
    snippetClients.filter((other) => other.id === id).length > 1 ? `${id}, ${languages[language].label}` : id,
  );
  const lines = [
    ['task', ...heads],
    ['---', ...heads.map(() => '---')],
    ...rows.map((row) => [row.name, ...snippetClients.map((_client, index) => cell(row, index))]),
  ];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n\n${notes.map((note, index) => `${index + 1}. ${note}.`).join('\n')}`;
}

/** Removes alignment spaces. */
const bare = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim();

test('docs/snippets.md lists the clients that can make the request of each task', async () => {
  const text = await readFile(page, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [shown = '', after = ''] = rest.split(end);
  const computed = await table();
  if (process.env['UPDATE_GOLDEN']) {
    await writeFile(page, `${before}${begin}\n\n${computed}\n\n${end}${after}`);
    return;
  }
  expect(bare(shown)).toBe(bare(computed));
});
