import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';

/** What the person at the browser says when the page asks for the microphone or the camera. */
export type MediaAnswer = 'allowed' | 'refused';

/** Nothing but the pages under test: no updates, no services of a vendor, no names but those of this machine. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
];

/** A microphone that beeps and a camera that counts, and an answer for the person who would be asked. */
const media = {
  allowed: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  refused: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
} satisfies Record<MediaAnswer, string[]>;

const started = new Map<MediaAnswer, Promise<Browser>>();

/**
 * The browser of this process, started when first asked for: its files of tests have it one after the other. Another
 * process has another one, since the clipboard, for example, belongs to all of a browser. It ends with the process.
 */
export async function chromiumHere(answer: MediaAnswer): Promise<Browser> {
  const { path, environment } = inject('browser');
  const browser =
    started.get(answer) ??
    chromium.launch({
      executablePath: path,
      env: { ...process.env, ...environment },
      args: ['--disable-gpu', ...quiet, ...media[answer]],
    });
  started.set(answer, browser);
  return browser;
}
