import { createHash, randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '@tryout/sandbox';
import { Browser, type Page } from './browser.ts';

export const clientId = 'tryout-sandbox';
export const redirectUri = 'http://127.0.0.1:54321/callback';
export const verifier = `${randomUUID()}${randomUUID()}`;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The sign-in of a sandbox with client functions. */
export class Hub {
  readonly issuer: string;
  readonly stop: Sandbox['close'];

  private constructor({ hubUrl, close }: Sandbox) {
    this.issuer = hubUrl;
    this.stop = close;
  }

  static async start(): Promise<Hub> {
    return new Hub(await startSandbox());
  }

  browser(): Browser {
    return new Browser(this.issuer);
  }

  authorizeUrl(changes: Record<string, string | undefined> = {}): string {
    const parameters: Record<string, string | undefined> = {
      client_id: clientId,
      scope: 'openid profile inference-api',
      response_type: 'code',
      redirect_uri: redirectUri,
      state: '{"nonce":"n"}',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const url = new URL('/oauth/authorize', this.issuer);
    for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
    return url.href;
  }

  /** Signs in through the pages and returns the callback URL. */
  async signIn(button: 'Allow' | 'Deny', changes: Record<string, string | undefined> = {}): Promise<URL> {
    const browser = this.browser();
    const page: Page = await browser.open(this.authorizeUrl(changes));
    return new URL((await browser.press(page, button)).url);
  }

  async post(path: string, fields: Record<string, string>): Promise<Answer> {
    const response = await fetch(new URL(path, this.issuer), {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...fields }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async redeem(code: string, changes: Record<string, string> = {}): Promise<Answer> {
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    return this.post('/oauth/token', { ...fields, ...changes });
  }

  async tokens(changes: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const callback = await this.signIn('Allow', changes);
    const { status, body } = await this.redeem(callback.searchParams.get('code') ?? '');
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  async userinfo(token: unknown): Promise<Answer> {
    const response = await fetch(new URL('/oauth/userinfo', this.issuer), {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
}
