import type { TaskId, TaskInputs } from '../define-model.ts';
import { isRecord } from '../server/read-body.ts';
import type { Payload } from './payload.ts';
import { readCandidateLabels, readObject, readTable, readText, readTexts } from './read-fields.ts';
import { refuseLongTexts } from './size-limits.ts';
import { readPicture, readPictureField, readSound } from './read-media.ts';

type Readers = {
  [Task in TaskId]: (payload: Payload) => TaskInputs[Task] | Promise<TaskInputs[Task]>;
};

function readInputText({ inputs }: Payload): string {
  refuseLongTexts([inputs], 'inputs');
  return readText(inputs, 'inputs');
}

const readInputTable = ({ inputs }: Payload) =>
  readTable(readObject(inputs, 'inputs')['data'], 'inputs.data');

async function readPictureQuestion({ inputs }: Payload) {
  const { question, image } = readObject(inputs, 'inputs');
  return {
    question: readText(question, 'inputs.question'),
    image: await readPictureField(image, 'inputs.image'),
  };
}

/** How each task reads its inputs. All throw ModelInputError, whose message names the field that is wrong. */
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
    refuseLongTexts([question, context], 'inputs');
    return {
      question: readText(question, 'inputs.question'),
      context: readText(context, 'inputs.context'),
    };
  },
  'sentence-similarity': ({ inputs }) => {
    const { source_sentence, sentences } = readObject(inputs, 'inputs');
    refuseLongTexts([source_sentence, ...(Array.isArray(sentences) ? sentences : [])], 'inputs');
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
    candidateLabels: readCandidateLabels(payload.parameters),
    multiLabel: payload.parameters['multi_label'] === true,
  }),
  'zero-shot-image-classification': async ({ inputs, parameters }) => {
    const [image, field] = isRecord(inputs) ? [inputs['image'], 'inputs.image'] : [inputs, 'inputs'];
    return {
      image: await readPictureField(image, field),
      candidateLabels: readCandidateLabels(parameters),
    };
  },
};

/** Reads, checks and decodes what a task's model is to be given. @throws ModelInputError */
export async function readTaskInputs<Task extends TaskId>(
  task: Task,
  payload: Payload,
): Promise<TaskInputs[Task]> {
  return readers[task](payload);
}
