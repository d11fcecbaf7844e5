import { asLine, imageFacts, readImageSize, readSound, soundFacts, type Media } from '@tryout/engine';
import {
  flow,
  sparkline,
  styleFor,
  getSymbols,
  truncate,
  getWidth,
  wrap,
  type Terminal,
} from '../terminal/index.ts';
import { asColumn, asColumns, getColumns, note, type Renderer } from './renderer.ts';
import { moreLine } from './rows.ts';

const MAX_CHART_WIDTH = 60;

/** The image, its facts and its path; plain: type, width, height, bytes, path. */
export const image: Renderer<'image'> = {
  drawn({ media }, terminal, { saved }) {
    const { separator, times } = getSymbols(terminal);
    const facts = imageFacts(media, readImageSize(media.bytes), times);
    return [flow(facts, separator, getColumns(terminal)), ...savedLines(saved[0], terminal)].join('\n');
  },
  image: ({ media }) => ({ bytes: () => Promise.resolve(media.bytes), overlays: () => ({}) }),
  plain({ media }, { saved }) {
    const found = readImageSize(media.bytes);
    return asColumns(media.contentType, found?.width, found?.height, media.bytes.length, saved[0]);
  },
};

/** The sound's loudness, its facts and its path; plain: type, seconds, sample rate, channels, bytes, path. */
export const audio: Renderer<'audio'> = {
  drawn: ({ media }, terminal, { saved }) => soundLines(media, saved[0], terminal).join('\n'),
  plain: ({ media }, { saved }) => soundColumns(media, saved[0]),
};

/** Each track with its label, as a sound; plain: label, then the columns of a sound. */
export const tracks: Renderer<'tracks'> = {
  parts: ({ tracks: all }) => all.length,
  drawn({ tracks: all }, terminal, { saved, limits, chosen }) {
    if (all.length === 0) return note('No tracks', terminal);
    const { bold, cyan } = styleFor(terminal);
    const { pointer, ellipsis } = getSymbols(terminal);
    const drawn = all.slice(0, limits.rows).map(({ label, media }, index) => {
      const lead = index === chosen ? cyan(pointer) : '';
      const title = bold(truncate(asLine(label), getColumns(terminal) - getWidth(lead), ellipsis));
      return [lead + title, ...soundLines(media, saved[index], terminal)].join('\n');
    });
    const left = all.length - drawn.length;
    if (left > 0) drawn.push(moreLine(left, terminal, limits.all));
    return drawn.join('\n\n');
  },
  plain: ({ tracks: all }, { saved }) =>
    all
      .map(({ label, media }, index) => `${asColumn(label)}\t${soundColumns(media, saved[index])}`)
      .join('\n'),
};

export function soundLines(media: Media, saved: string | undefined, terminal: Terminal): string[] {
  const columns = getColumns(terminal);
  const facts = readSound(media.bytes, Math.min(MAX_CHART_WIDTH, columns));
  // The square root makes quiet parts visible.
  const heights = terminal.isScreenReader === true ? undefined : facts?.loudness?.map(Math.sqrt);
  const chart = heights ? [styleFor(terminal).cyan(sparkline(heights, terminal))] : [];
  const text = flow(soundFacts(media, facts), getSymbols(terminal).separator, columns);
  return [...chart, text, ...savedLines(saved, terminal)];
}

function soundColumns({ contentType, bytes }: Media, saved: string | undefined): string {
  const facts = readSound(bytes, 1);
  return asColumns(contentType, facts?.seconds, facts?.sampleRate, facts?.channels, bytes.length, saved);
}

function savedLines(path: string | undefined, terminal: Terminal): string[] {
  return path === undefined ? [] : [wrap(`Saved to ${asColumn(path)}`, getColumns(terminal))];
}
