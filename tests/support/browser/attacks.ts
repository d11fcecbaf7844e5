import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

/** What the types of the DOM leave out (W3C, Trusted Types). */
interface TrustedWindow {
  readonly trustedTypes: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): { createScriptURL(address: string): unknown };
  };
}

/** What somebody who has found a hole would try; each is to end without having run. */
const attacks: Record<string, [attack: () => unknown, directive: string]> = {
  'a script in the page': [
    () => {
      const script = document.createElement('script');
      script.append('globalThis.hasRun = true');
      document.body.append(script);
    },
    'script-src-elem|require-trusted-types-for',
  ],
  'markup with a script': [
    () => document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="hasRun = true">'),
    'require-trusted-types-for',
  ],
  'a handler': [
    () => document.body.setAttribute('onclick', 'hasRun = true'),
    'script-src-attr|require-trusted-types-for',
  ],
  'text that is evaluated': [
    // Not within the call itself, which may do what the page may not.
    () => void setTimeout(() => globalThis.eval('globalThis.hasRun = true')),
    'require-trusted-types-for|script-src',
  ],
  'text made a function': [
    () => void setTimeout(() => void new Function('globalThis.hasRun = true')()),
    'require-trusted-types-for|script-src',
  ],
  'a script of another address': [
    () => {
      const script = document.createElement('script');
      // Past the check of types, to the check of addresses.
      const { trustedTypes } = globalThis as unknown as TrustedWindow;
      const policy = trustedTypes.createPolicy('attack', { createScriptURL: (address) => address });
      Object.assign(script, { src: policy.createScriptURL('data:text/javascript,hasRun=true') });
      document.body.append(script);
    },
    'script-src-elem',
  ],
  'another base for addresses': [
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
  'a form that goes elsewhere': [
    () => {
      const form = document.createElement('form');
      form.action = 'https://elsewhere.invalid/';
      document.body.append(form);
      form.submit();
    },
    'form-action',
  ],
  'a request without encryption to elsewhere': [
    () => fetch('http://elsewhere.invalid/').catch(() => 0),
    'connect-src',
  ],
};

/** Tries them all in a page; fails the test for one that no directive of the policy has blocked, or that has run. */
export async function attack({ page, watch }: Visitor): Promise<void> {
  watch.allow(/^policy violation: /);
  watch.allow(/^console error: .*(?:Security Policy|Trusted|violates|Refused)/s);
  watch.allow(/^page error: .*(?:Trusted|Content Security Policy)/s);
  for (const [name, [run, directive]] of Object.entries(attacks)) {
    const before = watch.seen.length;
    await page.evaluate(run).catch(() => undefined);
    const blocked = new RegExp(`^policy violation: (?:${directive}) blocks`);
    const message = `${name} is blocked`;
    await expect
      .poll(() => watch.seen.slice(before).some((line) => blocked.test(line)), { message })
      .toBe(true);
  }
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
}
