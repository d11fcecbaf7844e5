export * from './describe-run.ts';
export * from './history.ts';
export { getStoredHubName, isFromOtherHub, otherHubNote, SANDBOX } from './hub.ts';
export * from './inputs.ts';
export * from './link.ts';
export {
  mapFiles,
  MAX_MEDIA,
  readRunFile,
  readRunFiles,
  restoreFile,
  withFilesInside,
  withFilesInsideAll,
} from './media.ts';
export * from './record.ts';
export * from './result.ts';
export {
  createRunId,
  getFiles,
  hashBlob,
  MAX_RUN_FILE,
  parseRunFile,
  runFileText,
  type StoredRun,
  toRunFile,
} from './run-file.ts';
export type { RunFile, StoredFile, StoredImage, StoredInput, StoredResult, Vote } from './run-schema.ts';
