export { type BatchLine, getSpent, isUncounted, parseBatchLine } from './batch-line.ts';
export {
  detectPastedFormat,
  type NamedBlob,
  pastedFile,
  type PastedFormat,
  pastedFormats,
  sourcesFromBlobs,
} from './blob-sources.ts';
export { compareNames, getFileField, inputExtensions, isBatchTable } from './input-files.ts';
export {
  type BatchCandidate,
  type BatchSetup,
  countRuns,
  DEFAULT_BATCH_CONCURRENCY,
  findCandidates,
  requirePrices,
} from './plan-rows.ts';
export { type BatchSource, type Cell, cellText, isRemoteFile, MediaCell, type Row } from './cells.ts';
export { describeFailures, describeProgress } from './describe-progress.ts';
export { type BatchEstimate, describeRequest, estimateBatch } from './estimate.ts';
export { downloadFile, hubSource, isHubSource, type ReadParquetFile } from './hub-sources.ts';
export { isKey } from './keys.ts';
export type { Limiter } from './limiter.ts';
export { createMapping, findLabelColumn, type Mapping, matchColumns } from './mapping.ts';
export { isParquetFile, type ParquetDecoder, type RandomAccessFile, readParquet } from './parquet.ts';
export {
  fillPrompt,
  isPromptFile,
  listPlaceholders,
  parsePromptFile,
  type PromptTemplate,
  requirePlaceholders,
  textPrompt,
} from './prompt.ts';
export {
  type BatchHandlers,
  type BatchJournal,
  type BatchProgress,
  type BatchSummary,
  runBatch,
  type StopReason,
} from './run-batch.ts';
export { parseShard } from './shard.ts';
export { isRowFile, readRowFile } from './table-rows.ts';
