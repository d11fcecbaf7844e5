import { describe, expect, test } from 'vitest';
import { loadParameterSpecs, tasks, type ParameterSpec } from '@tryout/engine';
import { connectionAt, requestFor } from '../../support/ask.ts';
import { exampleValues as inputs } from '../../support/example-values.ts';

const chatTasks = tasks.filter(({ conversation }) => conversation !== undefined);
const cases = await Promise.all([
  ...tasks.map(async (task) => [task.id, await loadParameterSpecs(task), false] as const),
  ...chatTasks.map(async (task) => [task.id, await loadParameterSpecs(task, true), true] as const),
]);

/** A valid text with its parsed value, and invalid texts. */
function samplesOf(spec: ParameterSpec): { valid: [string, unknown]; wrong: string[] } {
  switch (spec.kind) {
    case 'text':
      return { valid: ['ham', 'ham'], wrong: [] };
    case 'json':
      return { valid: ['{"a":[1]}', { a: [1] }], wrong: ['{', '', 'ham'] };
    case 'list':
      return { valid: ['a, b', ['a', 'b']], wrong: ['[1,2]', '["a"', '[{}]'] };
    case 'boolean':
      return { valid: ['YES', true], wrong: ['maybe', '', '2'] };
    case 'choice':
      return { valid: [spec.options[0]?.value ?? '', spec.options[0]?.value], wrong: ['no such option', ''] };
    case 'number': {
      const low = spec.exclusiveMinimum === undefined ? (spec.minimum ?? 1) : spec.exclusiveMinimum + 1;
      const value = Math.min(
        low,
        spec.maximum ?? Infinity,
        (spec.exclusiveMaximum ?? Infinity) - (spec.integer ? 1 : 0.5),
      );
      const wrong = ['ham', '', 'NaN', 'Infinity', '1,5', '1 2'];
      if (spec.integer) wrong.push('1.5');
      if (spec.minimum !== undefined) wrong.push(String(spec.minimum - 1));
      if (spec.maximum !== undefined) wrong.push(String(spec.maximum + 1));
      if (spec.exclusiveMinimum !== undefined) wrong.push(String(spec.exclusiveMinimum));
      if (spec.exclusiveMaximum !== undefined) wrong.push(String(spec.exclusiveMaximum));
      return { valid: [String(value), value], wrong };
    }
  }
}

/** The body of a request with typed parameters. */
async function bodyOf(taskName: string, typed: Record<string, string>, isChat = false) {
  const endpointUrl = `https://e.test/${isChat ? 'v1/chat/completions' : ''}`;
  const options = { parameters: typed, stream: false };
  const connection = connectionAt('https://e.test');
  const { wire, run } = await requestFor(connection, taskName, { endpointUrl }, inputs, options);
  const json =
    wire.body.kind === 'json'
      ? (JSON.parse(JSON.stringify(wire.body.json)) as Record<string, unknown>)
      : undefined;
  return { json, parameters: run.parameters };
}

test('every parameter accepts valid values and rejects others', async () => {
  const withParameters = cases.filter(([, specs]) => specs.length > 0);
  expect(withParameters.length).toBeGreaterThan(15);
  for (const [id, specs, isChat] of withParameters)
    for (const spec of specs) {
      const { name } = spec;
      const { valid, wrong } = samplesOf(spec);
      const [typed, value] = valid;
      const { parameters } = await bodyOf(id, { [name]: typed }, isChat);
      expect(parameters).toContainEqual({ name, place: spec.place, value });
      for (const text of wrong)
        await expect(bodyOf(id, { [name]: text }, isChat), `${name}=${text}`).rejects.toMatchObject({
          name: 'InputError',
          message: expect.stringContaining(name) as string,
        });
    }
});

describe('parameters in the request body', () => {
  test('are in `parameters`, with dots for nested objects', async () => {
    expect(
      (await bodyOf('text-to-image', { 'target_size.width': '64', 'target_size.height': '32', seed: '7' }))
        .json,
    ).toMatchObject({
      inputs: 'ham',
      parameters: { target_size: { width: 64, height: 32 } },
    });
  });

  test('of a chat are next to the messages', async () => {
    expect((await bodyOf('text-generation', { temperature: '0.5', max_tokens: '9' }, true)).json).toEqual({
      messages: [{ role: 'user', content: 'ham' }],
      max_tokens: 9,
      temperature: 0.5,
      stream: false,
    });
  });

  test('C3: an alias of a known parameter is translated, as is its default', async () => {
    const chat = { messages: [{ role: 'user', content: 'ham' }], stream: false };
    expect((await bodyOf('text-generation', { max_new_tokens: '9' }, true)).json).toEqual({
      ...chat,
      max_tokens: 9,
    });
    expect((await bodyOf('text-generation', { max_tokens: '9' })).json).toEqual({
      inputs: 'ham',
      parameters: { max_new_tokens: 9 },
    });
    expect((await bodyOf('text-generation', { max_completion_tokens: '9' }, true)).json).toEqual({
      ...chat,
      max_completion_tokens: 9,
    });
  });

  test('that are unknown are sent as JSON if they are valid JSON and otherwise as text', async () => {
    expect((await bodyOf('fill-mask', { new_number: '7', new_list: '[1]', new_text: 'ham' })).json).toEqual({
      inputs: 'ham',
      parameters: { new_number: 7, new_list: [1], new_text: 'ham' },
    });
  });

  test('named like object properties do not pollute prototypes', async () => {
    const { json } = await bodyOf('fill-mask', {
      '__proto__.polluted': '1',
      'constructor.prototype.polluted': '1',
      toString: 'x',
    });
    expect('polluted' in {}).toBe(false);
    expect(JSON.stringify(json)).toContain('"toString":"x"');
  });
});
