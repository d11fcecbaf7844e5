import {
  ModelInputError,
  type ModelParameters,
  type Table,
  type TaskId,
  type TaskInputs,
} from '../define-model.ts';
import { decodePicture, type Picture } from '../media/picture.ts';
import { decodeSound, type Sound } from '../media/sound.ts';
import { isRecord } from '../server/http.ts';

/** The body of a run. */
export interface Payload {
  /** The JSON field `inputs`; undefined for a raw file. */
  inputs: unknown;
  parameters: ModelParameters;
  /** A file that was sent without JSON. */
  file?: Buffer;
}

/** For all texts of a request together. */
const maxCharacters = 200_000;

/** @throws {ModelInputError} when the texts are too long in total */
export function checkLength(texts: readonly unknown[], field: string): void {
  const length = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
  if (length <= maxCharacters) return;
  throw new ModelInputError(
    `\`${field}\` may have at most ${maxCharacters.toLocaleString('en')} characters.`,
  );
}

/** A string that is not blank. */
export function readText(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new ModelInputError(`\`${field}\` must be a string.`);
  if (value.trim() === '') throw new ModelInputError(`\`${field}\` must not be empty.`);
  return value;
}

function readTexts(value: unknown, field: string): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((entry, index) => readText(entry, `${field}[${index}]`));
  }
  throw new ModelInputError(`\`${field}\` must be a non-empty list of strings.`);
}

function readObject(value: unknown, field: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw new ModelInputError(`\`${field}\` must be an object.`);
}

/** Columns of equal length; numbers become strings. */
function readTable(value: unknown, field: string): Table {
  const columns = Object.entries(readObject(value, field));
  if (columns.length === 0) throw new ModelInputError(`\`${field}\` has no columns.`);
  const table = columns.map(([name, cells]): [string, string[]] => {
    const path = `${field}.${name}`;
    if (!Array.isArray(cells)) throw new ModelInputError(`\`${path}\` must be a list.`);
    if (!cells.every((cell) => typeof cell === 'string' || typeof cell === 'number')) {
      throw new ModelInputError(`\`${path}\` may only contain strings and numbers.`);
    }
    return [name, cells.map(String)];
  });
  const rows = table[0]?.[1].length ?? 0;
  for (const [name, { length }] of table) {
    if (length === rows) continue;
    throw new ModelInputError(`\`${field}.${name}\` has ${length} cells, but the first column has ${rows}.`);
  }
  return Object.fromEntries(table);
}

/** A file in base64, alone or in a data URL. */
export function readFile(value: unknown, field: string): Buffer {
  if (typeof value !== 'string') throw new ModelInputError(`\`${field}\` must be a file in base64.`);
  if (/^https?:/i.test(value)) throw new ModelInputError(`\`${field}\` must be a file in base64, not a URL.`);
  const encoded = value.slice(value.startsWith('data:') ? value.indexOf(',') + 1 : 0);
  if (encoded === '' || /[^A-Za-z0-9+/=_\s-]/.test(encoded)) {
    throw new ModelInputError(`\`${field}\` is not base64.`);
  }
  return Buffer.from(encoded, 'base64');
}

function readPicture({ file, inputs }: Payload): Promise<Picture> {
  return decodePicture(file ?? readFile(inputs, 'inputs'));
}

function readSound({ file, inputs }: Payload): Promise<Sound> {
  return decodeSound(file ?? readFile(inputs, 'inputs'));
}

function readInputText({ inputs }: Payload): string {
  checkLength([inputs], 'inputs');
  return readText(inputs, 'inputs');
}

function readInputTable({ inputs }: Payload): Table {
  return readTable(readObject(inputs, 'inputs').data, 'inputs.data');
}

async function readPictureQuestion({ inputs }: Payload) {
  const { question, image } = readObject(inputs, 'inputs');
  const text = readText(question, 'inputs.question');
  return { question: text, image: await decodePicture(readFile(image, 'inputs.image')) };
}

/** A list, or a text with commas, as widgets send it. */
function readLabels({ candidate_labels: value }: ModelParameters): string[] {
  const labels = typeof value === 'string' ? value.split(',').map((label) => label.trim()) : value;
  return readTexts(labels, 'parameters.candidate_labels');
}

type Readers = {
  [Task in TaskId]: (payload: Payload) => TaskInputs[Task] | Promise<TaskInputs[Task]>;
};

const readers: Readers = {
  'audio-classification': readSound,
  'audio-to-audio': readSound,
  'automatic-speech-recognition': readSound,
  'document-question-answering': readPictureQuestion,
  'feature-extraction': readInputText,
  'fill-mask': readInputText,
  'image-classification': readPicture,
  'image-segmentation': readPicture,
  'image-to-image': readPicture,
  'image-to-text': readPicture,
  'object-detection': readPicture,
  'question-answering': ({ inputs }) => {
    const { question, context } = readObject(inputs, 'inputs');
    checkLength([question, context], 'inputs');
    return {
      question: readText(question, 'inputs.question'),
      context: readText(context, 'inputs.context'),
    };
  },
  'sentence-similarity': ({ inputs }) => {
    const { source_sentence, sentences } = readObject(inputs, 'inputs');
    checkLength([source_sentence, sentences].flat(), 'inputs');
    return {
      source_sentence: readText(source_sentence, 'inputs.source_sentence'),
      sentences: readTexts(sentences, 'inputs.sentences'),
    };
  },
  summarization: readInputText,
  'table-question-answering': ({ inputs }) => {
    const { query, table } = readObject(inputs, 'inputs');
    return { query: readText(query, 'inputs.query'), table: readTable(table, 'inputs.table') };
  },
  'tabular-classification': readInputTable,
  'tabular-regression': readInputTable,
  'text-classification': readInputText,
  'text-generation': readInputText,
  'text-to-image': readInputText,
  'text-to-speech': readInputText,
  'token-classification': readInputText,
  translation: readInputText,
  'visual-question-answering': readPictureQuestion,
  'zero-shot-classification': (payload) => ({
    text: readInputText(payload),
    candidateLabels: readLabels(payload.parameters),
    multiLabel: payload.parameters.multi_label === true,
  }),
  'zero-shot-image-classification': async ({ inputs, parameters }) => {
    const [image, field] = isRecord(inputs) ? [inputs.image, 'inputs.image'] : [inputs, 'inputs'];
    return { image: await decodePicture(readFile(image, field)), candidateLabels: readLabels(parameters) };
  },
};

/** Whether the input of a task is one file, which can be sent without JSON. */
export function acceptsFile(task: TaskId): boolean {
  return readers[task] === readPicture || readers[task] === readSound;
}

/**
 * Checks and decodes the inputs of a task.
 * @throws {ModelInputError} with the name of the invalid field
 */
export async function readTaskInputs<Task extends TaskId>(
  task: Task,
  payload: Payload,
): Promise<TaskInputs[Task]> {
  return readers[task](payload);
}
