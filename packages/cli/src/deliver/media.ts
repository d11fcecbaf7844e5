import {
  asLine,
  imageFacts,
  readImageSize,
  readSound,
  readVideo,
  soundFacts,
  videoFacts,
  type Media,
} from '@tryout/engine';
import {
  flow,
  sparkline,
  styleFor,
  getSymbols,
  truncate,
  getWidth,
  wrap,
  type Terminal,
} from '../screen/index.ts';
import { asColumn, asColumns, getColumns, note, type Renderer, moreLine } from './renderer.ts';

const MAX_CHART_WIDTH = 60;

/** The image, its facts and its path; plain: type, width, height, bytes, path. */
export const image: Renderer<'image'> = {
  draw({ media }, terminal, { paths }) {
    const { separator, times } = getSymbols(terminal);
    const facts = imageFacts(media, readImageSize(media.bytes), times);
    return [flow(facts, separator, getColumns(terminal)), ...savedLines(paths[0], terminal)].join('\n');
  },
  image: ({ media }) => ({ bytes: () => Promise.resolve(media.bytes), overlays: () => ({}) }),
  plain({ media }, { paths }) {
    const size = readImageSize(media.bytes);
    return asColumns(media.contentType, size?.width, size?.height, media.bytes.length, paths[0]);
  },
};

/** The first frame where it can be decoded, the facts and the path; plain: type, seconds, width, height, bytes, path. */
export const video: Renderer<'video'> = {
  draw({ media }, terminal, { paths }) {
    const { separator, times } = getSymbols(terminal);
    return [
      flow(videoFacts(media, times), separator, getColumns(terminal)),
      ...savedLines(paths[0], terminal),
    ].join('\n');
  },
  image: ({ media: { bytes } }) => ({
    bytes: () => Promise.resolve(readVideo(bytes)?.firstFrame),
    overlays: () => ({}),
  }),
  plain({ media: { contentType, bytes } }, { paths }) {
    const { seconds, width, height } = readVideo(bytes) ?? {};
    return asColumns(contentType, seconds, width, height, bytes.length, paths[0]);
  },
};

/** The sound's loudness, its facts and its path; plain: type, seconds, sample rate, channels, bytes, path. */
export const audio: Renderer<'audio'> = {
  draw: ({ media }, terminal, { paths }) => soundLines(media, paths[0], terminal).join('\n'),
  plain: ({ media }, { paths }) => soundColumns(media, paths[0]),
};

/** Each track with its label, as a sound; plain: label, then the columns of a sound. */
export const tracks: Renderer<'tracks'> = {
  parts: ({ tracks: all }) => all.length,
  draw({ tracks: all }, terminal, { paths, limits, partIndex }) {
    if (all.length === 0) return note('No tracks', terminal);
    const { bold, cyan } = styleFor(terminal);
    const { pointer, ellipsis } = getSymbols(terminal);
    const blocks = all.slice(0, limits.rows).map(({ label, media }, index) => {
      const lead = index === partIndex ? cyan(pointer) : '';
      const title = bold(truncate(asLine(label), getColumns(terminal) - getWidth(lead), ellipsis));
      return [lead + title, ...soundLines(media, paths[index], terminal)].join('\n');
    });
    const rest = all.length - blocks.length;
    if (rest > 0) blocks.push(moreLine(rest, terminal, limits.all));
    return blocks.join('\n\n');
  },
  plain: ({ tracks: all }, { paths }) =>
    all
      .map(({ label, media }, index) => `${asColumn(label)}\t${soundColumns(media, paths[index])}`)
      .join('\n'),
};

export function soundLines(media: Media, path: string | undefined, terminal: Terminal): string[] {
  const columns = getColumns(terminal);
  const facts = readSound(media.bytes, Math.min(MAX_CHART_WIDTH, columns));
  // The square root makes quiet parts visible.
  const heights = terminal.isScreenReader === true ? undefined : facts?.loudness?.map(Math.sqrt);
  const chart = heights ? [styleFor(terminal).cyan(sparkline(heights, terminal))] : [];
  const text = flow(soundFacts(media, facts), getSymbols(terminal).separator, columns);
  return [...chart, text, ...savedLines(path, terminal)];
}

function soundColumns({ contentType, bytes }: Media, path: string | undefined): string {
  const facts = readSound(bytes, 1);
  return asColumns(contentType, facts?.seconds, facts?.sampleRate, facts?.channels, bytes.length, path);
}

function savedLines(path: string | undefined, terminal: Terminal): string[] {
  return path === undefined ? [] : [wrap(`Saved to ${asColumn(path)}`, getColumns(terminal))];
}
