import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isKey, parseBatchLine, toReadableLine, type BatchLine, type SourceScope } from '../batch/index.ts';
import { SaveError } from '../errors/index.ts';
import { visibleLine } from '../text/index.ts';
import { readLines } from './files.ts';
import { openRegularFile } from './permitted-files.ts';
import { getFileReason, replace } from './private-file.ts';

/** A key as a short string in one piece. */
export const toShort = (key: string) =>
  Buffer.from(key.slice(0, 32) + Number(key.slice(65)).toString(16).padStart(8, '0'), 'hex').toString(
    'latin1',
  );

/** The lines of a file; those that are too long have no text. */
export async function* readFileLines(path: string): ReturnType<typeof readLines> {
  const { handle } = await openRegularFile(path);
  yield* readLines(handle.createReadStream());
}

/** A number that differs for other rows and columns. */
export function digestRow({ row, columns, gone }: Pick<BatchLine, 'row' | 'columns' | 'gone'>): number {
  const text = JSON.stringify([row, columns, gone === true]);
  let digest = 0;
  for (let at = 0; at < text.length; at += 1) digest = (Math.imul(digest, 31) + text.charCodeAt(at)) | 0;
  return digest;
}

/**
 * What a batch finds in its sources that its lines do not have: other columns and numbers of rows, and rows that are gone.
 * @param lines what they have, by their short keys
 */
export function sourceChanges(lines: Map<string, number>, note: (text: string) => void) {
  const changed = new Map<string, Pick<BatchLine, 'row' | 'columns'>>();
  let scope: SourceScope | undefined;

  /** The line as it is to be written; the same if nothing changes. */
  function change(
    line: BatchLine,
    { sources, variant, candidates }: SourceScope,
    seen: Set<string>,
  ): BatchLine {
    const short = toShort(line.key);
    const { gone: _gone, ...rest } = line;
    const row = changed.get(short);
    const isOurs = line.source === undefined || line.source === null || sources.includes(line.source);
    if (row && isOurs) return toReadableLine({ ...rest, ...row });
    if (!lines.has(short) || !isOurs || typeof line.source !== 'string' || line.gone) return line;
    const isCandidate = candidates.some(
      ({ model, provider }) =>
        model === line.model && (provider === 'auto' || provider === (line.provider ?? provider)),
    );
    if (isCandidate && (line.variant ?? undefined) === variant) return { ...line, gone: true };
    seen.add(line.model);
    return line;
  }

  return {
    keep({ key, ...row }: Pick<BatchLine, 'key' | 'row' | 'columns'>): void {
      const short = toShort(key);
      if (lines.get(short) !== digestRow(row)) changed.set(short, row);
      lines.delete(short);
    },
    complete(read: SourceScope): void {
      scope = read;
    },
    async write(path: string): Promise<void> {
      if (!scope || changed.size + lines.size === 0) return;
      const read = scope;
      const others = new Set<string>();
      let count = 0;
      for await (const { text } of readFileLines(path)) {
        // Too long to be copied.
        if (text === undefined) return;
        const line = parseBatchLine(text);
        if (line && isKey(line.key) && change(line, read, others) !== line) count += 1;
      }
      if (count === 0) return;
      async function* written() {
        for await (const { text = '' } of readFileLines(path)) {
          const line = parseBatchLine(text);
          const next = line && isKey(line.key) ? change(line, read, others) : line;
          // The line as it is written has parts that its reader leaves out.
          const whole = next === line ? undefined : (JSON.parse(text) as object);
          yield `${whole ? JSON.stringify(merge(whole, next!)) : text}\n`;
        }
      }
      await replaceFile(path, written());
      if (others.size > 0)
        note(
          `Lines of other candidates stay as they are. Run the command with ${[...others].slice(0, 8).map(visibleLine).join(', ')} to compare them with the changed source.`,
        );
    },
  };
}

/** A written line with the row, columns and state of another one. */
function merge(line: object, { row, input, columns, gone }: BatchLine): object {
  const { gone: _gone, ...rest } = line as { readonly gone?: boolean };
  return { ...rest, row, input, columns, ...(gone && { gone }) };
}

export async function replaceFile(path: string, content: Uint8Array | AsyncIterable<string>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await replace(path, content, false);
  } catch (error) {
    throw new SaveError(`Could not write ${path} (${getFileReason(error)})`, { cause: error });
  }
}
