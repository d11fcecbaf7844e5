/** A form with its target, fields and button labels. */
interface Form {
  action: string;
  fields: Record<string, string>;
  button: string;
}

export interface Page {
  url: string;
  status: number;
  html: string;
  headers: Headers;
  forms: Form[];
}

/** A minimal browser for the sign-in pages with cookies, same-origin redirects and forms. */
export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Opens a URL and follows redirects on the server; returns the first URL on another origin. */
  async open(address: string, body?: URLSearchParams): Promise<Page> {
    const url = new URL(address, this.#origin);
    if (url.origin !== this.#origin) {
      return { url: url.href, status: 0, html: '', headers: new Headers(), forms: [] };
    }
    const response = await fetch(url, {
      ...(body ? { method: 'POST', body } : {}),
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.#cookieHeader(url.pathname) },
    });
    this.#keepCookies(response);
    const location = response.headers.get('location');
    const html = await response.text();
    if (location !== null) return this.open(new URL(location, url).href);
    return { url: url.href, status: response.status, html, headers: response.headers, forms: formsOf(html) };
  }

  /** Submits a form with a button and the given fields. */
  async press(page: Page, button: string, typed: Record<string, string> = {}): Promise<Page> {
    const form = page.forms.find((candidate) => candidate.button === button);
    if (!form) throw new Error(`no button ${button} on: ${page.html || page.url}`);
    const address = new URL(form.action, page.url).href;
    return this.open(address, new URLSearchParams({ ...form.fields, ...typed }));
  }

  #cookieHeader(pathname: string): string {
    return [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/u, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? [];
      const path = /;\s*path=([^;]+)/iu.exec(cookie)?.[1] ?? '/';
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
  }
}

function formsOf(html: string): Form[] {
  return Array.from(
    html.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gsu),
    ([, action = '', inside = '']) => ({
      action,
      fields: Object.fromEntries(
        Array.from(inside.matchAll(/name="([^"]*)" value="([^"]*)"/gu), ([, name, value]) => [name, value]),
      ),
      button: /<button>(.*?)<\/button>/u.exec(inside)?.[1] ?? '',
    }),
  );
}
