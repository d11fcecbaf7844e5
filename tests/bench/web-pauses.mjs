import { line } from './measure.mjs';
import { startBrowser, startWeb } from './web-browser.mjs';

/** Milliseconds. */
const GOAL = 500;

/** Browsers lay out a word in one go. */
const words = {
  'kerned letters': 'A'.repeat(100_000),
  'joined letters': 'س'.repeat(100_000),
  'letters of words without spaces': 'ภาษาไทย'.repeat(14_000),
  'emoji, 1 MB': '👨‍👩‍👧‍👦'.repeat(40_000),
  'accents, 1 MB': `e${'\u0301'.repeat(500_000)}`,
};

/** Runs in the page: measures the longest time between two timers, that is, without a reaction to the user. */
function watchPauses() {
  let last = performance.now();
  globalThis.longestPause = 0;
  globalThis.setInterval(() => {
    const now = performance.now();
    globalThis.longestPause = Math.max(globalThis.longestPause, now - last);
    last = now;
  });
}

/** Measures how long words block the page: as the answer of a model, and pasted. */
export async function webPauses() {
  console.log(
    '\nWords of 100,000 letters in the web app: the longest pause in milliseconds in a real browser',
  );
  const [web, { browser }] = await Promise.all([startWeb(), startBrowser()]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const input = page.getByLabel('Input', { exact: true });
    for (const [name, word] of Object.entries(words)) {
      await page.route('**/inference/**', (route) =>
        route.fulfill({ json: { summary_text: word }, headers }),
      );
      await page.goto(`${web.url}?${encodeURIComponent(name)}#/summarization/sandbox/lead-summary`);
      await input.fill('A text');
      await page.evaluate(watchPauses);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Run again' }).waitFor();
      await input.fill(word.slice(0, 100_000));
      line(name, await page.evaluate(() => globalThis.longestPause), GOAL);
      await page.unrouteAll();
    }
  } finally {
    await browser.close();
    web.close();
  }
}
