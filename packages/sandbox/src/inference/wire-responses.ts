import type { MediaFile, ModelParameters, TaskOutputs, TaskId } from '../define-model.ts';
import { encodePng, type Image } from '../media/image.ts';
import { encodeWav, type Sound } from '../media/sound.ts';
import { encodeWebm, type Video } from '../media/video.ts';
import { keepAbove, keepBest } from '../models/parameters.ts';

export type WireResponse = { json: unknown } | { file: MediaFile };

type Writers = {
  [Task in TaskId]?: (answer: TaskOutputs[Task], parameters: ModelParameters) => unknown;
};

async function createImageFile(image: Image): Promise<MediaFile> {
  return { contentType: 'image/png', bytes: await encodePng(image) };
}

function createSoundFile(sound: Sound): MediaFile {
  return { contentType: 'audio/wav', bytes: encodeWav(sound) };
}

async function createVideoFile(video: Video): Promise<MediaFile> {
  return { contentType: 'video/webm', bytes: await encodeWebm(video) };
}

function toBase64({ bytes }: MediaFile): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const wrapInList = (answer: unknown) => [answer];

/** The response formats of the real API, where they differ from the answers. */
const writers: Writers = {
  'audio-classification': keepBest,
  'audio-to-audio': (answer) =>
    answer.map(({ label, sound }) => {
      const file = createSoundFile(sound);
      return { label, blob: toBase64(file), 'content-type': file.contentType };
    }),
  'document-question-answering': keepBest,
  'fill-mask': keepBest,
  'image-classification': keepBest,
  'image-segmentation': (answer, parameters) =>
    Promise.all(
      keepAbove(answer, parameters).map(async ({ mask, ...segment }) => ({
        ...segment,
        mask: toBase64(await createImageFile(mask)),
      })),
    ),
  'image-to-image': createImageFile,
  'image-to-text': wrapInList,
  'object-detection': keepAbove,
  summarization: wrapInList,
  'text-classification': (answer, parameters) => [keepBest(answer, parameters)],
  'text-generation': wrapInList,
  'text-to-image': createImageFile,
  'text-to-speech': createSoundFile,
  translation: wrapInList,
  'visual-question-answering': keepBest,
  'zero-shot-classification': ({ labels, scores }) =>
    labels.map((label, index) => ({ label, score: scores[index] })),
  'zero-shot-image-classification': keepBest,
  'text-to-video': createVideoFile,
  'image-to-video': createVideoFile,
  'image-text-to-image': createImageFile,
  'image-text-to-video': createVideoFile,
  'text-to-audio': createSoundFile,
};

const fileWriters: readonly unknown[] = [createImageFile, createSoundFile, createVideoFile];

/** A model's answer in the format of the real API. */
export async function writeResponse<Task extends TaskId>(
  task: Task,
  answer: TaskOutputs[Task],
  parameters: ModelParameters,
): Promise<WireResponse> {
  const write = writers[task];
  const body = write ? await write(answer, parameters) : answer;
  return fileWriters.includes(write) ? { file: body as MediaFile } : { json: body };
}
