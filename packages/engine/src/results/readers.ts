import {
  boxesResult,
  candidatesResult,
  fillsResult,
  labelsResult,
  masksResult,
  tracksResult,
  zeroShotResult,
} from './labels.ts';
import { fileResult, type ResultDefinition, type ResultKind } from './result.ts';
import { answerInContextResult, documentAnswersResult, spansResult, visualAnswersResult } from './spans.ts';
import { chatResult, textResult } from './text.ts';
import { cellsResult, rowValuesResult, similaritiesResult, vectorResult } from './values.ts';

const readers = {
  labels: labelsResult,
  candidates: candidatesResult,
  fills: fillsResult,
  zeroShot: zeroShotResult,
  spans: spansResult,
  answerInContext: answerInContextResult,
  documentAnswers: documentAnswersResult,
  visualAnswers: visualAnswersResult,
  boxes: boxesResult,
  masks: masksResult,
  tracks: tracksResult,
  cells: cellsResult,
  similarities: similaritiesResult,
  rowValues: rowValuesResult,
  vector: vectorResult,
  chat: chatResult,
  text: textResult,
  media: fileResult,
};

/** The result of a task. What reads it is loaded when a model runs: pages show their first screen without it. */
export interface TaskResult<Kind extends ResultKind = ResultKind> {
  readonly kind: Kind;
  readonly reader: keyof typeof readers;
  /** The field of a text. */
  readonly field?: string;
}

/** How the response of a task is validated and displayed. */
export function getReader({ kind, reader, field = '' }: TaskResult): ResultDefinition {
  const definition =
    reader === 'text'
      ? textResult(field)
      : reader === 'media'
        ? fileResult(kind as 'image')
        : readers[reader];
  return definition as ResultDefinition;
}
