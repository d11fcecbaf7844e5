/** The part of the engine that needs Node: files, settings, tokens, transport. */
export { type BatchOutput, getMediaFolder, openBatchOutput } from './batch-output.ts';
export { checkInput, getSourceKind, sourceFromPath, type SourceOptions, splitGlob } from './batch-sources.ts';
export { fileLock } from './file-lock.ts';
export { type CheckedFile, checkFile, readIfPresent, withFile } from './files.ts';
export {
  fileTokenStore,
  findToken,
  hubTokenPath,
  tokenInEnvironment,
  type TokenSource,
} from './token-store.ts';
export { fileHistory } from './history.ts';
export {
  fileFromPath,
  fileFromStream,
  jsonFromPath,
  jsonFromStream,
  textFromPath,
  textFromStream,
} from './inputs.ts';
export { readParquetInThread } from './parquet-thread.ts';
export { findFolder, isOpenBelow, openHandle, openRegularFile, type Permission } from './permitted-files.ts';
export { createFolder, getFileReason, replace } from './private-file.ts';
export { readLines } from './read-lines.ts';
export {
  closeServer,
  LOOPBACK_REDIRECT,
  openRedirectReceiver,
  signInByBrowser,
} from './redirect-receiver.ts';
export { fileBeside, runsFromPath } from './run-files.ts';
export { dataFolder, readSettings, type Settings, settingsFolder } from './settings.ts';
export { nodeTransport } from './transport.ts';
