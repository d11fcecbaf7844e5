import { readdir, readFile, lstat, mkdir } from 'node:fs/promises';
import { join, sep, basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { findProgramFolder } from '../../installation.ts';
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
import { getMediaFolder, replace } from '@tryout/engine/node';
import { getEndPath, type BatchEnd } from '../dataset-output.ts';
import type { JobCommand } from './job-command.ts';

const BUILT = join('packages', 'cli', 'dist');
/** What the command line needs, relative to the package. */
const PARTS = ['bin', BUILT];
/** The exact versions of its dependencies. npm reads it at the root of a package. */
const SHRINKWRAP = 'npm-shrinkwrap.json';

/** Packs the installed package as `npm pack` does, without the web app, and with the versions of its dependencies. */
async function packProgram(): Promise<Uint8Array<ArrayBuffer>> {
  const root = findProgramFolder();
  const paths = ['package.json'];
  for (const part of PARTS) {
    const entries = await readdir(join(root, part), { recursive: true, withFileTypes: true });
    for (const entry of entries)
      if (entry.isFile()) paths.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  }
  const files = await Promise.all(
    paths.sort().map(async (path) => ({
      name: `package/${path === join(BUILT, SHRINKWRAP) ? SHRINKWRAP : path.split(sep).join('/')}`,
      data: await readFile(join(root, path)),
      attrs: { mode: path.startsWith('bin') ? '755' : '644' },
    })),
  );
  return new Uint8Array(gzipSync(createTar(files, { attrs: { mtime: 0 } })));
}

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
    (path) => /^\d+-of-([1-9]\d{0,2})\//.exec(path.slice(folder.length + 1))?.[1] ?? [],
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
