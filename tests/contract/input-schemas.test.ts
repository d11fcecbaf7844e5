import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { describeInputs, findTaskInputs, isFileInput, taskNamed, tasks } from '@tryout/engine';

/** The example of a task as JSON, with the names of its files. */
async function exampleOf(id: string): Promise<Record<string, unknown>> {
  const values = await findTaskInputs(taskNamed(id));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isFileInput(value) ? value.name : value]),
  );
}

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (id, task) => {
  const schema = describeInputs(task);
  const isRequired = (name: string) => task.fields[name]!.optional !== true;
  const isValid = new Ajv({ allErrors: true }).compile(schema);

  test('the schema of its inputs names its fields', () => {
    expect(Object.keys(schema['properties'] as object)).toEqual(Object.keys(task.fields));
    expect(schema['required']).toEqual(Object.keys(task.fields).filter(isRequired));
  });

  test('its example fits the schema', async () => {
    const example = await exampleOf(id);
    isValid(example);
    expect(isValid.errors).toBeNull();
    expect(Object.keys(example)).not.toEqual([]);
  });

  test('unknown, missing and empty inputs do not fit the schema', async () => {
    const example = await exampleOf(id);
    expect(isValid({ ...example, other: 'x' })).toBe(false);
    for (const name of Object.keys(task.fields)) {
      const { [name]: _missing, ...others } = example;
      expect(isValid(others), name).toBe(!isRequired(name));
      for (const value of ['', [], {}, ['a', ' '], { column: 'cell' }, 1, null])
        expect(isValid({ ...example, [name]: value }), `${name} ${JSON.stringify(value)}`).toBe(false);
    }
  });
});

test('the schema of an input says what it is', () => {
  expect(describeInputs(taskNamed('document-question-answering'))).toEqual({
    type: 'object',
    properties: {
      question: { title: 'Question', type: 'string', pattern: '\\S' },
      image: {
        title: 'Image',
        type: 'string',
        description: 'The path of an image such as PNG, JPEG or WebP.',
        contentMediaType: 'image/*',
        minLength: 1,
      },
    },
    required: ['question', 'image'],
    additionalProperties: false,
  });
  expect(describeInputs(taskNamed('zero-shot-classification'))).toMatchObject({
    properties: { candidateLabels: { title: 'Candidate Labels', type: 'array', minItems: 1 } },
  });
});
