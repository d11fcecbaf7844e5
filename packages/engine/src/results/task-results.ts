import type { MediaKind } from '../fields/index.ts';
import type { TaskResult } from './readers.ts';
import type { ResultKind } from './result.ts';

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
