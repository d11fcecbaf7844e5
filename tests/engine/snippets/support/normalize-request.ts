import type { IncomingHttpHeaders } from 'node:http';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** Headers that affect the result, authentication or billing. */
const relevantHeaders = [
  'authorization',
  'content-type',
  'x-hf-bill-to',
  'x-wait-for-model',
  'x-use-cache',
  'x-load-model',
];

/** The comparable parts of a request: JSON bodies as values, forms as their parts, others as bytes. */
export async function normalizeRequest({ method, url, headers, body }: Received): Promise<object> {
  const type = headers['content-type'] ?? '';
  const kept = relevantHeaders
    .filter((name) => headers[name] !== undefined)
    .map((name) => [name, headers[name]]);
  return {
    method,
    url,
    headers: { ...Object.fromEntries(kept), 'content-type': type.split(';')[0] },
    body: await bodyOf(type, body),
  };
}

async function bodyOf(type: string, body: Uint8Array): Promise<unknown> {
  if (type.startsWith('application/json')) return JSON.parse(Buffer.from(body).toString()) as unknown;
  if (!type.startsWith('multipart/')) return Buffer.from(body).toString('base64');
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  return Promise.all([...form].map(async ([name, value]) => [name, await partOf(value)]));
}

async function partOf(value: FormDataEntryValue): Promise<unknown> {
  if (typeof value === 'string') return value;
  const bytes = Buffer.from(await value.arrayBuffer());
  return { name: value.name, type: value.type, bytes: bytes.toString('base64') };
}

/** A request without the empty `parameters` that huggingface_hub adds. */
export function withoutEmptyParameters(post: object): object {
  const { body } = post as { readonly body?: { readonly parameters?: object } };
  if (JSON.stringify(body?.parameters) !== '{}') return post;
  const { parameters: _parameters, ...said } = body ?? {};
  return { ...post, body: said };
}
