export * from './agreement.ts';
export type { DecodeMask } from './boxes.ts';
export { markDifferences } from './compared-kinds.ts';
export * from './comparison.ts';
export * from './evaluate.ts';
export { metrics } from './metrics.ts';
// By name, so that commands that write no report do not build its style sheet.
export { reportPage } from './report-page.ts';
export {
  formatDifference,
  formatInterval,
  formatP,
  formatSeconds,
  formatValue,
  getNotes,
  getVerdict,
  reportCsv,
  reportJson,
  reportMarkdown,
} from './report-text.ts';
export type { CandidateSummary, Pair, Report } from './report.ts';
export { type LabelOptions, rowSummarizer, type RowSummary, viewLine } from './rows.ts';
export { createRowFinder } from './source-rows.ts';
export { cosine } from './statistics.ts';
export * from './votes.ts';
