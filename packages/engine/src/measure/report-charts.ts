import type { MetricId } from '../tasks/index.ts';
import { escapeMarkup, visibleLine } from '../text/index.ts';
import { metrics } from './metrics.ts';
import { formatInterval, formatValue } from './report-text.ts';
import type { CandidateSummary, Confusion, Differences, Figure, ReliabilityBin, Report } from './report.ts';

/** A position or length, in percent of the width: charts have no scale of their own, so that their text keeps its size. */
const at = (share: number) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10];

/** Round values around all intervals, at most six. */
function getScale(figures: readonly Figure[]) {
  const values = figures.flatMap(({ low, value, high }) =>
    [low, value, high].filter((each) => each !== undefined),
  );
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((each) => (max - min) / each <= 4) ?? (max - min) / 4;
  const start = Math.floor(min / step + 1e-9) * step;
  const end = Math.max(start + step, Math.ceil(max / step - 1e-9) * step);
  const ticks = Array.from(
    { length: Math.round((end - start) / step) + 1 },
    (_, index) => start + index * step,
  );
  return { ticks, place: (value: number) => 0.03 + (0.94 * (value - start)) / (end - start) };
}

/** The interval of each candidate on one scale. */
export function intervalChart(metric: MetricId, all: readonly Figure[]): Markup {
  const figures = all.filter((figure) => figure.metric === metric && figure.value !== undefined);
  const { ticks, place } = getScale(figures.length > 0 ? figures : [{ low: 0, high: 1 } as Figure]);
  const grid = ticks.map(
    (tick) => markup`<line class="grid" x1="${at(place(tick))}" x2="${at(place(tick))}" y1="0" y2="100%" />`,
  );
  const rows = figures.map((figure) => {
    const { model, value = 0, low = value, high = value } = figure;
    const label = `${model}: ${formatValue(metric, value)}, 95% interval ${formatInterval(figure)}`;
    return markup`<div class="interval"><b class="name" title="${model}">${model}</b><svg class="strip" role="img" aria-label="${label}">${grid}<line class="whisker" x1="${at(place(low))}" x2="${at(place(high))}" y1="14" y2="14" /><circle cx="${at(place(value))}" cy="14" r="6" /></svg><span class="figure"><b>${formatValue(metric, value)}</b> <small>${formatInterval(figure)}</small></span></div>`;
  });
  const labels = ticks.map(
    (tick) =>
      markup`<text x="${at(place(tick))}" y="12">${formatValue(metric, Number(tick.toFixed(6))).replace('.0%', '%')}</text>`,
  );
  const lower = metrics[metric].isLowerBetter ? ', lower is better' : '';
  return markup`<section class="chart"><h3>${metrics[metric].title}<small>${lower}</small></h3>${rows}<div class="interval axis"><i></i><svg class="scale" aria-hidden="true">${labels}</svg><i></i></div></section>`;
}

const SIDE = 200;
const MARGIN = 34;

/** How often answers are right, by their score; on the diagonal, scores mean what they say. */
export function reliabilityChart({ model }: CandidateSummary, bins: readonly ReliabilityBin[]): Markup {
  const most = Math.max(...bins.map(({ rows }) => rows));
  const total = bins.reduce((sum, { rows }) => sum + rows, 0);
  const error = bins.reduce(
    (sum, { rows, rate, confidence }) => sum + (rows / total) * Math.abs(rate - confidence),
    0,
  );
  const x = (share: number) => (MARGIN + share * SIDE).toFixed(1);
  const y = (share: number) => (8 + (1 - share) * SIDE).toFixed(1);
  const ticks = [0, 0.5, 1].map(
    (tick) =>
      markup`<line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}" /><text class="end" x="${MARGIN - 6}" y="${Number(y(tick)) + 4}">${100 * tick}%</text><text x="${x(tick)}" y="${SIDE + 26}">${100 * tick}%</text>`,
  );
  const points = bins.map(
    ({ confidence, rate, rows }) =>
      markup`<line class="gap" x1="${x(confidence)}" x2="${x(confidence)}" y1="${y(rate)}" y2="${y(confidence)}"/><circle cx="${x(confidence)}" cy="${y(rate)}" r="${(3 + 6 * Math.sqrt(rows / most)).toFixed(1)}"><title>${rows} rows: score ${formatValue('accuracy', confidence)}, right ${formatValue('accuracy', rate)}</title></circle>`,
  );
  return markup`<figure><figcaption><b class="name">${model}</b><small>scores are off by ${formatValue('accuracy', error)} on average</small></figcaption><svg class="square" width="${SIDE + MARGIN + 14}" height="${SIDE + 34}" role="img" aria-label="Reliability of ${model}: calibration error ${formatValue('accuracy', error)}">${ticks}<line class="ideal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" />${points}</svg><small class="axis-name">across: score of the answer; up: share that is right</small></figure>`;
}

