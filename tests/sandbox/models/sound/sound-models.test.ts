import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ModelDefinition, TaskId } from '../../../../packages/sandbox/src/define-model.ts';
import { decodeSound } from '../../../../packages/sandbox/src/media/sound.ts';
import { models } from '../../../../packages/sandbox/src/models/index.ts';
import { morseCode } from '../../../../packages/sandbox/src/models/sound/morse.ts';
import { never } from './sounds.ts';

const soundModels = models.filter(({ task }) => /audio|speech/.test(task));

async function answerExample(model: ModelDefinition, name: string): Promise<unknown> {
  const file = await readFile(new URL(`../../../../examples/${name}`, import.meta.url));
  return model.answer(await decodeSound(file), {}, never);
}

describe('the audio models', () => {
  it.each<[TaskId, string]>([
    ['audio-classification', 'sandbox/sound-sorter'],
    ['audio-to-audio', 'sandbox/bass-treble-splitter'],
    ['automatic-speech-recognition', 'sandbox/morse-listener'],
    ['text-to-speech', 'sandbox/morse-speaker'],
  ])('the default model for %s is %s', (task, id) => {
    expect(soundModels.find((model) => model.task === task)?.id).toBe(id);
  });

  const files = soundModels.flatMap((model) =>
    model.examples.flatMap(({ src }) => (src ? [{ model, id: model.id, src }] : [])),
  );
  it.each(files)('$id runs its example $src', async ({ model, src }) => {
    expect(await answerExample(model, src)).toBeTruthy();
  });

  it('the example of the sorter has equal shares of each kind', async () => {
    const [sorter] = soundModels;
    if (!sorter) throw new Error('no model');
    const labels = await answerExample(sorter, 'silence-tone-noise.flac');
    expect(labels).toMatchObject([{ score: 1 / 3 }, { score: 1 / 3 }, { score: 1 / 3 }, { score: 0 }]);
  });

  it('the 49 Morse characters have unique codes', () => {
    expect(morseCode.size).toBe(49);
    expect(new Set(morseCode.values()).size).toBe(morseCode.size);
  });
});
