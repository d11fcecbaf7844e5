import type { FileInput, MediaKind } from '../fields/index.ts';
import type { Media, ResultKind, ResultView, ResultViews } from './result.ts';
import type { TaskResult } from './readers.ts';

interface Files<Kind extends ResultKind> {
  /** What its files contain; the response is the file, unless `entry` says where it is. */
  readonly media: MediaKind;
  files(view: ResultViews[Kind]): readonly Media[];
}

/** What a kind of result is able to do; a kind does not compile without it. */
type ResultKindRow<Kind extends ResultKind> = {
  /** For example `labels with scores`. */
  readonly description: string;
  /** The name of the file in each entry of the JSON. Without `media`, files are not saved but drawn. */
  readonly entry?: 'blob' | 'mask';
  /** Whether it is drawn on the image that it describes. */
  readonly isDrawn?: boolean;
} & (ResultViews[Kind] extends { media: Media }
  ? Files<Kind>
  : Files<Kind> | { readonly media?: undefined; files?: undefined }) &
  (ResultViews[Kind] extends { image: FileInput } ? { isDrawn: true } : { isDrawn?: false });

export const resultKinds: { readonly [Kind in ResultKind]: ResultKindRow<Kind> } = {
  text: { description: 'text' },
  labels: { description: 'labels with scores' },
  spans: { description: 'labeled parts of the text' },
  answers: { description: 'answers with scores' },
  boxes: { description: 'boxes around objects', isDrawn: true },
  masks: { description: 'outlined regions', entry: 'mask', isDrawn: true },
  cells: { description: 'answer from the cells' },
  numbers: { description: 'numbers' },
  vector: { description: 'vector of numbers' },
  image: { description: 'image', media: 'image', files: ({ media }) => [media] },
  audio: { description: 'audio', media: 'audio', files: ({ media }) => [media] },
  video: { description: 'video', media: 'video', files: ({ media }) => [media] },
  tracks: {
    description: 'audio tracks',
    media: 'audio',
    entry: 'blob',
    files: ({ tracks }) => tracks.map(({ media }) => media),
  },
};

/** The files of a result: one, or those of its tracks. */
export function getMedia(view: ResultView): readonly Media[] {
  const { files } = resultKinds[view.kind] as ResultKindRow<ResultKind>;
  return files?.(view) ?? [];
}

/** What a response that is a file contains; undefined for JSON. */
export function getResponseMedia(kind: ResultKind): MediaKind | undefined {
  const { media, entry } = resultKinds[kind];
  return entry === undefined ? media : undefined;
}

function result<Kind extends ResultKind>(
  kind: Kind,
  reader: TaskResult['reader'],
  field?: string,
): TaskResult<Kind> {
  return { kind, reader, ...(field !== undefined && { field }) };
}

export const labelsResult = result('labels', 'labels');
export const candidatesResult = result('labels', 'candidates');
export const fillsResult = result('labels', 'fills');
export const zeroShotResult = result('labels', 'zeroShot');
export const spansResult = result('spans', 'spans');
export const answerInContextResult = result('answers', 'answerInContext');
export const documentAnswersResult = result('answers', 'documentAnswers');
export const visualAnswersResult = result('answers', 'visualAnswers');
export const boxesResult = result('boxes', 'boxes');
export const masksResult = result('masks', 'masks');
export const tracksResult = result('tracks', 'tracks');
export const cellsResult = result('cells', 'cells');
export const similaritiesResult = result('numbers', 'similarities');
export const rowValuesResult = result('numbers', 'rowValues');
export const vectorResult = result('vector', 'vector');
export const chatResult = result('text', 'chat');
export const textResult = (field: string) => result('text', 'text', field);
export const mediaResult = <Kind extends MediaKind>(kind: Kind) => result(kind, 'media');