const SHADES = 8;

/** Rows are actual classes; the shade is the share of the row. */
export function confusionTable({ model }: CandidateSummary, { names, counts }: Confusion): Markup {
  const hasOthers = counts.some((line) => line.at(-1)! > 0);
  const heads: Content[] = [...names, ...(hasOthers ? ['other or failed'] : [])].map(
    (name) => markup`<th scope="col"><span title="${name}">${name}</span></th>`,
  );
  const lines = counts.map((line, row) => {
    const total = line.reduce((sum, count) => sum + count, 0) || 1;
    const cells = line.slice(0, hasOthers ? undefined : -1).map((count, column) => {
      const shade = Math.ceil((SHADES * count) / total);
      return markup`<td class="${column === row ? 'right' : 'wrong'} shade-${shade}">${count === 0 ? '' : count}</td>`;
    });
    return markup`<tr><th scope="row"><span title="${names[row]}">${names[row]}</span></th>${cells}</tr>`;
  });
  return markup`<figure class="wide"><figcaption><b class="name">${model}</b><small>rows: label, columns: answer</small></figcaption><div class="scroll" tabindex="0"><table class="confusion"><thead><tr><td></td>${heads}</tr></thead><tbody>${lines}</tbody></table></div></figure>`;
}

const MAX_BARS = 120;

/** How much better one candidate is on each row. */
export function differenceChart({ a, b, metric, values }: Differences): Markup {
  const better = values.filter((value) => value > 0).length;
  const worse = values.filter((value) => value < 0).length;
  const same = values.length - better - worse;
  const legend = markup`<ul class="legend"><li><i class="key a"></i>${a} better: <b>${better}</b></li><li><i class="key same"></i>no difference: <b>${same}</b></li><li><i class="key b"></i>${b} better: <b>${worse}</b></li></ul>`;
  const summary = `${a} is better on ${better} rows, ${b} on ${worse}, and ${same} do not differ`;
  if (metrics[metric].isRate) {
    let start = 0;
    const parts = [['a', better] as const, ['same', same] as const, ['b', worse] as const].map(
      ([name, rows]) => {
        const part = markup`<rect class="${name}" x="${at(start)}" width="${at(rows / values.length)}" height="100%"/>`;
        start += rows / values.length;
        return part;
      },
    );
    return markup`<svg class="shares" role="img" aria-label="${summary}">${parts}</svg>${legend}`;
  }
  const bars = Math.min(MAX_BARS, values.length);
  const peak = values.reduce(
    (max, value) => (Number.isFinite(value) ? Math.max(max, Math.abs(value)) : max),
    1e-9,
  );
  const columns = Array.from({ length: bars }, (_, index) => {
    const slice = values.slice(
      Math.floor((index * values.length) / bars),
      Math.floor(((index + 1) * values.length) / bars),
    );
    const mean = slice.reduce((sum, value) => sum + Math.min(peak, Math.max(-peak, value)), 0) / slice.length;
    const height = Math.abs(mean) / peak / 2;
    return markup`<rect class="${mean > 0 ? 'a' : 'b'}" x="${at(index / bars)}" width="${at(0.82 / bars)}" y="${at(mean > 0 ? 0.5 - height : 0.5)}" height="${at(height)}"/>`;
  });
  return markup`<svg class="waterfall" role="img" aria-label="${summary}"><line class="grid" x1="0" x2="100%" y1="50%" y2="50%" />${columns}</svg><p class="hint">Each bar is ${values.length > bars ? 'a group of rows' : 'a row'}, sorted by the difference of their scores.</p>${legend}`;
}

/** The rows that differ most. */
export function differingRows({ a, b, rows }: Differences, label: Report['label']): Markup {
  const lines = rows.map(
    ({ row, input, label: expected, answers, scores }) =>
      markup`<tr><th scope="row">${row}</th><td data-title="Input" dir="auto">${input}</td><td data-title="${label}" dir="auto">${expected}</td>${answers.map((answer, index) => markup`<td data-title="${index === 0 ? a : b}" dir="auto" class="${scores[index]! > scores[1 - index]! ? 'better' : 'worse'}">${answer}</td>`)}</tr>`,
  );
  return markup`<table class="rows"><thead><tr><th scope="col">Row</th><th scope="col">Input</th><th scope="col">${label}</th><th scope="col">${a}</th><th scope="col">${b}</th></tr></thead><tbody>${lines}</tbody></table>`;
}

/** HTML that `markup` wrote, in which everything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | undefined | Markup | readonly Content[];

/** A template of HTML whose values are text. The name keeps formatters away. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(values[index])).join(''));
}

function render(value: Content): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return value === undefined ? '' : escapeMarkup(visibleLine(String(value)));
}
