/** The part of the engine that needs Node: files, settings, tokens, transport. */
export { openBatchOutput, type BatchOutput } from './batch-output.ts';
export { getSourceKind, isGlob, sourceFromPath } from './batch-sources.ts';
export { readParquetInThread } from './parquet-thread.ts';
export { fileLock } from './file-lock.ts';
export { readIfPresent } from './files.ts';
export * from './find-token.ts';
export { fileHistory } from './history.ts';
export * from './inputs.ts';
export { createFolder, getFileReason, replace } from './private-file.ts';
export { readLines } from './read-lines.ts';
export * from './redirect-receiver.ts';
export * from './run-files.ts';
export * from './settings.ts';
export { fileTokenStore } from './token-store.ts';
export * from './transport.ts';
