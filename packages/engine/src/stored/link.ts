import { InputError } from '../errors/index.ts';
import { getTooManyHint } from '../fields/index.ts';
import { isModelId } from '../hub/index.ts';
import { attempt, toBase64Url, fromBase64Url } from '../text/index.ts';
import { readRunFiles, withFilesInsideAll } from './media.ts';
import { getFiles, toRunFile, UPDATE_HINT, withoutAnswers, type StoredRun } from './run-file.ts';
import type { RunFile, StoredResult } from './run-schema.ts';

/** Bytes of files in a link; larger ones have to be chosen again. */
const MAX_FILES = 6 * 1024;
/** Characters of the result in a link, as JSON. */
const MAX_RESULT = 6 * 1024;
/** Bytes of an unpacked link: the size of the largest text input. */
const MAX_UNPACKED = 16 * 1024 * 1024;

const COPY_HINT = 'Copy the complete link and open it again.';

/** The result of a run, if a link can include it: text or other JSON that is short. */
export function getLinkedResult({ result }: RunFile): StoredResult | undefined {
  if (result?.status !== 'done' || result.media) return undefined;
  const { requestId: _id, ...linked } = result;
  return JSON.stringify(linked).length <= MAX_RESULT ? linked : undefined;
}

/**
 * A link that fills in the form with a run's inputs: `{page}#/{task}/{model}?run=…`, the run file as base64url of
 * deflate-raw, without what belongs to this history.
 * @param stored a run, or the runs of a comparison
 * @param page the address of the web app
 * @param hasResult whether the link includes the result, if it can
 * @returns its URL, and the names of files that the recipient has to choose
 */
export async function createRunLink(
  stored: StoredRun | readonly StoredRun[],
  page: string,
  hasResult = false,
) {
  const setups = [stored].flat().map((each) => ({ ...each, run: getLinkedRun(each.run, hasResult) }));
  const runs = await withFilesInsideAll(setups, MAX_FILES);
  const run = runs[0]!;
  const missing = getFiles(run).filter(({ data }) => data === undefined);
  const json = JSON.stringify(toRunFile(runs));
  const packed = await transformed(new Blob([json]), new CompressionStream('deflate-raw'));
  const id = run.model ?? '';
  const path = [run.task, ...(isModelId(id) ? id.split('/') : [])].map(encodeURIComponent).join('/');
  const { href } = new URL(page);
  return {
    url: `${href.replace(/#.*$/s, '')}#/${path}?run=${toBase64Url(packed)}`,
    missing: [...new Set(missing.map(({ file }) => file))],
  };
}

/** Whether a string is a link of {@link createRunLink}, from any web app. */
export function isRunLink(text: string): boolean {
  return packedIn(text) !== undefined;
}

function getLinkedRun(run: RunFile, hasResult: boolean): RunFile {
  const { result: _result, chat, ...others } = run;
  const { id: _id, drafts: _drafts, ...sent } = chat ?? {};
  const turns = withoutAnswers(sent)?.exchanges?.map(({ drafts: _others, ...turn }) => turn);
  const result = hasResult ? getLinkedResult(run) : undefined;
  return {
    ...others,
    ...(chat && { chat: { ...sent, exchanges: turns } }),
    ...(result && { result }),
  };
}

/** The run of a link, or the first one of a comparison. @throws InputError if the link is incomplete or invalid */
export async function readRunLink(link: string): Promise<StoredRun> {
  return (await readRunsLink(link))[0]!;
}

/** The same with all runs of a comparison. */
export async function readRunsLink(link: string): Promise<readonly StoredRun[]> {
  const packed = attempt(() => fromBase64Url(packedIn(link) ?? ''));
  const unpacked =
    packed &&
    (await transformed(new Blob([packed]), new DecompressionStream('deflate-raw')).catch(() => undefined));
  if (!unpacked) throw new InputError('The link is incomplete', { hint: COPY_HINT });
  const content = new TextDecoder().decode(unpacked);
  const runs = await readRunFiles(content, 'The link').catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    if (error.hint === UPDATE_HINT || error.hint === getTooManyHint()) throw error;
    throw new InputError(error.message, { hint: COPY_HINT, cause: error });
  });
  return runs.map(({ run, media }) => ({ run: { ...run, result: getLinkedResult(run) }, media }));
}

function packedIn(link: string): string | undefined {
  return /#\/[^?#]*\?(?:[^#]*&)?run=([\w-]+)/.exec(link)?.[1];
}

/** @throws RangeError for a link that unpacks to too much, TypeError for invalid data */
async function transformed(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = blob.stream().pipeThrough(transform).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value as Uint8Array<ArrayBuffer>);
    size += pieces.at(-1)!.length;
    if (size > MAX_UNPACKED) {
      await reader.cancel();
      throw new RangeError('The link is too large');
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
