import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkSchema, readSchema, type JsonSchema, type JsonValue } from '@tryout/engine';
import { checkValue } from '@tryout/engine';
import { chat, connectionAt } from '../support/ask.ts';
import { answerJson, serve } from '../support/loopback.ts';

/** A schema in a schema in a schema. */
const nested = (depth: number, more: (level: number) => JsonSchema) => {
  let schema: JsonSchema = {};
  for (let level = 0; level < depth; level += 1) schema = { ...more(level), not: schema };
  return schema;
};

describe('X28: a schema is refused before anything is sent', () => {
  test.each<[string, object, RegExp]>([
    ['an unknown type', { properties: { age: { type: 'int' } } }, /#\/properties\/age\/type: .*"integer"/],
    ['a list that is none', { required: true }, /#\/required: .*Expected "array"/],
    [
      'a part that is none',
      { items: { anyOf: ['string'] } },
      /#\/items\/anyOf\/0: .*Expected "boolean", "object"/,
    ],
    ['a pattern for names', { patternProperties: { '(': {} } }, /#\/patternProperties\/\(: .*"regex"/],
    ['a multiple of 0', { multipleOf: 0 }, /#\/multipleOf: /],
    ['a reference to nothing', { $ref: '#/$defs/a' }, /reference #\/\$defs\/a has no target in it/],
    ['a reference to a server', { items: { $ref: 'http://127.0.0.1/a' } }, /reference http:.* has no target/],
    ['a reference to the metaschema', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, /no target/],
    ['a reference to a file', { $defs: { a: { $ref: 'tree.json' } } }, /reference tree.json has no target/],
    ['an invalid URL', { $id: 'http://[' }, /names or references are invalid/],
    ['half a surrogate pair', { properties: { '\ud800': {} } }, /names or references are invalid/],
    ['IDs in each other', nested(60, (level) => ({ $id: `a${level}` })), /too large/],
    ['IDs that are objects', nested(60, () => ({ id: {} })), /too large/],
    ['a long name of many', { not: { ['a'.repeat(1e5)]: { anyOf: Array(5e4).fill({}) } } }, /too large/],
    ['a long ID of many', { $id: 'a'.repeat(1e5), anyOf: Array(5e4).fill({}) }, /too large/],
  ])('with %s', async (_what, schema, message) => {
    await expect(readSchema(JSON.stringify(schema))).rejects.toThrow(message);
  });

  test.each<[string, object, string]>([
    ['a dynamic reference', { items: { $dynamicRef: '#node' } }, '$dynamicRef is not supported; use $ref'],
    [
      'a dynamic anchor',
      { not: { $ref: '#a' }, $defs: { b: { $dynamicAnchor: 'a' } } },
      '$dynamicAnchor is not supported; use $ref',
    ],
    ['a language of its own', { $schema: 'https://a.example/b' }, 'its $schema https://a.example/b is not'],
  ])('R24: by name with %s', async (_what, schema, message) => {
    await expect(readSchema(JSON.stringify(schema))).rejects.toThrow(message);
  });

  test('but not for its data, or because of its size', async () => {
    const data = { pattern: '(', type: 'int', $ref: '#/nothing' };
    const schema: JsonSchema = {
      $defs: { node: { properties: { next: { $ref: '#/$defs/node' }, id: { type: ['string', 'null'] } } } },
      properties: Object.fromEntries(
        Array.from({ length: 5000 }, (_, index) => [`field ${index}`, { const: index }]),
      ),
      allOf: [
        { const: data },
        { enum: [data] },
        { default: data },
        nested(90, () => ({ items: true })),
        false,
      ],
    };
    expect(await checkSchema(schema, 'schema.json')).toBe(schema);
  });
});

const suite = new URL('../../../shared/corpora/json-schema/draft2020-12-required.json', import.meta.url);

interface SuiteGroup {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly {
    readonly description: string;
    readonly data: JsonValue;
    readonly valid: boolean;
  }[];
}

test.skipIf(!existsSync(suite))('R24: passes the official suite, except for what it refuses', async () => {
  const files = JSON.parse(readFileSync(suite, 'utf8')) as Readonly<Record<string, readonly SuiteGroup[]>>;
  const wrong: string[] = [];
  for (const groups of Object.values(files))
    for (const { description, schema, tests } of groups) {
      // A schema for an answer is an object.
      const object = typeof schema === 'boolean' ? { allOf: [schema] } : schema;
      const problem = await checkSchema(object, 'x').then(() => undefined, String);
      const [needed] =
        /\$dynamic\w+|(?<=reference )(?!#)\S+|(?<=\$schema )http:\S+/.exec(problem ?? '') ?? [];
      if (needed !== undefined) expect(JSON.stringify(schema)).toContain(JSON.stringify(needed));
      else
        for (const { description: what, data, valid } of tests)
          if (problem !== undefined || ((await checkValue(schema, data)) === undefined) !== valid)
            wrong.push(`${description}: ${what}`);
    }
  expect(wrong).toEqual([]);
});

test('R24: an anchor of another part with an ID is another one', async () => {
  const outer = { $anchor: 'c', maximum: 10 };
  for (const inner of [{ $id: 'b/' }, { $id: 'https://a.example/b/' }, { $id: 'c' }]) {
    const schema = {
      $id: 'https://a.example/a',
      $ref: '#c',
      $defs: { outer, inner: { ...inner, $anchor: 'c', maximum: 2 } },
    };
    expect(await checkValue(schema, 5)).toBeUndefined();
    expect(await checkValue(schema, 50)).toContain('10');
  }
});

const formats = ['email', 'regex', 'date-time', 'uri', 'ipv4', 'json-pointer', 'duration', 'a-new-one'];

test.each(formats)('R24: the format %s is an annotation', async (format) => {
  const schema = { properties: { format: { format } }, not: { not: { format } } };
  expect(await checkValue(schema, { format: '(' })).toBeUndefined();
  expect(await checkValue({ properties: { format: { const: 1 } } }, { format })).toContain('#/format');
});

test.each([
  ['a pattern that backtracks', { pattern: '^(a+)+$' }, `"${'a'.repeat(60)}b"`],
  ['a reference to itself', { $ref: '#' }, '1'],
])('X28: keeps an answer that takes too long to check by %s', async (_what, schema, content) => {
  const server = await serve(answerJson({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
  const texts: string[] = [];
  const run = chat(
    connectionAt(server.url),
    server.url,
    { onEvent: (event) => event.type === 'text' && texts.push(event.text) },
    { stream: false, schema },
  );
  await expect(run).rejects.toMatchObject({
    message: expect.stringContaining('too complex') as string,
    hint: 'Simplify its patterns and references.',
  });
  expect(texts).toEqual([content]);
});
