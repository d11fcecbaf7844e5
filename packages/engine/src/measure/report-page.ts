import { sha256 } from '@noble/hashes/sha2.js';
import { costText } from '../cost.ts';
import { counted } from '../format/index.ts';
import { toBase64 } from '../text/index.ts';
import type { Report } from './report.ts';
import {
  markup,
  type Content,
  type Markup,
  confusionTable,
  differenceChart,
  differingRows,
  intervalChart,
  reliabilityChart,
} from './report-charts.ts';
import { metrics } from './metrics.ts';
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

const shades = [8, 16, 26, 38, 50, 64, 80, 100].map(
  (
    percent,
    index,
  ) => `.right.shade-${index + 1}{background:color-mix(in oklab,var(--a) ${percent}%,transparent)}
.wrong.shade-${index + 1}{background:color-mix(in oklab,var(--b) ${percent}%,transparent)}`,
);

/** The style sheet of the report, with the colors of the web app. */
const pageStyle = `
:root{color-scheme:light dark;--page:light-dark(#fffaf0,#101012);--panel:light-dark(#fff,#19191c);--line:light-dark(#ece6d8,#323238);
--ink:light-dark(#1c1917,#f4f4f5);--soft:light-dark(#5d5852,#a9a9b2);--a:light-dark(#2f5fe0,#7ea2ff);--b:light-dark(#c2620a,#f0a04b);
--good:light-dark(#166534,#86efac);--good-soft:light-dark(#e9f7ec,#14301e);--warn-soft:light-dark(#fff3cf,#37300f);--bad:light-dark(#b91c1c,#fca5a5);
--gold:#ffd21e}
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif;
max-width:72rem;margin-inline:auto;padding:2.5rem 1.5rem;overflow-wrap:anywhere;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
header{border-inline-start:6px solid var(--gold);padding-inline-start:1rem;margin-block-end:1.5rem}
h1{font-size:2rem;line-height:1.15;letter-spacing:-.02em}
h2{font-size:1.2rem;letter-spacing:-.01em}
h3{font-size:1rem;margin-block:1.25rem .5rem}
small,.hint,.facts,.axis-name,footer{color:var(--soft);font-size:.875rem;font-weight:400}
.kicker{color:var(--soft);font-size:.875rem}
.name{font-weight:600}
.verdict{font-size:1.3rem;line-height:1.4;letter-spacing:-.01em;padding:1.1rem 1.35rem;border-radius:14px;margin-block-end:1rem;text-wrap:pretty}
.verdict.sure,.badge.sure{background:var(--good-soft)}
.verdict.unsure,.badge.unsure,.notes{background:var(--warn-soft)}
.notes{list-style-position:inside;padding:.75rem 1.35rem;border-radius:14px;margin-block-end:1rem;font-size:.9375rem}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:1.35rem;margin-block-end:1rem}
.panel>.hint{margin-block:.15rem .9rem}
.badge{border-radius:99px;padding:.15rem .6rem;font-size:.8125rem;white-space:nowrap}
.badge.sure{color:var(--good)}
.charts{display:grid;gap:1.5rem}
.chart h3{margin-block:0 .35rem}
.interval{display:grid;grid-template-columns:minmax(9rem,17rem) minmax(0,1fr) 13rem;gap:1rem;align-items:center}
.interval .name{font-size:.9375rem;line-height:1.3}
.figure{white-space:nowrap;text-align:end}
svg{display:block;overflow:visible;fill:var(--a)}
.strip{width:100%;height:28px}
.scale{width:100%;height:18px}
.whisker{stroke:var(--a);stroke-width:4;stroke-linecap:round;opacity:.38}
.strip circle{stroke:var(--panel);stroke-width:2}
.grid{stroke:var(--line)}
text{fill:var(--soft);font-size:12px;text-anchor:middle}
text.end{text-anchor:end}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:start;padding:.55rem .75rem;vertical-align:top;border-block-end:1px solid var(--line);font-weight:400}
thead th{color:var(--soft);font-size:.8125rem;padding-block:.25rem}
tr>:first-child{padding-inline-start:0}
tr>:last-child{padding-inline-end:0}
tbody tr:last-child>*{border-block-end:0}
.data td{white-space:nowrap}
.data td small{display:block}
.failed{color:var(--bad);font-weight:600}
.figures{display:flex;flex-wrap:wrap;gap:1.75rem}
figure{min-width:0;max-width:100%}
figcaption{display:grid;margin-block-end:.6rem;max-width:20rem}
.square circle{fill:var(--a);fill-opacity:.85}
.ideal{stroke:var(--soft);stroke-dasharray:4 4}
.gap{stroke:var(--b);stroke-width:2}
.axis-name{display:block;padding-inline-start:34px;font-size:.8125rem}
.scroll{overflow-x:auto}
.confusion{width:auto;font-size:.875rem}
.confusion th,.confusion td{border:2px solid var(--panel);padding:.3rem .5rem;border-radius:6px}
.confusion td{text-align:center;min-width:2.75rem}
.confusion tbody td{background:color-mix(in oklab,var(--line) 35%,transparent)}
.confusion th span{display:block;max-width:9rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.confusion thead th{vertical-align:bottom;text-align:center}
.confusion tbody th{text-align:end;color:var(--soft);font-size:.8125rem}
${shades.join('\n')}
.shade-7,.shade-8{color:light-dark(#fff,#101012);font-weight:600}
.a{fill:var(--a);background:var(--a)}
.b{fill:var(--b);background:var(--b)}
.same{fill:var(--line);background:var(--line)}
.shares{width:100%;height:34px;border-radius:8px;overflow:hidden}
.waterfall{width:100%;height:140px}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.5rem;margin-block:.6rem;font-size:.9375rem}
.key{display:inline-block;width:.75rem;height:.75rem;border-radius:3px;margin-inline-end:.45rem}
.rows td{max-width:24rem}
.rows .better{background:color-mix(in oklab,var(--good-soft) 70%,transparent)}
.rows .worse{color:var(--soft)}
footer{margin-block-start:1.5rem;max-width:60ch}
@media (max-width:44rem){
body{padding:1.25rem .9rem}
h1{font-size:1.6rem}
.verdict{font-size:1.125rem;padding:.9rem 1rem}
.panel{padding:1rem}
.interval{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem}
.interval .strip,.interval .scale{order:1}
.axis i{display:none}
.data thead,.rows thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.data tbody tr,.rows tbody tr{display:block;padding-block:.6rem;border-block-end:1px solid var(--line)}
.data tbody tr:last-child,.rows tbody tr:last-child{border-block-end:0}
.data tbody th,.rows tbody th{display:block;border:0;padding:0 0 .25rem}
.rows tbody th::before{content:'Row '}
.data td,.rows td{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:.75rem;border:0;padding:.15rem 0;max-width:none}
.data td::before,.rows td::before{content:attr(data-title);color:var(--soft);font-size:.875rem}
.data td small{display:inline}
.data td>*{grid-column:2;justify-self:start}
.data td{white-space:normal}
}
@media print{.panel,.verdict{break-inside:avoid}}
`;

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
