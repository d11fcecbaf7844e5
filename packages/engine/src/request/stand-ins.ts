import { OutputError } from '../errors/index.ts';
import { fileIn, isFilePlaceholder, type FileInput, type JsonTemplate } from '../fields/index.ts';
import type { FormPart, RequestBody } from '../http/index.ts';
import { randomName } from '../text/index.ts';

/** A small file that replaces a real one while the library builds a request. */
export interface StandIn {
  readonly blob: Blob;
  readonly base64: string;
  readonly file: FileInput;
}

/** A multiple of 3, so that the base64 has no padding and can be found inside a longer text. */
const STAND_IN_BYTES = 30;

/** Replaces files with stand-ins, which are added to `standIns`. */
export function withStandIns(value: unknown, standIns: StandIn[]): unknown {
  if (isFilePlaceholder(value)) {
    const bytes = crypto.getRandomValues(new Uint8Array(STAND_IN_BYTES));
    const blob = new Blob([bytes], { type: value.file.contentType });
    const base64 = btoa(String.fromCharCode(...bytes));
    standIns.push({ blob, base64, file: value.file });
    return value.encoding === 'data-url' ? `data:${value.contentType};base64,${base64}` : blob;
  }
  if (Array.isArray(value)) return value.map((entry) => withStandIns(entry, standIns));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withStandIns(entry, standIns)]),
  );
}

/** Replaces the stand-ins in a body that the library built by the files. */
export async function bodyWithFiles(
  body: BodyInit | null | undefined,
  standIns: readonly StandIn[],
): Promise<RequestBody> {
  if (body instanceof Blob) return { kind: 'file', file: fileOf(body, standIns) };
  if (body instanceof FormData)
    return { kind: 'form', boundary: `tryout-${randomName()}`, parts: formParts(body, standIns) };
  return { kind: 'json', json: withFiles(JSON.parse(String(body)) as JsonTemplate, standIns) };
}

function fileOf(blob: Blob, standIns: readonly StandIn[]): FileInput {
  const found = standIns.find((standIn) => standIn.blob === blob) ?? standIns[0];
  if (!found) throw new OutputError('the provider expects a file that this task does not have');
  return found.file;
}

/** Newlines are normalized as the HTML standard requires, so that every client sends the same. */
function formParts(form: FormData, standIns: readonly StandIn[]): FormPart[] {
  return [...form].map(([name, value]) =>
    typeof value === 'string'
      ? { name, value: value.replace(/\r\n|\r|\n/g, '\r\n') }
      : { name, value: fileOf(value, standIns), fileName: value.name },
  );
}

function withFiles(value: JsonTemplate, standIns: readonly StandIn[]): JsonTemplate {
  if (typeof value === 'string') {
    const found = standIns.find(({ base64 }) => value.endsWith(base64));
    if (!found) return value;
    const contentType = /^data:([^;,]+);base64,/.exec(value)?.[1];
    return contentType ? fileIn(found.file, 'data-url', contentType) : fileIn(found.file);
  }
  if (Array.isArray(value)) return value.map((entry: JsonTemplate) => withFiles(entry, standIns));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withFiles(entry as JsonTemplate, standIns)]),
  );
}
