import { OutputError } from '../errors/index.ts';
import {
  fileIn,
  isFilePlaceholder,
  mapTemplate,
  type FileInput,
  type JsonTemplate,
} from '../fields/index.ts';
import type { FormPart, RequestBody } from '../http/index.ts';
import { toBase64 } from '../text/index.ts';

/** A small file that replaces a real one while the library builds a request. */
export interface StubFile {
  readonly blob: Blob;
  readonly base64: string;
  readonly file: FileInput;
}

/** A multiple of 3, so that the base64 has no padding and can be found inside a longer text. */
const STUB_BYTES = 30;

/** Replaces files with stubs and adds these to `stubs`. */
export function withStubs(payload: JsonTemplate, stubs: StubFile[]): unknown {
  return mapTemplate(payload, (value) => {
    if (!isFilePlaceholder(value)) return undefined;
    const bytes = crypto.getRandomValues(new Uint8Array(STUB_BYTES));
    const blob = new Blob([bytes], { type: value.file.contentType });
    const base64 = toBase64(bytes);
    stubs.push({ blob, base64, file: value.file });
    return value.encoding === 'data-url' ? `data:${value.contentType};base64,${base64}` : blob;
  });
}

/** Puts the real files in place of the stubs in a body that the library built. */
export async function bodyWithFiles(
  body: BodyInit | null | undefined,
  stubs: readonly StubFile[],
): Promise<RequestBody> {
  if (body instanceof Blob) return { kind: 'file', file: toFile(body, stubs) };
  if (body instanceof FormData) return { kind: 'form', parts: formParts(body, stubs) };
  return { kind: 'json', json: withFiles(JSON.parse(String(body)) as JsonTemplate, stubs) };
}

function toFile(blob: Blob, stubs: readonly StubFile[]): FileInput {
  const stub = stubs.find((stub) => stub.blob === blob) ?? stubs[0];
  if (!stub) throw new OutputError('the provider expects a file that this task does not have');
  return stub.file;
}

/** Newlines are normalized as the HTML standard requires, so that every client sends the same. */
function formParts(form: FormData, stubs: readonly StubFile[]): FormPart[] {
  return [...form].map(([name, value]) =>
    typeof value === 'string'
      ? { name, value: value.replace(/\r\n|\r|\n/g, '\r\n') }
      : { name, value: toFile(value, stubs), fileName: value.name },
  );
}

function withFiles(body: JsonTemplate, stubs: readonly StubFile[]): JsonTemplate {
  const json = mapTemplate(body, (value) => {
    const stub = typeof value === 'string' && stubs.find(({ base64 }) => value.endsWith(base64));
    if (!stub) return undefined;
    const contentType = /^data:([^;,]+);base64,/.exec(value)?.[1];
    return contentType ? fileIn(stub.file, 'data-url', contentType) : fileIn(stub.file);
  });
  return json as JsonTemplate;
}
