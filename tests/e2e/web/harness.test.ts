import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openApp, type OpenApp } from '../../support/browser/open-app.ts';
import { temporaryFolder } from '../../support/process.ts';

/** A valid page with additions. */
function openPage(script = '', markup = ''): Promise<OpenApp> {
  const folder = temporaryFolder();
  const page = `<!doctype html>
    <html lang="en">
      <head>
        <title>A page</title>
        <link rel="icon" href="data:," />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <main><h1>A page</h1>${markup}</main>
        <script type="module" src="./page.js"></script>
      </body>
    </html>`;
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'page.js'), script);
  return openApp({ folder });
}

const problems = {
  'an error on the console': {
    script: "console.error('No good', 7)",
    problem: /^console error: No good 7 \(http:\S+page\.js:\d\)$/,
  },
  'a warning on the console': {
    script: "console.warn('Take care')",
    problem: /^console warning: Take care \(/,
  },
  'an uncaught error': {
    script: "setTimeout(() => { throw new RangeError('Too far') })",
    problem: /^page error: RangeError: Too far/,
  },
  'an unhandled rejection': {
    script: "Promise.reject(new TypeError('Not this'))",
    problem: /^page error: TypeError: Not this/,
  },
  'a script in the page': {
    markup: '<script>document.title = "Changed"</script>',
    problem: /^policy violation: script-src-elem blocks inline/,
  },
  'text made markup': {
    script: "try { document.querySelector('h1').innerHTML = '<i>A page</i>' } catch {}",
    problem: /^policy violation: require-trusted-types-for blocks trusted-types-sink/,
  },
  'a missing file': {
    script: "void fetch('./none.json')",
    problem: /^failed request: GET \S+none\.json: 404$/,
  },
  'a request to another host': {
    script: "void fetch('https://elsewhere.invalid/').catch(() => 0)",
    problem: /^failed request: GET https:\/\/elsewhere\.invalid\/: net::ERR_/,
  },
};

test('every kind of problem in a page is reported and can be expected', async () => {
  const all = Object.values<{ script?: string; markup?: string; problem: RegExp }>(problems);
  const scripts = all.map(({ script = '' }) => script).join('\n');
  const { errorLog } = await openPage(scripts, all.map(({ markup = '' }) => markup).join('\n'));
  for (const [name, { problem }] of Object.entries(problems)) {
    await expect
      .poll(() => errorLog.seen.filter((line) => problem.test(line)), { message: name })
      .not.toEqual([]);
    expect(await errorLog.unexpected(), name).toContainEqual(expect.stringMatching(problem));
    errorLog.expect(problem);
  }
  // Chromium reports a violation on the console as well.
  errorLog.allow(/^console error: .*(?:Security Policy|TrustedHTML)/);
});

describe('a test fails after its end', () => {
  test.fails('because of an unhandled rejection', async () => {
    const { script, problem } = problems['an unhandled rejection'];
    const { errorLog } = await openPage(script);
    await expect.poll(() => errorLog.seen.filter((line) => problem.test(line))).not.toEqual([]);
  });

  test.fails('because an expected problem did not occur', async () => {
    const { errorLog } = await openPage();
    errorLog.expect(/^console error: /);
  });
});

test('accessibility problems are reported; a page without any passes', async () => {
  const faults = {
    label: '<input type="text" />',
    'image-alt': '<img src="data:," />',
    'target-size': '<button aria-label="Go"></button>'.repeat(3),
    'landmark-no-duplicate-main': '</main><main><p>More</p>',
  };
  const { page } = await openPage('', Object.values(faults).join(''));
  const report = await expectNoViolations(page).then(() => 'nothing', String);
  for (const rule of Object.keys(faults)) expect(report).toContain(`${rule} (`);
  await page.evaluate(() =>
    document.querySelectorAll('main > :not(h1), main + main').forEach((each) => each.remove()),
  );
  await expectNoViolations(page);
});

describe('a browser context', () => {
  // The third test has the origin of the first one.
  test.each([1, 2, 3])('has no state of earlier tests (%i)', async () => {
    const { page } = await openPage(`
      const kept = [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length];
      document.title = kept.join();
      localStorage.been = sessionStorage.been = 1;
      indexedDB.open('been');
      addEventListener('pagehide', () => (sessionStorage.left = 1));`);
    await expect.poll(() => page.title()).toBe('0,0,0');
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1);
  });

  test.each([1, 2])('has no requests of another test (%i)', async () => {
    const { page, sandbox, requests } = await openPage();
    await page.evaluate((hub) => fetch(`${hub}/api/models?limit=1`), sandbox.hubUrl);
    await expect.poll(() => requests.map(({ url }) => url)).toEqual(['/api/models?limit=1']);
    // Not awaited: the page closes before the response.
    await page.evaluate((hub) => void fetch(`${hub}/api/models`).catch(() => 0), sandbox.hubUrl);
  });
});
