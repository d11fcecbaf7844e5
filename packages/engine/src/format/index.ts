export {
  answerText,
  emptyAnswerText,
  furtherText,
  getAnswer,
  hasWinner,
  incompleteNote,
  otherPartsJson,
  refusalText,
  toolCallsJson,
} from './answers.ts';
export {
  modelFacts,
  modelLabels,
  providerSummary,
  suggestedModels,
  taskSearchTerms,
  taskSignature,
} from './descriptions.ts';
export { detailFacts } from './detail-facts.ts';
export {
  compactJson,
  defaultFileName,
  getMediaType,
  jsonText,
  numbered,
  resultJson,
  runFileName,
  timestampedFileName,
} from './files.ts';
export { getSafeUrl } from './markdown-lexer.ts';
export {
  getListNumbers,
  markdownBlocks,
  type MarkdownToken,
  type MarkdownTokens,
  type MarkedToken,
} from './markdown.ts';
export {
  count,
  counted,
  duration,
  elapsed,
  formatAmount,
  formatColumn,
  formatCorners,
  formatScores,
  LONG_WAIT,
  percent,
  shortCount,
  shortNumber,
  size,
  timeAgo,
  waitText,
} from './numbers.ts';
export {
  describeLimits,
  freeParameter,
  getParameterError,
  LOOKING_UP_PARAMETERS,
  otherParameterHint,
  parameterLimits,
  parameterRange,
  parameterRefusal,
  type ParameterRow,
  parameterRows,
  typedText,
  withParameter,
} from './parameters.ts';
export {
  clockText,
  describeEvent,
  describePartial,
  destinationSummary,
  formatDay,
  getTokensPerSecond,
  parameterSummary,
  progressText,
  resultPreview,
  runOptions,
  runSummary,
  shortModelName,
  speedFacts,
  spokenLength,
  spokenProgressText,
  tokenRate,
  unsentTokenHint,
  unsentTokenNote,
} from './run-status.ts';
export {
  aggregationText,
  computeStatistics,
  eachNumber,
  firstNumbers,
  getHeight,
  innermost,
  type Statistics,
  tableColumns,
  visibleRows,
} from './tables.ts';
export { getExcerpt, markedParts, type TextPlace } from './text-parts.ts';
export { labelTones, type Tone, tones, tonesFor } from './tones.ts';
