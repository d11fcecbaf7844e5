export * from './conversation.ts';
export * from './describe-run.ts';
export * from './history.ts';
export * from './hub.ts';
export * from './inputs.ts';
export * from './link.ts';
export {
  mapFiles,
  MAX_MEDIA,
  readRunFile,
  readRunFiles,
  withFilesInside,
  withFilesInsideAll,
} from './media.ts';
export * from './record.ts';
export * from './result.ts';
export * from './run-file.ts';
