import type { MediaFile, TaskAnswers, TaskId } from '../define-model.ts';
import type { Picture } from '../media/picture.ts';
import type { Sound } from '../media/sound.ts';
import { keepAbove, keepBest } from './limits.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** An answer as it goes over the wire: a JSON value or a bare file. */
export type WireAnswer = { json: unknown } | { file: MediaFile };

type Writers = {
  [Task in TaskId]: (answer: TaskAnswers[Task], parameters: Parameters) => unknown;
};

async function pictureFile(picture: Picture): Promise<MediaFile> {
  const { encodePng } = await import('../media/picture.ts');
  return { contentType: 'image/png', bytes: await encodePng(picture) };
}

async function soundFile(sound: Sound): Promise<MediaFile> {
  const { encodeWav } = await import('../media/sound.ts');
  return { contentType: 'audio/wav', bytes: encodeWav(sound) };
}

function toBase64({ bytes }: MediaFile): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const asItIs = (answer: unknown): unknown => answer;
const inList = (answer: unknown): unknown[] => [answer];

/** The shapes of the recorded answers of the real API, a task each. Media tasks give a `MediaFile`. */
const writers: Writers = {
  'audio-classification': keepBest,
  'audio-to-audio': (answer) =>
    Promise.all(
      answer.map(async ({ label, sound }) => {
        const file = await soundFile(sound);
        return { label, blob: toBase64(file), 'content-type': file.contentType };
      }),
    ),
  'automatic-speech-recognition': asItIs,
  'document-question-answering': keepBest,
  'feature-extraction': asItIs,
  'fill-mask': keepBest,
  'image-classification': keepBest,
  'image-segmentation': (answer, parameters) =>
    Promise.all(
      keepAbove(answer, parameters).map(async ({ mask, ...segment }) => ({
        ...segment,
        mask: toBase64(await pictureFile(mask)),
      })),
    ),
  'image-to-image': pictureFile,
  'image-to-text': inList,
  'object-detection': keepAbove,
  'question-answering': asItIs,
  'sentence-similarity': asItIs,
  summarization: inList,
  'table-question-answering': asItIs,
  'tabular-classification': asItIs,
  'tabular-regression': asItIs,
  'text-classification': (answer, parameters) => [keepBest(answer, parameters)],
  'text-generation': inList,
  'text-to-image': pictureFile,
  'text-to-speech': soundFile,
  'token-classification': asItIs,
  translation: inList,
  'visual-question-answering': keepBest,
  'zero-shot-classification': inList,
  'zero-shot-image-classification': keepBest,
};

/** Puts a model's answer in the shape that the real API sends. @throws ModelInputError for bad `top_k` or `threshold`. */
export async function writeAnswer<Task extends TaskId>(
  task: Task,
  answer: TaskAnswers[Task],
  parameters: Parameters,
): Promise<WireAnswer> {
  const written = await writers[task](answer, parameters);
  const isFile = task === 'image-to-image' || task === 'text-to-image' || task === 'text-to-speech';
  return isFile ? { file: written as MediaFile } : { json: written };
}
