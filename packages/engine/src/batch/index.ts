export { getSpent, parseBatchLine, type BatchLine } from './batch-line.ts';
export * from './blob-sources.ts';
export {
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  requirePrices,
  type BatchCandidate,
} from './candidates.ts';
export { cellText, MediaCell, type BatchSource, type Cell, type Row } from './cells.ts';
export { getCostBound, getHighestPrice } from './cost.ts';
export * from './describe-progress.ts';
export * from './estimate.ts';
export { downloadFile, hubSource, isHubSource, type ReadParquetFile } from './hub-sources.ts';
export { compareNames, getFileField, inputExtensions, isBatchTable } from './input-files.ts';
export { isKey, type Shard } from './keys.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export {
  createMapping,
  findLabelColumn,
  matchColumns,
  type Mapping,
  type MappingOptions,
} from './mapping.ts';
export { isParquetFile, readParquet, type ParquetDecoder, type RandomAccessFile } from './parquet.ts';
export {
  fillPrompt,
  isPromptFile,
  listPlaceholders,
  parsePromptFile,
  requirePlaceholders,
  textPrompt,
  type PromptTemplate,
} from './prompt.ts';
export * from './plan-rows.ts';
export * from './run-batch.ts';
export { parseShard } from './shard.ts';
export { isRowFile, readRowFile } from './table-rows.ts';
