import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { line } from './measure.mjs';
import { startBrowser, startWeb } from './web-browser.mjs';

/** Screens with the element that makes them usable, and the goal for JavaScript loaded by then, in KB of gzip. */
const screens = [
  { name: 'sign-in', path: '#/sign-in', ready: 'textarea', goal: 140 },
  { name: 'picker', path: '#/', ready: '[role=combobox]:not([aria-disabled=true])', goal: 140 },
];

/** The goal for each Lighthouse category. */
const SCORE = 95;
const categories = ['performance', 'accessibility', 'best-practices'];

/** KB (gzip) of the scripts that a first-time visitor has loaded when the screen is usable. */
async function scriptsUntil(browser, url, { path, ready }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bodies = [];
  const onResponse = (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  };
  page.on('response', onResponse);
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.locator(ready).first().waitFor();
  page.off('response', onResponse);
  const received = await Promise.all(bodies);
  await context.close();
  return received.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
}

/** Measures the JavaScript needed to use a screen, and the Lighthouse scores (for a phone on a slow network). */
export async function webLoad() {
  console.log('\nWeb app: JavaScript until a screen is usable, gzip; Lighthouse scores');
  const [web, { browser, port }] = await Promise.all([startWeb(), startBrowser()]);
  try {
    for (const screen of screens) {
      const kilobytes = await scriptsUntil(browser, web.url, screen);
      line(`${screen.name}: KB of scripts`, kilobytes, screen.goal);
      const { lhr } = await lighthouse(web.url + screen.path, {
        port,
        output: 'json',
        onlyCategories: categories,
        logLevel: 'silent',
      });
      for (const category of categories) {
        const score = (lhr.categories[category].score ?? 0) * 100;
        const verdict = `goal ${SCORE}: ${score >= SCORE ? 'reached' : 'MISSED'}`;
        console.log(
          `  ${`${screen.name}: ${category}`.padEnd(46)} ${score.toFixed(0).padStart(7)}   ${verdict}`,
        );
      }
    }
  } finally {
    await browser.close();
    web.close();
  }
}
