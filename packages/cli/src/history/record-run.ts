import { basename, dirname, join } from 'node:path';
import {
  describeRun,
  getMessage,
  getEnding,
  getFiles,
  isRefused,
  mapFiles,
  numbered,
  runFileText,
  toRunFile,
  visibleLine,
  withFilesInsideAll,
  type Connection,
  type EndedRun,
  type RunSpec,
  type StoredRun,
} from '@tryout/engine';
import { fileBeside } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { readSettingsFile, settingsPath } from '../context/settings.ts';
import { saveFile } from '../deliver/save-file.ts';
import { openHistory } from './stored-runs.ts';

/** Where a run is kept. */
export interface RecordOptions {
  /** The path of a run file. */
  readonly saveRun?: string;
  /** Replaces existing files. */
  readonly force?: boolean;
}

/**
 * Records a run in the history and saves its run file. A run that cannot be recorded is noted.
 * @param connection its hub is recorded, and its token removed wherever it occurs
 * @returns the run as it was recorded
 * @throws SaveError or InputError if the run file cannot be saved
 */
export async function recordEndedRun(
  { runtime: { environment }, options: { history }, output: { note } }: Call,
  setup: RunSpec,
  run: EndedRun,
  connection: Connection,
  { saveRun: path, force = false }: RecordOptions = {},
): Promise<StoredRun> {
  const record = describeRun(setup, run, connection);
  try {
    const { stored, output } = await record;
    const isRecorded =
      !isRefused(run) &&
      history !== false &&
      (await readSettingsFile(settingsPath(environment)))['history'] !== 'off';
    if (isRecorded) await openHistory(environment, note).add(stored, output);
  } catch (error) {
    note(`This run was not recorded: ${getMessage(error)}`);
  }
  const { stored } = await record;
  if (path !== undefined) await saveRuns(path, [stored], force, note);
  return stored;
}

/** Bytes of the files inside a run file; larger ones are saved next to it. */
const MAX_INSIDE = 10 * 1024 * 1024;

/**
 * Saves a run as a run file, or the runs of a comparison as one file, with their files inside or, if they are large,
 * next to it, and notes where it is. Run files may come from strangers, so the files next to it are named after it:
 * `out-1.png`.
 * @param force replaces existing files
 * @throws SaveError if a file exists or cannot be written
 */
export async function saveRuns(
  path: string,
  storedRuns: readonly StoredRun[],
  force: boolean,
  note: (text: string) => void,
): Promise<void> {
  const runs = await withFilesInsideAll(storedRuns, MAX_INSIDE);
  const all = runs.flatMap(getFiles);
  const inside = new Set(all.flatMap(({ data, sha256 }) => (data === undefined ? [] : sha256)));
  const missing = new Set<string>();
  const names = new Map<string, string>();
  for (const file of all) {
    if (inside.has(file.sha256) || names.has(file.sha256)) continue;
    const blob = storedRuns.map(({ media }) => media.get(file.sha256)).find(Boolean);
    const copy = { ...file, file: numbered(`${getStem(path)}.${getEnding(file.type)}`, names.size + 1) };
    // The input itself may be there, or the file of an earlier run.
    const sibling = (await fileBeside(path, file)) ? file : (await fileBeside(path, copy)) ? copy : undefined;
    names.set(file.sha256, (sibling ?? (blob ? copy : file)).file);
    if (sibling) continue;
    if (blob) await saveFile(join(dirname(path), copy.file), new Uint8Array(await blob.arrayBuffer()), force);
    else missing.add(visibleLine(file.file));
  }
  const saved = runs.map((run) =>
    mapFiles(run, (file) => ({ ...file, file: names.get(file.sha256) ?? file.file })),
  );
  await saveFile(path, runFileText(toRunFile(saved)), force);
  note(`Saved the ${saved.length > 1 ? 'comparison' : 'run'} to ${path}.`);
  if (missing.size > 0) note(`Too large to include: ${[...missing].join(', ')}.`);
}

/** The name of a file without `.run.json` or its extension, and without the dots that hide it. */
function getStem(path: string): string {
  const name = basename(path).replace(/(?:\.run\.json|\.[^.]*)$/i, '');
  return name.replace(/^\.+/, '') || 'run';
}
