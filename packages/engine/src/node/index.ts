/** The part of the engine that needs Node: files, settings, tokens, transport. */
export * from './batch-output.ts';
export * from './batch-sources.ts';
export * from './file-lock.ts';
export { type CheckedFile, checkFile, readIfPresent, readLines } from './files.ts';
export * from './history.ts';
export * from './inputs.ts';
export * from './parquet-thread.ts';
export * from './permitted-files.ts';
export { createFolder, getFileReason, replace } from './private-file.ts';
export * from './redirect-receiver.ts';
export * from './run-files.ts';
export { dataFolder, readSettings, type Settings, settingsFolder } from './settings.ts';
export * from './token-store.ts';
export * from './transport.ts';
