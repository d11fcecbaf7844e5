import {
  ModelInputError,
  type ModelParameters,
  type Table,
  type TaskId,
  type TaskInputs,
} from '../define-model.ts';
import { decodeImage, type Image } from '../media/image.ts';
import { decodeSound, type Sound } from '../media/sound.ts';
import { isRecord } from '../exchange/http.ts';

/** The body of a run. */
export interface Payload {
  /** The JSON field `inputs`; undefined for a raw file. */
  inputs: unknown;
  parameters: ModelParameters;
  /** A file that was sent without JSON. */
  file?: Buffer;
}

/** Of each text. */
const maxCharacters = 200_000;
const maxCells = 50_000;
const maxEntries = 1000;

/** A string that is neither blank nor too long. */
function readText(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new ModelInputError(`\`${field}\` must be a string.`);
  if (value.trim() === '') throw new ModelInputError(`\`${field}\` must not be empty.`);
  if (value.length <= maxCharacters) return value;
  throw new ModelInputError(
    `\`${field}\` may have at most ${maxCharacters.toLocaleString('en')} characters.`,
  );
}

function readTexts(value: unknown, field: string): string[] {
  if (Array.isArray(value) && value.length > 0 && value.length <= maxEntries) {
    return value.map((entry, index) => readText(entry, `${field}[${index}]`));
  }
  throw new ModelInputError(`\`${field}\` must be a list of 1 to ${maxEntries} strings.`);
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
    if (!Array.isArray(cells) || !cells.every((cell) => ['string', 'number'].includes(typeof cell))) {
      throw new ModelInputError(`\`${field}.${name}\` must be a list of strings and numbers.`);
    }
    return [name, cells.map(String)];
  });
  const rows = table[0]?.[1].length ?? 0;
  if (rows * table.length > maxCells) throw new ModelInputError(`\`${field}\` has too many cells.`);
  for (const [name, { length }] of table) {
    if (length === rows) continue;
    throw new ModelInputError(`\`${field}.${name}\` has ${length} cells, but the first column has ${rows}.`);
  }
  return Object.fromEntries(table);
}

/** A file in base64, alone or in a data URL. */
export function readFile(value: unknown, field: string): Buffer {
  const encoded = typeof value === 'string' ? value.replace(/^data:[^,]*,/, '') : '';
  if (/^[A-Za-z0-9+/=_\s-]+$/.test(encoded)) return Buffer.from(encoded, 'base64');
  throw new ModelInputError(`\`${field}\` must be a file in base64.`);
}

function readImage({ file, inputs }: Payload): Promise<Image> {
  return decodeImage(file ?? readFile(inputs, 'inputs'));
}

function readSound({ file, inputs }: Payload): Promise<Sound> {
  return decodeSound(file ?? readFile(inputs, 'inputs'));
}

function readInputText({ inputs }: Payload): string {
  return readText(inputs, 'inputs');
}

function readInputTable({ inputs }: Payload): Table {
  return readTable(readObject(inputs, 'inputs').data, 'inputs.data');
}

async function readImageQuestion({ inputs }: Payload) {
  const { question, image } = readObject(inputs, 'inputs');
  const text = readText(question, 'inputs.question');
  return { question: text, image: await decodeImage(readFile(image, 'inputs.image')) };
}

async function readPromptedImage(payload: Payload) {
  const prompt = readText(payload.parameters.prompt, 'parameters.prompt');
  return { prompt, image: await readImage(payload) };
}

/** Images besides the first, as fal-ai's payload has them. */
function readFurtherImages({ image_urls: urls }: ModelParameters): Promise<Image[]> {
  const further = Array.isArray(urls) ? urls.slice(1, 4) : [];
  return Promise.all(further.map((url) => decodeImage(readFile(url, 'image_urls'))));
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
  'document-question-answering': readImageQuestion,
  'feature-extraction': readInputText,
  'fill-mask': readInputText,
  'image-classification': readImage,
  'image-segmentation': readImage,
  'image-to-image': readImage,
  'image-to-text': readImage,
  'object-detection': readImage,
  'question-answering': ({ inputs }) => {
    const { question, context } = readObject(inputs, 'inputs');
    return {
      question: readText(question, 'inputs.question'),
      context: readText(context, 'inputs.context'),
    };
  },
  'sentence-similarity': ({ inputs }) => {
    const { source_sentence, sentences } = readObject(inputs, 'inputs');
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
  'visual-question-answering': readImageQuestion,
  'zero-shot-classification': (payload) => ({
    text: readInputText(payload),
    candidateLabels: readLabels(payload.parameters),
    multiLabel: payload.parameters.multi_label === true,
  }),
  'zero-shot-image-classification': async ({ inputs, parameters }) => {
    const [image, field] = isRecord(inputs) ? [inputs.image, 'inputs.image'] : [inputs, 'inputs'];
    return { image: await decodeImage(readFile(image, field)), candidateLabels: readLabels(parameters) };
  },
  'text-to-video': readInputText,
  'image-to-video': readImage,
  'image-text-to-image': async (payload) => ({
    ...(await readPromptedImage(payload)),
    furtherImages: await readFurtherImages(payload.parameters),
  }),
  'image-text-to-video': readPromptedImage,
  'text-to-audio': readInputText,
};

/** Whether the input of a task is one file, which can be sent without JSON. */
export function acceptsFile(task: TaskId): boolean {
  return readers[task] === readImage || readers[task] === readSound;
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
