import {
  findDataset,
  identify,
  isModelId,
  isRepositoryPath,
  type Connection,
  asFailure,
  commitFiles,
  createDataset,
  getMessage,
  isKey,
  isRecord,
  openDatasetFile,
  parseBatchLine,
  MAX_SERVER_WAIT,
  redactAccessTokens,
  shellWord,
  unlessAborted,
  waitForServer,
  waitText,
  withTransferDeadline,
  type BatchLine,
  type BatchSummary,
  type DatasetFile,
} from '@tryout/engine';
import { UsageError } from '../context/errors.ts';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, posix } from 'node:path';
import {
  checkFile,
  getMediaFolder,
  openBatchOutput,
  openRegularFile,
  readLines,
  replace,
  type BatchOutput,
} from '@tryout/engine/node';

/** A file of a dataset, or its folder. */
interface DatasetPath {
  readonly dataset: string;
  /** Empty for the dataset itself. */
  readonly path: string;
}

/** Parses the value of `--into`. @throws UsageError */
export function parseInto(text: string): DatasetPath {
  const [organization = '', name = '', ...parts] = text.split('/');
  const dataset = `${organization}/${name}`;
  const path = parts.join('/');
  const isPath = parts.length === 0 || isRepositoryPath(path);
  if (name !== '' && isModelId(dataset) && isPath) return { dataset, path };
  throw new UsageError(`Invalid --into '${text}'`, { hint: 'Use ORG/DATASET, or ORG/DATASET/FILE.jsonl.' });
}

/** A dataset, whether it exists, and who can see it. @throws HubApiError, and what `send` throws */
export async function describeReaders(
  connection: Connection,
  dataset: string,
  signal: AbortSignal,
): Promise<string> {
  const existing = await findDataset(connection, dataset, signal);
  const [owner = ''] = dataset.split('/');
  const isOwn = (await identify(connection, signal)).name === owner;
  const readers =
    existing && !existing.isPrivate ? 'anyone' : isOwn ? 'only you' : `only members of ${owner}`;
  return `${dataset}, ${existing ? 'which exists' : 'a new private dataset'}; ${readers} can see it`;
}

/** How a batch ended, in a file next to its output in the dataset. */
export interface BatchEnd {
  /** Runs that failed. */
  readonly failed: number;
  /** Why it ended before its last row. */
  readonly stop?: string;
}

export const getEndPath = (path: string) => `${path.replace(/\.jsonl$/i, '')}.end.json`;

/** Milliseconds from the first row to the first upload, which shows whether the dataset can be written. */
const FIRST = 2000;
/** Between two uploads, and for each shard: the Hub limits the commits of a repository per hour. */
const INTERVAL = 60_000;
const INTERVAL_OF_SHARD = 45_000;
const MAX_ATTEMPTS = 6;

