export {
  getChoiceIndex,
  messageIn,
  type MessagePart,
  readMessage,
  reasoningNames,
  type ThinkingPiece,
  thinkingReader,
} from './chat-message.ts';
export { getReader, type TaskResult } from './readers.ts';
export { getMedia, getResponseMedia, resultKinds } from './result-kinds.ts';
export {
  type Box,
  check,
  describe,
  getSpanText,
  type Media,
  type ResultDefinition,
  type ResultKind,
  type ResultView,
  type ResultViews,
  type Span,
} from './result.ts';
export {
  answerInContextResult,
  boxesResult,
  candidatesResult,
  cellsResult,
  chatResult,
  documentAnswersResult,
  fillsResult,
  labelsResult,
  masksResult,
  mediaResult,
  rowValuesResult,
  similaritiesResult,
  spansResult,
  textResult,
  tracksResult,
  vectorResult,
  visualAnswersResult,
  zeroShotResult,
} from './task-results.ts';
