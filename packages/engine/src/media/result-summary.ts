import { imageSize } from 'image-size';
import type { FileInput } from '../fields/index.ts';
import {
  duration,
  size,
  aggregationText,
  answerText,
  emptyAnswerText,
  formatAmount,
  formatScores,
} from '../format/index.ts';
import {
  type Media,
  getSpanText,
  type ResultKind,
  type ResultView,
  type ResultViews,
} from '../results/index.ts';
import { asLine, attempt, asLabel } from '../text/index.ts';
import { readSound, type SoundFacts, readVideo } from './facts.ts';

/** `image/png`, `512 × 512`, `340 kB`. */
export function imageFacts(
  file: Media | Pick<FileInput, 'contentType' | 'size'>,
  imageSize?: { readonly width: number; readonly height: number },
  times = '×',
): string[] {
  return [
    asLine(file.contentType),
    ...(imageSize ? [`${imageSize.width} ${times} ${imageSize.height}`] : []),
    size('bytes' in file ? file.bytes.length : file.size),
  ];
}

/** `audio/wav`, `2.5 s`, `16 kHz`, `mono`, `80 kB`. */
export function soundFacts({ contentType, bytes }: Media, facts = readSound(bytes, 1)): string[] {
  const known = facts ? [duration(facts.seconds), `${facts.sampleRate / 1000} kHz`, getChannels(facts)] : [];
  return [asLine(contentType), ...known, size(bytes.length)];
}

/** `video/mp4`, `5.0 s`, `1280 × 720`, `1.2 MB`. */
export function videoFacts({ contentType, bytes }: Media, times = '×', facts = readVideo(bytes)): string[] {
  const { seconds, width, height } = facts ?? {};
  return [
    asLine(contentType),
    ...(seconds === undefined ? [] : [duration(seconds)]),
    ...(width && height ? [`${width} ${times} ${height}`] : []),
    size(bytes.length),
  ];
}

function getChannels({ channels }: SoundFacts): string {
  if (channels === 1) return 'mono';
  return channels === 2 ? 'stereo' : `${channels} channels`;
}

/** EXIF orientations from here on are rotated by 90 degrees. */
const FIRST_SIDEWAYS = 5;

/** Displayed width and height from the header; undefined if it cannot be read. */
export function readImageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  return attempt(() => {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
  });
}

/** The number of parts that a summary names. */
const NAMED = 10;

const summaries: { readonly [Kind in ResultKind]: (view: ResultViews[Kind]) => string } = {
  text: (view) => asLine(answerText(view)) || emptyAnswerText(view).slice(1, -1),
  labels({ rows }) {
    const [best] = rows;
    if (!best) return 'no labels';
    return `${asLabel(best.label)} ${bestScore(rows)}`;
  },
  spans({ text, spans }) {
    if (spans.length === 0) return 'nothing found';
    const parts = spans.map((span) => `${asLine(span.label)} ${asLine(getSpanText(text, span))}`);
    return counted('part', 'parts', spans.length, parts);
  },
  answers({ answers }) {
    const [best] = answers;
    if (!best) return 'no answer';
    return `${asLabel(best.answer)} ${bestScore(answers)}`.trim();
  },
  boxes: ({ boxes }) => regions('box', 'boxes', boxes),
  masks: ({ masks }) => regions('mask', 'masks', masks),
  cells(view) {
    const words = aggregationText(view);
    return asLine(view.answer) + (words === undefined ? '' : ` (${words})`);
  },
  numbers({ rows }) {
    const first = rows.slice(0, NAMED).map(({ value }) => formatAmount(value));
    return rows.length === 0 ? 'no numbers' : first.join(', ') + (rows.length > NAMED ? ', …' : '');
  },
  vector: ({ shape }) =>
    `${shape.join(' × ')} ${shape.every((length) => length === 1) ? 'number' : 'numbers'}`,
  image: ({ media }) => imageFacts(media, readImageSize(media.bytes)).slice(0, 2).join(', '),
  audio: ({ media }) => soundFacts(media).slice(0, -1).join(', '),
  video: ({ media }) => videoFacts(media).slice(0, -1).join(', '),
  tracks({ tracks }) {
    if (tracks.length === 0) return 'no tracks';
    const labels = tracks.map(({ label }) => asLine(label));
    return counted('track', 'tracks', tracks.length, labels);
  },
};

/** A result on one line, for example `POSITIVE 99.8%`. Texts are not shortened. */
export function resultSummary(view: ResultView): string {
  return (summaries[view.kind] as (view: ResultView) => string)(view);
}

function bestScore(rows: readonly { readonly score?: number }[]): string {
  return formatScores(rows.map(({ score }) => score))[0]!.amount;
}

function regions(noun: string, plural: string, regionList: readonly { readonly label: string }[]): string {
  if (regionList.length === 0) return 'nothing found';
  const counts = new Map<string, number>();
  for (const { label } of regionList) counts.set(label, (counts.get(label) ?? 0) + 1);
  const parts = [...counts].map(([label, times]) => asLine(label) + (times > 1 ? ` ×${times}` : ''));
  return counted(noun, plural, regionList.length, parts);
}

function counted(noun: string, plural: string, count: number, parts: readonly string[]): string {
  return `${count} ${count === 1 ? noun : plural}: ${parts.slice(0, NAMED).join(', ')}`;
}
