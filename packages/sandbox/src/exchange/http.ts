import type { IncomingMessage, ServerResponse } from 'node:http';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

type Headers = Readonly<Record<string, string>>;

/** An error response; handlers throw it. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;

  /** `body` is sent as JSON; a string means `{ error: string }`. */
  constructor(status: number, body: unknown, headers: Headers = {}) {
    super(typeof body === 'string' ? body : `HTTP ${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { error: body } : body;
    this.headers = headers;
  }
}

/** A 404 as the Hub sends it. @param code for example `RepoNotFound` */
export function createNotFoundError(code: string, message: string): HttpError {
  return new HttpError(404, message, { 'X-Error-Code': code, 'X-Error-Message': message });
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Headers = {},
): void {
  sendText(response, JSON.stringify(value), 'application/json; charset=utf-8', status, headers);
}

export function sendText(
  response: ServerResponse,
  text: string,
  contentType: string,
  status = 200,
  headers: Headers = {},
): void {
  sendBytes(response, Buffer.from(text), contentType, status, headers);
}

export function sendBytes(
  response: ServerResponse,
  bytes: Uint8Array,
  contentType: string,
  status = 200,
  headers: Headers = {},
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': contentType,
    'Content-Length': String(bytes.byteLength),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}

/**
 * The body of a request.
 * @throws {HttpError} 413 for more than `limit` bytes; the rest is discarded, so that the client reads the response
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  if (length > limit) throw new HttpError(413, `The body is larger than ${limit} bytes.`);
  return Buffer.concat(chunks);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws {HttpError} 400 when the body is not a JSON object */
export function parseJsonObject(body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new HttpError(400, 'The body is not JSON.');
  }
  if (!isRecord(value)) throw new HttpError(400, 'The body must be a JSON object.');
  return value;
}

/**
 * Any token that starts with `hf_` is valid.
 * @throws {HttpError} 401 for a missing or invalid token
 */
export function requireToken(request: IncomingMessage): void {
  if (/^Bearer hf_\S+$/i.test(request.headers.authorization ?? '')) return;
  const message = 'Invalid credentials in Authorization header';
  throw new HttpError(401, message, { 'X-Error-Message': message });
}

/** Escapes a text for HTML and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An HTML page without scripts; `content` is escaped HTML. */
export function renderPage(title: string, content: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${content}
</body>
</html>
`;
}
