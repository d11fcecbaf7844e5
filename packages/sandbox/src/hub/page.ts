import type { ServerResponse } from 'node:http';
import { sendText } from '../server/respond.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stays text inside HTML and its quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Sends a plain page; `body` is HTML. Its policy forbids every script and every request. */
export function sendPage(response: ServerResponse, title: string, body: string): void {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<body>
${body}
`;
  sendText(response, html, 'text/html; charset=utf-8', 200, {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
}
