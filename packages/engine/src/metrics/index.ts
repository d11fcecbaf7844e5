export { getOverlap } from './boxes.ts';
export * from './evaluate.ts';
export * from './report.ts';
export { metrics } from './metrics.ts';
export { reportPage } from './report-page.ts';
export * from './row-summary.ts';
export { correlate, rankValues, sortIndexes } from './statistics.ts';
export { countCommon, f1, wordF1 } from './texts.ts';
export {
  formatCost,
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
