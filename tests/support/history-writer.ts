/** A program that records runs and prints the ID of each. Arguments: folder, runs, maximum runs, bytes of the image. */
import { ulid } from 'ulid';
import { hashBlob, type StoredRun } from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';

/** A run with an image of its own, and one that it shares with all others. */
export async function imageRun(prompt: string, imageBytes = 1000): Promise<StoredRun> {
  const images = [
    new Blob([prompt.padEnd(imageBytes, '.')], { type: 'image/png' }),
    new Blob(['shared'], { type: 'image/png' }),
  ];
  const media = await Promise.all(
    images.map(async (blob) => ({
      file: 'a.png',
      type: 'image/png',
      bytes: blob.size,
      sha256: await hashBlob(blob),
    })),
  );
  return {
    run: {
      tryout: 1,
      id: ulid(),
      task: 'text-to-image',
      model: 'sandbox/painter',
      inputs: { text: prompt },
      result: { status: 'done', media, seconds: 1, startedAt: new Date().toISOString() },
    },
    media: new Map(media.map(({ sha256 }, index) => [sha256, images[index]!])),
  };
}

const [, program = '', folder = '', ...numbers] = process.argv;
if (program.endsWith('history-writer.mjs')) {
  const [times = 0, maxRuns = Infinity, imageBytes] = numbers.map(Number);
  const history = fileHistory(folder, { runs: maxRuns, bytes: 1e9 });
  for (let n = 0; n < times; n += 1) {
    const stored = await imageRun(`${process.pid} ${n}`, imageBytes);
    await history.add(stored, 'a picture');
    process.stdout.write(`${stored.run.id}\n`);
  }
}
