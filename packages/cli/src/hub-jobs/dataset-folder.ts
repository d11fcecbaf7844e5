import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  attempt,
  commitFiles,
  createDataset,
  isRecord,
  listDatasetFiles,
  openDatasetFile,
  parseBatchLine,
  type BatchLine,
  type Connection,
  type DatasetFile,
} from '@tryout/engine';
import { getEndPath, getMediaFolder, type BatchEnd } from '../batch/dataset-output.ts';
import { readLines } from '../files/read-lines.ts';
import type { JobCommand } from './job-command.ts';
import { packProgram } from './pack.ts';

export const PROGRAM = 'tryout.tgz';

/** The last file of a source, which may take several commits. Sources leave hidden files out. */
const COMPLETE = '.complete';

/** Bytes of a line. */
const MAX_LINE = 512 * 1024 * 1024;
const MAX_END = 64 * 1024;

/** The folder of a batch in the dataset `--into`: the program, the source, and the output of each shard. */
export async function openDatasetFolder(
  connection: Connection,
  dataset: string,
  { id, source, files }: JobCommand,
  output: string,
  signal: AbortSignal,
) {
  const folder = `tryout-${id}`;
  const sourceFolder = `source-${source}`;
  const present = await listDatasetFiles(connection, dataset, folder, signal);
  const program = await packProgram();
  const hash = createHash('sha256').update(program).digest('hex');
  const hasProgram = present.get(`${folder}/${PROGRAM}`)?.sha256 === hash;
  const hasSource = present.has(`${folder}/${sourceFolder}/${COMPLETE}`);
  const sizes = await Promise.all(
    [...files].map(async ([to, path]) => [to, (await stat(path)).size] as const),
  );
  // Shards that ended with other rows are not finished.
  const isOutdated = (path: string) =>
    path.startsWith(`${folder}/source-`) ? !path.startsWith(`${folder}/${sourceFolder}/`) : isEnd(path);
  const isEnd = (path: string) => path.endsWith(getEndPath(basename(output)));

  return {
    path: folder,
    sourceFolder,
    /** What has to be uploaded, with sizes in bytes. */
    uploads: [
      ...(hasProgram ? [] : [[PROGRAM, program.length] as const]),
      ...(hasSource ? [] : sizes),
    ] as readonly (readonly [path: string, bytes: number])[],
    /** The output of a shard, relative to the dataset. */
    outputOf: (shard: string) => `${folder}/${shard.replace('/', '-of-')}/${basename(output)}`,

    /** @returns the commit that the jobs read */
    async upload(): Promise<string> {
      await createDataset(connection, dataset, signal);
      const add: DatasetFile[] = [];
      if (!hasProgram) add.push({ path: `${folder}/${PROGRAM}`, content: new Blob([program]) });
      if (!hasSource)
        for (const [to, path] of files)
          add.push({ path: `${folder}/${sourceFolder}/${to}`, content: await openAsBlob(path) });
      if (!hasSource)
        add.push({ path: `${folder}/${sourceFolder}/${COMPLETE}`, content: new Blob([source]) });
      const remove = hasSource ? [] : [...present.keys()].filter(isOutdated);
      const commit = await commitFiles(connection, dataset, `Prepare ${folder}`, { add, remove }, signal);
      return commit || 'main';
    },

    /** How a shard ended; undefined if it did not. */
    async readEnd(shard: string): Promise<BatchEnd | undefined> {
      const path = getEndPath(this.outputOf(shard));
      const response = await openDatasetFile(connection, dataset, path, signal);
      const text = await response?.text(MAX_END);
      const end = text === undefined ? undefined : attempt(() => JSON.parse(text) as unknown);
      return isRecord(end) && typeof end['failed'] === 'number' ? (end as unknown as BatchEnd) : undefined;
    },

    /** Forgets how shards ended, so that they run again. */
    async removeEnds(shards: readonly string[]): Promise<void> {
      const remove = shards.map((shard) => getEndPath(this.outputOf(shard)));
      await commitFiles(connection, dataset, `Continue ${folder}`, { remove }, signal);
    },

    isFresh: !hasSource,

    /** The lines of a shard, as texts too. */
    async *readOutput(shard: string): AsyncGenerator<readonly [BatchLine, string], void, void> {
      const response = await openDatasetFile(connection, dataset, this.outputOf(shard), signal);
      if (!response) return;
      for await (const text of readLines(response.chunks(), MAX_LINE)) {
        const line = text === undefined ? undefined : parseBatchLine(text);
        if (line) yield [line, text!];
      }
    },

    /** Downloads the files of results that are not here yet, next to the output. */
    async downloadMedia(): Promise<void> {
      const to = getMediaFolder(output);
      for (const [path, { size }] of await listDatasetFiles(connection, dataset, folder, signal)) {
        const [file = '', parent] = path.split('/').reverse();
        if (parent !== basename(to) || !/^\w[\w.-]*$/.test(file)) continue;
        const local = join(to, file);
        if ((await stat(local).catch(() => undefined))?.size === size) continue;
        const response = await openDatasetFile(connection, dataset, path, signal);
        if (!response) continue;
        await mkdir(to, { recursive: true });
        await writeFile(local, response.chunks());
      }
    },
  };
}

export type DatasetFolder = Awaited<ReturnType<typeof openDatasetFolder>>;
