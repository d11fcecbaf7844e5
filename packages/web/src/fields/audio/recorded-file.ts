import { toWav } from './to-wav.ts';

/** A recording and its name. */
export interface RecordedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The pieces of a recorder as one file: a WAV, or the recording as it is where it cannot be decoded. */
export async function recordedFile(pieces: readonly Blob[], mimeType: string): Promise<RecordedFile> {
  const type = mimeType.split(';')[0] ?? '';
  const recording = new Blob([...pieces], { type });
  try {
    return { blob: await toWav(recording), name: 'recording.wav' };
  } catch {
    return { blob: recording, name: `recording.${type.split('/')[1] ?? 'webm'}` };
  }
}
