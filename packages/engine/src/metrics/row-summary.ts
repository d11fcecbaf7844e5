import type { Metric } from './metric.ts';
import { metrics } from './metrics.ts';
import { size } from '../format/index.ts';
import { resultSummary } from '../media/index.ts';
import type { ResultView } from '../results/index.ts';
import { taskNamed } from '../tasks/index.ts';
import type { BatchLine } from '../batch/index.ts';
import { metricsOf, readView, rowReader, type MeasuredRow } from './rows.ts';

/** A line of a batch in short, for a list of rows. */
export interface RowSummary extends Pick<
  MeasuredRow,
  'row' | 'model' | 'input' | 'label' | 'answer' | 'failure' | 'seconds'
> {
  /** Whether the answer is not that of the label; undefined without a label, or where answers are numbers. */
  readonly isWrong: boolean | undefined;
}

/**
 * Returns a function that summarizes lines of one task. Files, and results that are not texts, are described.
 * @param label the column with the labels
 */
export function rowSummarizer(label: string | undefined): (line: BatchLine) => RowSummary {
  const reader = rowReader(label);
  return (line) => {
    const { measures, row, model, input, label: expected, answer, failure, seconds } = reader.read(line);
    const [id] = metricsOf(reader.getTask()!);
    const metric = id === undefined ? undefined : (metrics[id] as unknown as Metric);
    const isWrong = measures && metric && !metric.isNumber ? metric.score(measures[0]) < 1 : undefined;
    const summary = { row, model, input, label: expected, answer, failure, seconds, isWrong };
    const { contentType, bytes } = (line.value ?? {}) as { contentType?: string; bytes?: number };
    if (contentType !== undefined)
      return { ...summary, failure: undefined, answer: `${contentType}, ${size(bytes ?? 0)}` };
    const view = /^[[{]/.test(answer) ? viewLine(line) : undefined;
    return view && view.kind !== 'text' ? { ...summary, answer: resultSummary(view) } : summary;
  };
}

/** The result of a line as it is drawn; undefined for a file, and for a value that cannot be read. */
export function viewLine(line: BatchLine): ResultView | undefined {
  return readView(taskNamed(line.task), line, undefined);
}
