export { getOverlap } from './boxes.ts';
export { createEvaluation } from './evaluate.ts';
export { metrics } from './metrics.ts';
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
export { rowSummarizer, type RowSummary, viewLine } from './rows.ts';
export { correlate, rankValues, sortIndexes } from './statistics.ts';
export { countCommon, f1, wordF1 } from './texts.ts';
