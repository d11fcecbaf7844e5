export * from './batch-line.ts';
export * from './blob-sources.ts';
export {
  type BatchSource,
  type Cell,
  cellText,
  describeCell,
  isRemoteFile,
  MediaCell,
  type Row,
  whyBroken,
} from './cells.ts';
export * from './estimate.ts';
export * from './hub-sources.ts';
export { createKeyNumbers, isKey, keyNumbering, parseShard } from './keys.ts';
export * from './limiter.ts';
export { createMapping, findLabelColumn, type Mapping, matchColumns } from './mapping.ts';
export * from './parquet.ts';
export {
  type BatchCandidate,
  type BatchSetup,
  countRuns,
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  requirePrices,
} from './plan-rows.ts';
export * from './prompt.ts';
export * from './download-file.ts';
export { seededRandom } from './random.ts';
export * from './run-batch.ts';
// By name, so that commands that read no tables create no collator.
export {
  compareNames,
  getFileField,
  inputExtensions,
  isBatchTable,
  isRowFile,
  readRowFile,
} from './table-rows.ts';
