import {
  describeRun,
  getFiles,
  isFinished,
  getMessage,
  runFileName,
  runFileText,
  createRunSpec,
  createRunLink,
  getLinkedResult,
  visibleLine,
  MAX_RUN_FILE,
  toRunFile,
  withFilesInside,
  withFilesInsideAll,
  type EndedRun,
  type Session,
  type StoredRun,
  type TaskInputs,
  counted,
  InputError,
  readRunFile,
  storedOutput,
  type History,
} from '@tryout/engine';
import { saveBlob } from '../lib/blobs.ts';
import type { Outcome } from './app-context.ts';

/** The run in the output with its result, as a run file. @throws InputError if a file changed */
export function getCurrentRun(session: Session): Promise<StoredRun> {
  const { run } = session.getSnapshot();
  return describe(session, run.inputs, isFinished(run) ? run : undefined);
}

/** The inputs in the form, as a run file without a result. @throws InputError if a file changed */
export function getCurrentForm(session: Session): Promise<StoredRun> {
  return describe(session, session.getSnapshot());
}

async function describe(
  session: Session,
  inputs: TaskInputs | undefined,
  run?: EndedRun,
): Promise<StoredRun> {
  const { task, model } = session.getSnapshot();
  if (!task || !inputs) throw new Error('Nothing was run');
  return (await describeRun(createRunSpec(task, { ...inputs, model }), run, session.connection())).stored;
}

/**
 * Copies a link that fills in the form with a run, or with the runs of a comparison; call it in an event handler.
 * @param hasResult whether it includes the result, if that is short text
 */
export function copyRunLink(
  run: Promise<StoredRun | readonly StoredRun[]>,
  hasResult = false,
): Promise<Outcome> {
  return attemptTo('copy the link', async () => {
    const link = run.then((stored) => createRunLink(stored, location.href, hasResult));
    await Promise.all([copyText(link.then(({ url }) => url)), link]);
    const missing = (await link).missing.map(visibleLine).join(', ');
    if (hasResult && ![await run].flat().some((each) => getLinkedResult(each.run)))
      return { text: 'Link copied without the result, which is too long or a file.' };
    if (missing === '') return { text: 'Link copied.', isBrief: true };
    return { text: `Link copied without files. Recipients have to choose ${missing} themselves.` };
  });
}

/** Downloads a run, or the runs of a comparison, as a run file with the files inside. */
export function saveRun(stored: Promise<StoredRun | readonly StoredRun[]>): Promise<Outcome> {
  return attemptTo('save the run', async () => {
    const runs = await withFilesInsideAll([await stored].flat());
    const files = runs.flatMap(getFiles);
    const inside = new Set(files.flatMap(({ data, sha256 }) => (data === undefined ? [] : sha256)));
    const missing = files.filter(({ sha256 }) => !inside.has(sha256));
    const text = runFileText(toRunFile(runs));
    saveBlob(new Blob([text], { type: 'application/json' }), runFileName(runs[0]!.task));
    if (missing.length === 0) return { text: 'Run saved.', isBrief: true };
    const names = [...new Set(missing.map(({ file }) => visibleLine(file)))];
    return { text: `Run saved without files that are too large: ${names.join(', ')}.` };
  });
}

function attemptTo(action: string, work: () => Promise<Outcome>): Promise<Outcome> {
  return work().catch((error: unknown) => ({ text: `Could not ${action}. ${getMessage(error)}` }));
}

/** Downloads all runs with their files, as a JSON array of one run file per line. @returns a sentence for the user */
export async function exportHistory(history: History): Promise<string> {
  const parts: Blob[] = [];
  const entries = await history.list();
  for (const { id } of entries) {
    const run = await history.get(id).catch(() => undefined);
    // Browsers move blobs out of memory.
    if (run) parts.push(new Blob([JSON.stringify(await withFilesInside(run)), ',\n']));
  }
  const count = parts.length;
  const last = parts.pop();
  saveBlob(new Blob(['[', ...parts, ...(last ? [last.slice(0, -2)] : []), ']\n']), runFileName('history'));
  const rest = entries.length - count;
  const note = rest > 0 ? ` ${counted(rest, 'damaged run')} skipped.` : '';
  return `Exported ${counted(count, 'run')}.${note} To read them again, use “Open a run file” in the history.`;
}

/**
 * Adds the runs of an exported history, except those that are there.
 * @returns a sentence for the user
 * @throws InputError, HistoryError
 */
export async function importHistory(history: History, file: File): Promise<string> {
  const name = visibleLine(file.name);
  let [addedCount, damagedCount] = [0, 0];
  for await (const run of readElements(file, MAX_RUN_FILE)) {
    const storedRun = await readRunFile(run, name).catch(() => undefined);
    if (!storedRun) damagedCount += 1;
    if (!storedRun || (await history.get(storedRun.run.id))) continue;
    await history.add(storedRun, await storedOutput(storedRun), true);
    addedCount += 1;
  }
  if (addedCount === 0 && damagedCount > 0)
    throw new InputError(`${name} is incomplete`, { hint: 'Export the history again.' });
  const note = damagedCount > 0 ? ` ${counted(damagedCount, 'damaged run')} skipped.` : '';
  return `Added ${counted(addedCount, 'run')} to the history.${note}`;
}

/**
 * Copies a string that is still being made. Browsers allow this only while an event handler runs.
 * @throws InputError if the browser does not allow it
 */
async function copyText(text: Promise<string>): Promise<void> {
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  // The caller handles failures of the text.
  blob.catch(() => undefined);
  try {
    // `navigator.clipboard` is missing on pages over plain http.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  } catch (cause) {
    await text;
    throw new InputError('The browser blocked copying', { cause });
  }
}

/** Marks of JSON, and the beginning of a run on a line of its own. */
const marks = /\\[^]|["{}[\],]|\n(?:\{"tryout")?/g;

/** Characters that a mark may have. */
const MAX_MARK = 10;

/**
 * The elements of a JSON array, read in pieces, whatever its layout is. Longer ones are cut. A damaged one ends where
 * the next line begins with a run.
 */
async function* readElements(file: Blob, max: number): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let [element, rest, depth, isText] = ['', '', 0, false];
  const add = (piece: string) => (element += piece.slice(0, max - element.length));
  for (let isEnd = false; !isEnd;) {
    const { done, value } = await reader.read();
    isEnd = done;
    const text = rest + decoder.decode(value, { stream: !done });
    let start = 0;
    // A mark may continue in the next piece.
    let end = isEnd ? text.length : Math.max(0, text.length - MAX_MARK);
    for (const { 0: mark, index } of text.matchAll(marks)) {
      if (index >= end) break;
      end = Math.max(end, index + mark.length);
      const isRun = mark.length === MAX_MARK;
      const isDamaged = isRun && depth > 1;
      if (isRun) depth = 2;
      if (mark.startsWith('\n')) isText = false;
      else if (mark === '"') isText = !isText;
      else if (isText || mark.startsWith('\\')) continue;
      else if (mark === '{' || mark === '[') depth += 1;
      else if (mark === '}' || mark === ']') depth -= 1;
      const isFirst = mark === '[' && depth === 1;
      if (!isFirst && !isDamaged && depth > 0 && !(mark === ',' && depth === 1)) continue;
      add(text.slice(start, index));
      start = index + 1;
      if (!isFirst && element.trim() !== '') yield element;
      element = '';
    }
    add(text.slice(start, end));
    rest = text.slice(end);
  }
  if (element.trim() !== '') yield element;
}