/** The lines of an output in a dataset, also as texts; none if there is no output. */
export async function* readSavedOutput(
  connection: Connection,
  dataset: string,
  path: string,
  task: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly [BatchLine, string], void, void> {
  const response = await openDatasetFile(connection, dataset, path, signal);
  if (!response) return;
  for await (const { text } of readLines(response.chunks())) {
    const line = text === undefined ? undefined : parseBatchLine(text);
    if (line && isKey(line.key) && line.task === task) yield [line, text!];
  }
}

interface DatasetOutputOptions {
  readonly target: DatasetPath;
  /** A working copy in a temporary folder by default. */
  readonly output: string | undefined;
  readonly shards: number;
  readonly task: string;
  readonly sources: readonly string[];
  /** Cancels what is in progress: opening the dataset, the batch, or the last upload. */
  readonly signal: AbortSignal;
  note(text: string): void;
}

/**
 * An output that is copied to a dataset now and then, and at its end. It continues from what both contain.
 * @throws InputError, HubApiError, and what `send` throws
 */
export async function openDatasetOutput(
  connection: Connection,
  { target: { dataset, path }, output, shards, task, sources, signal, note }: DatasetOutputOptions,
): Promise<BatchOutput> {
  note(`Saving the output in ${await describeReaders(connection, dataset, signal)}.`);
  await createDataset(connection, dataset, signal);
  const temporary = await mkdtemp(join(tmpdir(), 'tryout-batch-'));
  const local = output ?? join(temporary, basename(path));
  // Both may have rows that the other one lacks.
  const earlier = await openBatchOutput(local, task, sources, note);
  try {
    for await (const [{ key }, text] of readSavedOutput(connection, dataset, path, task, signal))
      if (!earlier.find(key)) await earlier.append(JSON.parse(text) as BatchLine);
  } finally {
    await earlier.close();
  }
  const journal = await openBatchOutput(local, task, sources);
  const uploaded = new Set<string>();
  /** Files of results, by the names in the lines of this output. */
  const named = new Set<string>();
  const folder = getMediaFolder(await realpath(local));
  for await (const { text = '' } of readOutput()) addName(parseBatchLine(text));
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<unknown> = Promise.resolve();
  let isFirst = true;
  let refusal: Error | undefined;
  /** The output grows while it is uploaded. */
  const copy = join(temporary, 'upload');

  function addName(line: BatchLine | undefined): void {
    const file: unknown = isRecord(line?.value) ? line.value['file'] : undefined;
    const name = typeof file === 'string' ? basename(file) : '';
    if (file === join(basename(folder), name)) named.add(name);
  }

  async function* readOutput() {
    const { handle } = await openRegularFile(local);
    yield* readLines(handle.createReadStream());
  }

  /** The files that lines name and that are not uploaded yet. Links that lead out of their folder, and folders, are none. */
  async function findMedia(): Promise<readonly DatasetFile[]> {
    const permission = { folders: [folder], roots: [folder], hint: 'Only files of the output are saved.' };
    const media: DatasetFile[] = [];
    for (const name of [...named].filter((each) => !uploaded.has(each))) {
      try {
        const content = await checkFile(name, Infinity, permission);
        media.push({ path: `${getMediaFolder(path)}/${name}`, content });
      } catch (error) {
        uploaded.add(name);
        // The file of a line from the dataset may be only there.
        if (asFailure(error).code !== 'FILE_NOT_FOUND') note(`Not saved in ${dataset}: ${getMessage(error)}`);
      }
    }
    return media;
  }

  async function save(
    within: Connection,
    ending: readonly DatasetFile[] = [],
    canceling?: AbortSignal,
  ): Promise<void> {
    async function* lines() {
      for await (const { text = '', isComplete } of readOutput())
        // Earlier versions wrote tokens that were in inputs.
        if (isComplete) yield `${redactAccessTokens(text, within.token)}\n`;
    }
    await replace(copy, lines());
    const media = await findMedia();
    const { size } = await stat(copy);
    const content = size > 0 ? await checkFile(copy, Infinity) : new Blob();
    const add = [{ path, content }, ...media, ...ending];
    await commitFiles(within, dataset, `Save ${path}`, { add }, canceling);
    media.forEach(({ path: to }) => uploaded.add(posix.basename(to)));
  }

  function schedule(): void {
    if (timer) return;
    const interval = Math.max(INTERVAL, shards * INTERVAL_OF_SHARD);
    timer = setTimeout(
      () => {
        saving = save(connection)
          .catch((error: unknown) => {
            const failure = asFailure(error);
            if (failure.outcome === 'refused') refusal = failure;
            else note(`The output could not be saved in ${dataset} yet: ${failure.message}`);
          })
          .finally(() => (timer = undefined));
      },
      isFirst ? FIRST : interval,
    );
    isFirst = false;
  }

  async function saveEnd({ stop, failed, skippedFailures }: BatchSummary): Promise<void> {
    const within = withTransferDeadline(connection);
    // Ctrl-C that ends the batch does not end its upload.
    const canceling = signal.aborted ? undefined : signal;
    if (!canceling && output === undefined)
      note(`Saving the rows in ${dataset}. Until then, they are in ${local}`);
    await unlessAborted(saving, canceling);
    if (refusal) throw refusal;
    const end: BatchEnd = {
      failed: failed + skippedFailures,
      ...(stop && { stop: stop.error?.message ?? stop.reason }),
    };
    const content = new Blob([JSON.stringify(end)]);
    const ending = stop?.reason === 'interrupted' ? [] : [{ path: getEndPath(path), content }];
    const onWait = (seconds: number) =>
      note(`The rows could not be saved yet; ${waitText(seconds, 'the Hub')}`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await save(within, ending, canceling);
      } catch (error) {
        const failure = asFailure(error) as Error & { outcome: string; retryAfter?: number };
        if (failure.outcome !== 'failed' || attempt === MAX_ATTEMPTS) throw failure;
        const wait = failure.retryAfter ?? 2 ** attempt;
        const finishBy = Math.min(within.finishBy, Date.now() + MAX_SERVER_WAIT * 1000);
        await waitForServer({ finishBy, onWait }, wait, failure, canceling);
      }
    }
  }

  /** How to save what could not be. */
  async function explain(): Promise<void> {
    await rm(copy, { force: true });
    const words = ['hf', 'upload', dataset, temporary, posix.dirname(path), '--repo-type', 'dataset'];
    note(
      output === undefined
        ? `The rows are in ${local}. Save them with: ${words.map(shellWord).join(' ')}`
        : `The rows are in ${output}. Run the same command again to save them in ${dataset}.`,
    );
  }

  let closing: Promise<void> | undefined;
  return {
    ...journal,
    append(line) {
      if (refusal) return Promise.reject(refusal);
      addName(line);
      schedule();
      return journal.append(line);
    },
    close: (summary) =>
      (closing ??= (async () => {
        clearTimeout(timer);
        await journal.close();
        // An output without rows is saved too.
        if (summary && !(await stat(local).catch(() => undefined))) await replace(local, new Uint8Array());
        // No row has run without a summary.
        const failure = summary && (await saveEnd(summary).then(() => undefined, asFailure));
        if (failure) await explain();
        if (!failure || output !== undefined) await rm(temporary, { recursive: true, force: true });
        if (failure && summary.stop?.reason !== 'output') throw failure;
      })()),
  };
}
