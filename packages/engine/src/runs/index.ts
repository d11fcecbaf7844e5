export { continuedInputs, restoreResult, restoreRun } from './result.ts';
export { describeRun, type RecordedRun, storedOutput } from './describe-run.ts';
export {
  defaultHistoryLimits,
  type GroupedEntry,
  groupEntries,
  groupRuns,
  hasSeveral,
  type History,
  type HistoryEntry,
  HistoryError,
  type HistoryFilter,
  type HistoryLimits,
  isHistoryEntry,
  isRunId,
  latestRuns,
  matches,
  toHistoryEntry,
} from './history.ts';
export { getStoredHubName, isFromOtherHub, otherHubNote, SANDBOX } from './hub.ts';
export { restoreInputs, storeInputs } from './inputs.ts';
export { createRunLink, getLinkedResult, isRunLink, readRunLink, readRunsLink } from './link.ts';
export {
  mapFiles,
  MAX_MEDIA,
  readRunFile,
  readRunFiles,
  withFilesInside,
  withFilesInsideAll,
} from './media.ts';
export { describeSessionRun, isRefused, recordRuns } from './record.ts';
export {
  createRunId,
  getFiles,
  type GroupFile,
  hashBlob,
  MAX_RUN_FILE,
  parseRunFile,
  runFileText,
  type StoredRun,
  toRunFile,
} from './run-file.ts';
export {
  type RunFile,
  type StoredFile,
  type StoredImage,
  type StoredInput,
  type StoredResult,
  type Vote,
  votes,
} from './run-schema.ts';
