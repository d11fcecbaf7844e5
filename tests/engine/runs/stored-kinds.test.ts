import { expect, test } from 'vitest';
import {
  emptyValues,
  fieldKinds,
  fileFromBlob,
  restoreInputs,
  storeInputs,
  taskNamed,
  tasks,
  type FieldKind,
  type RunFile,
} from '@tryout/engine';

const png = fileFromBlob(
  new Blob([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ]),
  'dot.png',
  'image/png',
);
const wav = fileFromBlob(new Blob([`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(24)}`]), 'hum.wav', 'audio/wav');

const values = {
  text: 'A text',
  image: png,
  audio: wav,
  json: { 'a column': ['1', '2'] },
  list: ['first', 'second'],
} as const satisfies Record<FieldKind, unknown>;

/** The first field of a kind in a task. */
function findField(kind: FieldKind) {
  const all = tasks.flatMap((task) =>
    Object.entries(task.fields).map(([name, field]) => ({ task, name, field })),
  );
  return all.find(({ field }) => field.kind === kind)!;
}

const kinds = Object.keys(fieldKinds) as FieldKind[];

test.each(kinds)('a stored value of kind %s is restored, those of other kinds are missing', async (kind) => {
  const { task, name } = findField(kind);
  for (const other of kinds) {
    const place = findField(other);
    const media = new Map<string, Blob>();
    const setup = { task: place.task, destination: {}, values: { [place.name]: values[other] } };
    const { inputs } = await storeInputs(setup, undefined, media);
    const run: RunFile = { tryout: 1, id: '0', task: task.id, inputs: { [name]: inputs[place.name]! } };
    const restored = await restoreInputs({ run, media });
    const value = restored.inputs.values[name];
    if (other !== kind) {
      expect(restored.missing, other).toHaveLength(1);
      expect(value, other).toEqual(emptyValues(task.fields)[name]);
    } else if (fieldKinds[kind].media === undefined) expect(value).toEqual(values[kind]);
    else expect(value).toMatchObject({ name: (values[kind] as typeof png).name });
  }
});

test('a list of texts and a text are stored as they are, a table inside an object', async () => {
  const { inputs } = await storeInputs(
    {
      task: taskNamed('table-question-answering'),
      destination: {},
      values: { query: 'Who?', table: { name: ['Ada'] } },
    },
    undefined,
    new Map(),
  );
  expect(inputs).toEqual({ query: 'Who?', table: { json: { name: ['Ada'] } } });
});
