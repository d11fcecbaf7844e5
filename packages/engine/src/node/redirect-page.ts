import type { ServerResponse } from 'node:http';
import { visible } from '../text/index.ts';

/** A page can run and load nothing, tells no other page where it stood, and is not kept. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

/** Answers a browser with one sentence; settles when the browser has it, or has gone. */
export function answerPage(response: ServerResponse, status: number, sentence: string): Promise<void> {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tryout</title>
<h1>Tryout</h1>
<p>${escaped(sentence)}</p>
</html>
`;
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(page) });
    response.end(page);
  });
}

/** Sends a browser to another page of this server, whose address takes the place of its own. */
export function sendOn(response: ServerResponse, path: string): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(303, { ...headers, Location: path, 'Content-Length': 0 });
    response.end();
  });
}

/** What the hub wrote is text, whatever it looks like. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
