import type { Exchange } from './exchange.ts';
import { HttpError } from './http-error.ts';

/**
 * Reads the whole body of a request.
 * @throws HttpError 413 when it is larger than the sandbox's limit; the rest is then read and thrown away, so that
 * the client sees the answer.
 */
export async function readBody({ request, sandbox }: Exchange): Promise<Buffer> {
  const tooLarge = new HttpError(413, `The body is larger than ${sandbox.bodyLimit} bytes.`);
  if (Number(request.headers['content-length']) > sandbox.bodyLimit) {
    request.resume();
    throw tooLarge;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > sandbox.bodyLimit) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.on('end', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new HttpError(400, 'The body ended early.')));
  });
  return Buffer.concat(chunks, length);
}

/**
 * Parses a body as JSON.
 * @throws HttpError 400 when it is not JSON.
 */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new HttpError(400, 'The body is not JSON.');
  }
}

/** Whether a JSON value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses a body as a JSON object.
 * @throws HttpError 400 when it is something else.
 */
export function parseJsonObject(body: Buffer): Record<string, unknown> {
  const value = parseJson(body);
  if (!isRecord(value)) throw new HttpError(400, 'The body must be a JSON object.');
  return value;
}
