import type { Media } from '@tryout/engine';
import { imageSize } from 'image-size';
import { duration, readSound, size, type SoundFacts } from '../terminal/index.ts';
import { asLine } from './made-visible.ts';

/** EXIF orientations from this on lie on their side. */
const FIRST_SIDEWAYS = 5;

/** Width and height of a picture as it is shown, from its header; undefined where the header cannot be read. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** `image/png`, `512 × 512`, `340 kB`: what is known of a picture. */
export function pictureFacts({ contentType, bytes }: Media, times = '×'): string[] {
  const found = pictureSize(bytes);
  return [
    asLine(contentType),
    ...(found ? [`${found.width} ${times} ${found.height}`] : []),
    size(bytes.length),
  ];
}

/** `audio/wav`, `2.5 s`, `16000 Hz`, `mono`, `80 kB`: what is known of a sound. */
export function soundFacts({ contentType, bytes }: Media, facts = readSound(bytes, 1)): string[] {
  const known = facts ? [duration(facts.seconds), `${facts.sampleRate} Hz`, channelsOf(facts)] : [];
  return [asLine(contentType), ...known, size(bytes.length)];
}

function channelsOf({ channels }: SoundFacts): string {
  if (channels === 1) return 'mono';
  return channels === 2 ? 'stereo' : `${channels} channels`;
}
