import { expect, test } from 'vitest';
import {
  describeRun,
  fieldKinds,
  fileFromBlob,
  restoreInputs,
  taskNamed,
  tasks,
  type FieldKind,
  type Task,
  type Values,
} from '@tryout/engine';
import { connectionAt } from '../../support/ask.ts';

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

/** A run as it is stored before it has ended. */
async function stored(task: Task, inputs: Values) {
  const setup = { task, place: {}, values: inputs };
  return (await describeRun(setup, undefined, connectionAt('http://127.0.0.1:9'))).stored;
}

/** The inputs of a stored run without any. */
const restoredEmpty = (task: Task) =>
  restoreInputs({ run: { tryout: 1, id: '0', task: task.id, inputs: {} }, media: new Map() });

test.each(kinds)('a stored value of kind %s is restored, those of other kinds are missing', async (kind) => {
  const { task, name } = findField(kind);
  for (const other of kinds) {
    const place = findField(other);
    const { run: written, media } = await stored(place.task, { [place.name]: values[other] });
    const run = { ...written, task: task.id, inputs: { [name]: written.inputs[place.name]! } };
    const restored = await restoreInputs({ run, media });
    const value = restored.inputs.values[name];
    if (other !== kind) {
      expect(restored.missing, other).toHaveLength(1);
      expect(value, other).toEqual((await restoredEmpty(task)).inputs.values[name]);
    } else if (fieldKinds[kind].media === undefined) expect(value).toEqual(values[kind]);
    else expect(value).toMatchObject({ name: (values[kind] as typeof png).name });
  }
});

test('a list of texts and a text are stored as they are, a table inside an object', async () => {
  const inputs = { query: 'Who?', table: { name: ['Ada'] } };
  const { run } = await stored(taskNamed('table-question-answering'), inputs);
  expect(run.inputs).toEqual({ query: 'Who?', table: { json: { name: ['Ada'] } } });
});
