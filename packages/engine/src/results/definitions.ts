import type { MediaKind } from '../fields/index.ts';
import type { readers } from './readers.ts';
import type { ResultKind, ResultReader } from './result.ts';

type Readers = typeof readers;

export type ReaderName = keyof Readers;

/** The kind of a task's result, and the name of a reader that needs no other inputs than the task's. */
export interface ResultDefinition<Kind extends ResultKind, Inputs> {
  readonly kind: Kind;
  readonly reader: {
    [Name in ReaderName]: Readers[Name] extends ResultReader<Kind, infer _Value, Inputs> ? Name : never;
  }[ReaderName];
}

export const answerInContextResult = { kind: 'answers', reader: 'answerInContext' } as const;
export const boxesResult = { kind: 'boxes', reader: 'boxes' } as const;
export const candidatesResult = { kind: 'labels', reader: 'candidates' } as const;
export const cellsResult = { kind: 'cells', reader: 'cells' } as const;
export const chatResult = { kind: 'text', reader: 'chat' } as const;
export const documentAnswersResult = { kind: 'answers', reader: 'documentAnswers' } as const;
export const fillsResult = { kind: 'labels', reader: 'fills' } as const;
export const labelsResult = { kind: 'labels', reader: 'labels' } as const;
export const masksResult = { kind: 'masks', reader: 'masks' } as const;
export const rowValuesResult = { kind: 'numbers', reader: 'rowValues' } as const;
export const similaritiesResult = { kind: 'numbers', reader: 'similarities' } as const;
export const spansResult = { kind: 'spans', reader: 'spans' } as const;
export const tracksResult = { kind: 'tracks', reader: 'tracks' } as const;
export const vectorResult = { kind: 'vector', reader: 'vector' } as const;
export const visualAnswersResult = { kind: 'answers', reader: 'visualAnswers' } as const;
export const zeroShotResult = { kind: 'labels', reader: 'zeroShot' } as const;

/** A file. */
export const mediaResult = <Kind extends MediaKind>(kind: Kind) => ({ kind, reader: kind });

/** A text in a field of the response. */
export const textResult = <Name extends Extract<ReaderName, 'text' | `${string}_text`>>(reader: Name) =>
  ({ kind: 'text', reader }) as const;
