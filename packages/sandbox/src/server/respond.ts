import type { ServerResponse } from 'node:http';

/** Sends a value as JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendText(response, JSON.stringify(value), 'application/json; charset=utf-8', status, headers);
}

/** Sends a text of the given media type. */
export function sendText(
  response: ServerResponse,
  text: string,
  contentType: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendBytes(response, Buffer.from(text), contentType, status, headers);
}

/** Sends bytes of the given media type. */
export function sendBytes(
  response: ServerResponse,
  bytes: Uint8Array,
  contentType: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Type': contentType,
    'Content-Length': String(bytes.byteLength),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
}
