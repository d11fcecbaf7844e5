import { elapsed, taskNamed, timeAgo, visibleLine, type HistoryEntry } from '@tryout/engine';
import { pad, type Theme } from '../../terminal/index.ts';
import type { ExtraColumns } from '../components/filter-list.tsx';
import { firstLines } from '../components/text.tsx';

/** Minimum widths for the time and the model. */
const FOR_TIME = 32;
const FOR_MODEL = 72;
/** As wide as a date or `59 min ago`. */
const TIME_WIDTH = 10;
const MODEL_WIDTH = 24;
/** Maximum rows of the input, and of the output. */
const ROWS = 2;

const statuses = { done: '', failed: 'failed', cancelled: 'canceled' } as const;

/** The task and the beginning of the input. */
export function titleOfRun({ task, input }: HistoryEntry): string {
  const { label } = taskNamed(task);
  return input === '' ? label : `${label}: ${input}`;
}

/** The model and the time, if there is room. */
export function runColumns(theme: Theme, columns: number): ExtraColumns<HistoryEntry> | undefined {
  if (columns < FOR_TIME) return undefined;
  const hasModel = columns >= FOR_MODEL;
  return {
    width: TIME_WIDTH + (hasModel ? MODEL_WIDTH + 1 : 0),
    of(entry) {
      const time = timeOf(entry).padStart(TIME_WIDTH);
      const model = pad(theme.cut(modelOf(entry), MODEL_WIDTH), MODEL_WIDTH);
      return theme.dim(hasModel ? `${model} ${time}` : time);
    },
  };
}

/** The title, the model and how the run ended, the beginnings of its input and of its result. */
export function detailsOfRun(entry: HistoryEntry, theme: Theme, columns: number): readonly string[] {
  const output = `${entry.status === 'failed' ? 'Error' : 'Output'}: ${visibleLine(entry.output)}`;
  const style = entry.status === 'failed' ? theme.error : (text: string) => text;
  return [
    theme.title(theme.cut(titleOfRun(entry), columns)),
    theme.dim(theme.cut(factsOf(entry).join(theme.separator), columns)),
    ...(entry.input === '' ? [] : firstLines(`Input: ${visibleLine(entry.input)}`, columns, ROWS, theme)),
    ...firstLines(output, columns, ROWS, theme).map((line) => style(line)),
  ];
}

export function spokenRun(entry: HistoryEntry): string {
  const sentences = [titleOfRun(entry), ...factsOf(entry), entry.output].filter(Boolean);
  return visibleLine(sentences.join('. ').replaceAll('.. ', '. '));
}

function factsOf(entry: HistoryEntry): readonly string[] {
  const { provider, seconds, status } = entry;
  const ended = statuses[status];
  return [modelOf(entry), provider ?? '', elapsed(seconds), ended, timeOf(entry)].filter(Boolean);
}

function modelOf({ model, endpointUrl }: HistoryEntry): string {
  return visibleLine(model ?? endpointUrl ?? '');
}

function timeOf({ startedAt }: HistoryEntry): string {
  return timeAgo(new Date(startedAt));
}
