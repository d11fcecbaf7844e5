import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

/** Trusted Types, which the DOM types lack. */
interface TrustedWindow {
  readonly trustedTypes: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): { createScriptURL(address: string): unknown };
  };
}

/** Injection attempts, each with the directives that may block it. */
const attacks: Record<string, [attack: () => unknown, directive: string]> = {
  'a script in the page': [
    () => {
      const script = document.createElement('script');
      script.append('globalThis.hasRun = true');
      document.body.append(script);
    },
    'script-src-elem|require-trusted-types-for',
  ],
  'an inline handler in markup': [
    () => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="hasRun = true">'),
    'require-trusted-types-for',
  ],
  'an inline handler': [
    () => document.body.setAttribute('onclick', 'hasRun = true'),
    'script-src-attr|require-trusted-types-for',
  ],
  eval: [
    // In a timer, because Playwright's own evaluation bypasses the policy.
    () => void setTimeout(() => globalThis.eval('globalThis.hasRun = true')),
    'require-trusted-types-for|script-src',
  ],
  'the Function constructor': [
    () => void setTimeout(() => void new Function('globalThis.hasRun = true')()),
    'require-trusted-types-for|script-src',
  ],
  'a script from another URL': [
    () => {
      const script = document.createElement('script');
      // Passes Trusted Types, so that the URL is checked.
      const { trustedTypes } = globalThis as unknown as TrustedWindow;
      const policy = trustedTypes.createPolicy('attack', { createScriptURL: (address) => address });
      Object.assign(script, { src: policy.createScriptURL('data:text/javascript,hasRun=true') });
      document.body.append(script);
    },
    'script-src-elem',
  ],
  'another base URL': [
    () => {
      const base = document.createElement('base');
      base.href = 'https://elsewhere.invalid/';
      document.head.append(base);
      if (document.baseURI.includes('elsewhere')) Object.assign(globalThis, { hasRun: true });
    },
    'base-uri',
  ],
  'a plug-in': [
    () => {
      const object = document.createElement('object');
      const { trustedTypes } = globalThis as unknown as TrustedWindow;
      const policy = trustedTypes.createPolicy('plug-in', { createScriptURL: (address) => address });
      Object.assign(object, { data: policy.createScriptURL(`${location.origin}/icon.svg`) });
      document.body.append(object);
    },
    'object-src',
  ],
  'a frame': [
    () => {
      const frame = document.createElement('iframe');
      frame.src = 'data:text/html,hello';
      document.body.append(frame);
    },
    'frame-src',
  ],
  'a form sent to another origin': [
    () => {
      const form = document.createElement('form');
      form.action = 'https://elsewhere.invalid/';
      document.body.append(form);
      form.submit();
    },
    'form-action',
  ],
  'an unencrypted request to another origin': [
    () => fetch('http://elsewhere.invalid/').catch(() => 0),
    'connect-src',
  ],
};

/** Tries all attacks in a page; fails the test if the policy does not block one. */
export async function expectAttacksBlocked({ page, errorLog }: Visitor): Promise<void> {
  errorLog.allow(/^policy violation: /);
  errorLog.allow(/^console error: .*(?:Security Policy|Trusted|violates|Refused)/s);
  errorLog.allow(/^page error: .*(?:Trusted|Content Security Policy)/s);
  for (const [name, [run, directive]] of Object.entries(attacks)) {
    const before = errorLog.seen.length;
    await page.evaluate(run).catch(() => undefined);
    const blocked = new RegExp(`^policy violation: (?:${directive}) blocks`);
    const message = `${name} is blocked`;
    await expect
      .poll(() => errorLog.seen.slice(before).some((line) => blocked.test(line)), { message })
      .toBe(true);
  }
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
}
