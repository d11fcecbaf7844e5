export * from './evaluate.ts';
export * from './report.ts';
export { metrics } from './metrics.ts';
export { reportPage } from './report-page.ts';
export * from './row-summary.ts';
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
