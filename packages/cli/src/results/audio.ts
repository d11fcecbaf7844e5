import { readSound, soundFacts, type Media } from '@tryout/engine';
import { asColumns } from './made-visible.ts';
import { soundLines } from './media-lines.ts';
import type { Renderer } from './renderer.ts';

/** The sound's loudness, its facts and where it was saved; plain: {@link soundColumns}. */
export const audio: Renderer<'audio'> = {
  drawn: ({ media }, terminal, { saved = [] }) => soundLines(media, saved[0], terminal).join('\n'),
  plain: ({ media }, { saved = [] }) => soundColumns(media, saved[0]),
  summary: ({ media }) => soundFacts(media).slice(0, -1).join(' '),
};

/** Type, seconds, sample rate, channels, bytes, path. */
export function soundColumns({ contentType, bytes }: Media, saved: string | undefined): string {
  const facts = readSound(bytes, 1);
  return asColumns(contentType, facts?.seconds, facts?.sampleRate, facts?.channels, bytes.length, saved);
}
