import { costText } from '../cost/index.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { counted } from '../format/index.ts';
import { toBase64 } from '../text/index.ts';
import type { Report } from './report.ts';
import { markup, type Content, type Markup } from './markup.ts';
import { metrics } from './metrics.ts';
import {
  confusionTable,
  differenceChart,
  differingRows,
  intervalChart,
  reliabilityChart,
} from './report-charts.ts';
import { pageStyle } from './report-style.ts';
import {
  formatDifference,
  formatInterval,
  formatP,
  formatSeconds,
  formatThroughput,
  getNotes,
  getVerdict,
  isSignificant,
  roughly,
} from './report-text.ts';

/** Charts of more candidates would fill pages. */
const MAX_CHARTS = 6;

/** A page without scripts and external resources; its policy allows nothing but its own style sheet. */
export function reportPage(report: Report): string {
  const { task, label, rows, candidates, metrics: figures, differences } = report;
  const style = toBase64(sha256(new TextEncoder().encode(pageStyle)));
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  const ids = [...new Set(figures.map(({ metric }) => metric))];
  const verdict = getVerdict(report);
  const isSure = report.pairs.some(
    (pair) =>
      pair.metric === ids[0] &&
      pair.a === candidates[0]?.model &&
      pair.b === candidates[1]?.model &&
      isSignificant(pair),
  );
  const notes = getNotes(report);
  const reliable = candidates
    .slice(0, MAX_CHARTS)
    .flatMap((candidate) =>
      candidate.reliability ? [reliabilityChart(candidate, candidate.reliability)] : [],
    );
  const confusions = candidates
    .slice(0, MAX_CHARTS)
    .flatMap((candidate) => (candidate.confusion ? [confusionTable(candidate, candidate.confusion)] : []));
  const labeled = label === undefined ? '' : `, compared with the column “${label}”`;
  const body = markup`<header><p class="kicker">Tryout report</p><h1>${task}</h1><p class="facts">${counted(candidates.length, 'model')}, ${counted(rows, 'row')}${labeled}</p></header><main>${verdict === undefined ? undefined : markup`<p class="verdict ${isSure ? 'sure' : 'unsure'}">${verdict}</p>`}${
    notes.length === 0
      ? undefined
      : markup`<ul class="notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`
  }${
    ids.length === 0
      ? undefined
      : markup`<section class="panel"><h2>Results</h2><p class="hint">The best first. Lines are 95% confidence intervals.</p><div class="charts">${ids.map((id) => intervalChart(id, figures))}</div></section>`
  }${pairsTable(report)} ${timesTable(report)}${panel('Reliability of scores', 'A point is a group of answers with about the same score. On the dashed line, scores are as often right as they say.', reliable)}${panel('Confusion', 'Which answers were given for which label.', confusions)}${differences && differences.values.length > 0 ? differencesPanel(report) : undefined}</main><footer>Made with Tryout. Rates have Wilson intervals; other figures and their differences come from a seeded bootstrap over rows. Rates are compared with McNemar’s exact test. All p-values have Holm’s correction. Failed rows count as wrong.</footer>`;
  const page = markup`<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}"/><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light dark"/><meta name="referrer" content="no-referrer" /><title>${task} – Tryout report</title>`;
  return `<!doctype html>\n<html lang="en"><head>${page.text}<style>${pageStyle}</style></head>\n<body>${body.text}</body></html>\n`;
}

function panel(title: string, hint: string, figures: readonly Markup[]): Content {
  if (figures.length === 0) return undefined;
  return markup`<section class="panel"><h2>${title}</h2><p class="hint">${hint}</p><div class="figures">${figures}</div></section>`;
}

function differencesPanel({ differences, label }: Report): Content {
  if (!differences) return undefined;
  const { a, b, rows } = differences;
  return markup`<section class="panel"><h2>Differences per row</h2><p class="hint">${a} and ${b}, by ${metrics[differences.metric].title}.</p>${differenceChart(differences)}${
    rows.length === 0
      ? undefined
      : markup`<h3>Inputs that differ most</h3>${differingRows(differences, label)}`
  }</section>`;
}

function dataTable(titles: readonly string[], rows: readonly (readonly Content[])[]): Markup {
  const lines = rows.map(
    ([name, ...cells]) =>
      markup`<tr><th scope="row">${name}</th>${cells.map((cell, index) => markup`<td data-title="${titles[index + 1]}">${cell}</td>`)}</tr>`,
  );
  return markup`<table class="data"><thead><tr>${titles.map((title) => markup`<th scope="col">${title}</th>`)}</tr></thead><tbody>${lines}</tbody></table>`;
}

function pairsTable({ pairs }: Report): Content {
  if (pairs.length === 0) return undefined;
  const rows = pairs.map((pair) => [
    markup`<b class="name">${pair.a}</b> <small>and</small> <b class="name">${pair.b}</b>`,
    metrics[pair.metric].title,
    markup`<b>${formatDifference(pair.metric, pair.difference)}</b> <small>${formatInterval(pair)}</small>`,
    markup`<span class="badge ${isSignificant(pair) ? 'sure' : 'unsure'}">${isSignificant(pair) ? 'more than noise' : 'not more than noise'}</span><small>${formatP(pair.p)}</small>`,
    pair.rowsNeeded === undefined ? '–' : roughly(pair.rowsNeeded),
  ]);
  return markup`<section class="panel"><h2>Comparison</h2><p class="hint">On the rows that both models have: the first minus the second.</p>${dataTable(['Models', 'Metric', 'Difference', 'Verdict', 'Rows needed'], rows)}</section>`;
}

function timesTable({ candidates }: Report): Content {
  const rows = candidates.map((candidate) => [
    markup`<b class="name">${candidate.model}</b>`,
    String(candidate.done),
    candidate.failed === 0 ? '0' : markup`<span class="failed">${candidate.failed}</span>`,
    formatSeconds(candidate.median),
    formatSeconds(candidate.p95),
    formatThroughput(candidate.throughput),
    costText(candidate),
  ]);
  return markup`<section class="panel"><h2>Time and cost</h2><p class="hint">Time per request; the rate of one connection.</p>${dataTable(['Model', 'Done', 'Failed', 'Median', '95th percentile', 'Rate', 'Cost'], rows)}</section>`;
}
