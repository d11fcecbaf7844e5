import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { isRecord } from '@tryout/engine';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/cli.ts';
import { sharedMcp, type ToolResult } from '../../support/mcp.ts';
import { tasksOfEachKind } from '../../support/task-list.ts';

const folder = temporaryFolder();
const server = await sharedMcp(['--sandbox'], { folder });

interface Description {
  readonly task: string;
  readonly inputs: { type: string; properties: Record<string, unknown>; required: string[] };
  readonly parameters: { type: string };
  readonly example: { task: string; model: string; inputs: Record<string, unknown> };
}

/** The paths of saved files in a text. */
function pathsIn(text: string): string[] {
  return text.match(/\/[^\s"]+\.(?:png|wav|webm|json)\b/g) ?? [];
}

async function expectPreview({ content }: ToolResult): Promise<void> {
  const image = content.find(({ type }) => type === 'image');
  const { width, height, format } = await sharp(Buffer.from(image?.data ?? '', 'base64')).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(1024);
  expect(image?.mimeType).toBe(`image/${format}`);
}

test.each(
  tasksOfEachKind().map(
    ({ id, result, fields }) =>
      [id, result.kind, Object.keys(fields).filter((name) => !fields[name]!.optional)] as const,
  ),
)('the example of %s runs as it is and returns %s', async (id, kind, fields) => {
  const described = await server.call('describe_task', { task: id });
  const { inputs, parameters, example } = described.structuredContent as unknown as Description;
  expect(JSON.parse(described.text)).toEqual(described.structuredContent);
  expect(inputs).toMatchObject({ type: 'object', required: fields });
  expect(parameters.type).toBe('object');
  expect(Object.keys(example.inputs)).toEqual(expect.arrayContaining(fields));
  const result = await server.call('run', example);
  expect([result.isError, result.text]).toEqual([undefined, result.text]);
  expect(result.structuredContent).toBeUndefined();
  expect(encode(result.text).length).toBeLessThanOrEqual(8000);
  const [json = '', ...notes] = result.text.split('\n');
  expect(JSON.parse(json)).toBeTruthy();
  const paths = pathsIn(result.text);
  const saves = ['image', 'video', 'audio', 'tracks', 'boxes', 'masks'].includes(kind);
  expect(paths.length > 0).toBe(saves);
  for (const path of paths) {
    expect([isAbsolute(path), existsSync(path), dirname(dirname(path))]).toEqual([true, true, folder]);
  }
  if (!saves) expect(notes).toEqual([]);
  if (['image', 'boxes', 'masks'].includes(kind)) await expectPreview(result);
  else expect(result.content).toHaveLength(1);
});

test('long results are cut, and the text names the complete file', async () => {
  const text = 'Word after word. '.repeat(20_000);
  const result = await server.call('run', {
    task: 'token-classification',
    inputs: { text: `Ann and Bob. ${text}` },
  });
  const long = await server.call('run', {
    task: 'translation',
    inputs: { text: 'the cat sleeps '.repeat(5000) },
  });
  for (const each of [result, long].filter(({ text: answer }) => answer.includes('Complete JSON'))) {
    expect(encode(each.text).length).toBeLessThanOrEqual(8000);
    const [path = ''] = pathsIn(each.text);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toBeTruthy();
  }
  expect(long.text).toContain('Complete JSON: ');
  // Compared results share the room of one.
  const compared = await server.call('compare', {
    task: 'translation',
    models: ['sandbox/pig-latin', 'sandbox/morse-code'],
    inputs: { text: 'the cat sleeps '.repeat(5000) },
  });
  expect(compared.text.match(/Complete JSON: /g)).toHaveLength(2);
  expect(compared.text.length).toBeLessThan(long.text.length);
});

test('compare returns agreement and results in the order of the models', async () => {
  const models = ['sandbox/plain-assistant', 'sandbox/nothing', 'sandbox/picture-assistant'];
  const inputs = { text: 'What is 2 + 2?' };
  const result = await server.call('compare', { task: 'chat', models, inputs });
  expect(result.isError).toBeUndefined();
  const { agreement, results } = JSON.parse(result.text) as {
    agreement: { means: object };
    results: { model: string; value?: object; error?: { hint: string } }[];
  };
  expect(isRecord(agreement.means)).toBe(true);
  expect(results.map(({ model, value, error }) => [model, value !== undefined, error !== undefined])).toEqual(
    [
      [models[0], true, false],
      [models[1], false, true],
      [models[2], true, false],
    ],
  );
  const failed = await server.call('compare', { task: 'chat', models: ['a/b', 'c/d'], inputs });
  expect(failed.isError).toBe(true);
  const twice = await server.call('compare', { task: 'chat', models: ['a/b', 'a/b'], inputs });
  expect([twice.isError, twice.text]).toEqual([true, expect.stringContaining('twice')]);
});

test('every line of standard output was a valid message', () => {
  expect(server.problems).toEqual([]);
});
