import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { describeInputs, findTaskInputs, isFileInput, taskNamed, tasks } from '@tryout/engine';

/** The example of a task as JSON, with the names of its files. */
async function exampleOf(id: string): Promise<Record<string, unknown>> {
  const values = await findTaskInputs(taskNamed(id));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isFileInput(value) ? value.name : value]),
  );
}

test.each(tasks.map((task) => [task.id, task] as const))(
  'the inputs of %s have a schema, which its example fits and unknown, missing and empty inputs do not',
  async (id, task) => {
    const schema = describeInputs(task);
    const names = Object.keys(task.fields);
    const isRequired = (name: string) => task.fields[name]!.optional !== true;
    expect(Object.keys(schema['properties'] as object)).toEqual(names);
    expect(schema['required']).toEqual(names.filter(isRequired));
    const isValid = new Ajv({ allErrors: true }).compile(schema);
    const example = await exampleOf(id);
    isValid(example);
    expect(isValid.errors).toBeNull();
    expect(Object.keys(example)).not.toEqual([]);
    expect(isValid({ ...example, other: 'x' })).toBe(false);
    for (const name of names) {
      const { [name]: _missing, ...others } = example;
      expect(isValid(others), name).toBe(!isRequired(name));
      for (const value of ['', [], {}, ['a', ' '], { column: 'cell' }, 1, null])
        expect(isValid({ ...example, [name]: value }), `${name} ${JSON.stringify(value)}`).toBe(false);
    }
  },
);

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
