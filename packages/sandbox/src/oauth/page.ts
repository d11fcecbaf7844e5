import { createHash } from 'node:crypto';

const style = `body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}
form{display:inline}button,input{font:inherit;padding:.4rem 1rem;margin:.2rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** What of a Koa context a page is written to. */
interface PageContext {
  status: number;
  type: string;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/** A form with hidden fields and one button, as HTML. */
export function buttonForm(button: string, action: string, fields: Record<string, string> = {}): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${escapeHtml(button)}</button></form>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Answers with a page that can run no script and load nothing.
 *
 * @param content HTML; whatever comes from outside must be escaped in it.
 * @param returnTo where a form of the page may lead besides this server: browsers hold redirects after a form to
 * the policy, too.
 */
export function showPage(context: PageContext, title: string, content: string, returnTo?: string): void {
  const formTargets = returnTo === undefined ? "'self'" : `'self' ${policySource(returnTo)}`;
  context.type = 'text/html; charset=utf-8';
  context.set({
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  context.body = `<!doctype html>
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

/** The origin of an address as a content security policy takes it, which knows no IPv6 and no origin of apps. */
function policySource(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
