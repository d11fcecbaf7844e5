import { lstat, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  attempt,
  commitFiles,
  createDataset,
  isRecord,
  listDatasetFiles,
  openDatasetFile,
  SaveError,
  type Connection,
  type DatasetFile,
} from '@tryout/engine';
import { replace } from '@tryout/engine/node';
import { getEndPath, getMediaFolder, type BatchEnd } from '../batch/dataset-output.ts';
import type { JobCommand } from './job-command.ts';
import { packProgram } from './pack.ts';

export const PROGRAM = 'tryout.tgz';

/** The last file of a source, which may take several commits. Sources leave hidden files out. */
const COMPLETE = '.complete';

/** Bytes. */
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
  const hasSource = present.has(`${folder}/${sourceFolder}/${COMPLETE}`);
  // Shards that ended with other rows are not finished.
  const isOutdated = (path: string) =>
    path.startsWith(`${folder}/source-`) ? !path.startsWith(`${folder}/${sourceFolder}/`) : isEnd(path);
  const isEnd = (path: string) => path.endsWith(getEndPath(basename(output)));

  const [shardCount] = [...present.keys()].flatMap(
    (path) => /^\d+-of-(\d{1,3})\//.exec(path.slice(folder.length + 1))?.[1] ?? [],
  );

  const outputOf = (shard: string) => `${folder}/${shard.replace('/', '-of-')}/${basename(output)}`;

  return {
    path: folder,
    sourceFolder,
    /** The output of a shard, relative to the dataset. */
    outputOf,

    /** What the dataset lacks of the program and the source. @param shards that run again, whose ends are removed */
    async prepareUpload(shards: readonly string[]) {
      const add: DatasetFile[] = [];
      if (!hasSource)
        for (const [to, content] of files) add.push({ path: `${folder}/${sourceFolder}/${to}`, content });
      const program = { path: `${folder}/${PROGRAM}`, content: new Blob([await packProgram()]) };
      return {
        files: [program, ...add].map(({ path, content }) => ({
          name: path.slice(folder.length + 1).replace(`${sourceFolder}/`, ''),
          bytes: content.size,
        })),
        /** @returns the commit that the jobs read */
        async upload(): Promise<string> {
          await createDataset(connection, dataset, signal);
          const complete = { path: `${folder}/${sourceFolder}/${COMPLETE}`, content: new Blob([source]) };
          // The program is always part of the last commit, whoever else writes to the dataset.
          const all = [...add, ...(hasSource ? [] : [complete]), program];
          const ends = shards.map((shard) => getEndPath(outputOf(shard)));
          const remove = [...present.keys()].filter((path) =>
            hasSource ? ends.includes(path) : isOutdated(path),
          );
          const title = `Prepare ${folder}`;
          const revision = await commitFiles(connection, dataset, title, { add: all, remove }, signal);
          if (revision === '') throw new SaveError('The hub did not name the commit of the upload');
          return revision;
        },
      };
    },

    /** How a shard ended; undefined if it did not. */
    async readEnd(shard: string): Promise<BatchEnd | undefined> {
      const path = getEndPath(outputOf(shard));
      const response = await openDatasetFile(connection, dataset, path, signal);
      const text = await response?.text(MAX_END);
      const end = text === undefined ? undefined : attempt(() => JSON.parse(text) as unknown);
      return isRecord(end) && typeof end['failed'] === 'number' ? (end as unknown as BatchEnd) : undefined;
    },

    isFresh: !hasSource,

    /** Of the batch so far; undefined if no shard has an output. */
    shardCount: shardCount === undefined ? undefined : Number(shardCount),

    /** Downloads the files of results that are not here yet, next to the output. */
    async downloadMedia(): Promise<void> {
      const to = getMediaFolder(output);
      for (const [path, { size }] of await listDatasetFiles(connection, dataset, folder, signal)) {
        const [file = '', parent] = path.split('/').reverse();
        if (parent !== basename(to) || !/^\w[\w.-]*$/.test(file)) continue;
        const local = join(to, file);
        const present = await lstat(local).catch(() => undefined);
        if (present?.isFile() && present.size === size) continue;
        const response = await openDatasetFile(connection, dataset, path, signal);
        if (!response) continue;
        await mkdir(to, { recursive: true });
        await replace(local, response.chunks(), false);
      }
    },
  };
}

export type DatasetFolder = Awaited<ReturnType<typeof openDatasetFolder>>;
