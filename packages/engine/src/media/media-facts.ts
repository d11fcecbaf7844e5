import type { FileInput } from '../fields/index.ts';
import { duration, size } from '../format/index.ts';
import { asLine } from '../text/index.ts';
import type { Media } from '../results/index.ts';
import { readSound, type SoundFacts } from './sound.ts';

/** `image/png`, `512 × 512`, `340 kB`. */
export function pictureFacts(
  file: Media | Pick<FileInput, 'contentType' | 'size'>,
  found?: { readonly width: number; readonly height: number },
  times = '×',
): string[] {
  return [
    asLine(file.contentType),
    ...(found ? [`${found.width} ${times} ${found.height}`] : []),
    size('bytes' in file ? file.bytes.length : file.size),
  ];
}

/** `audio/wav`, `2.5 s`, `16 kHz`, `mono`, `80 kB`. */
export function soundFacts({ contentType, bytes }: Media, facts = readSound(bytes, 1)): string[] {
  const known = facts ? [duration(facts.seconds), `${facts.sampleRate / 1000} kHz`, getChannels(facts)] : [];
  return [asLine(contentType), ...known, size(bytes.length)];
}

function getChannels({ channels }: SoundFacts): string {
  if (channels === 1) return 'mono';
  return channels === 2 ? 'stereo' : `${channels} channels`;
}
