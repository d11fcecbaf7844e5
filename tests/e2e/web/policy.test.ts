import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { webFolder } from '../../support/browser/open-app.ts';
import { expectAttacksBlocked } from '../../support/browser/policy-attacks.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { goToForm, runExample, waitForForm } from '../../support/browser/steps.ts';
import { serve, type LoopbackServer } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { newVisitor } from '../../support/browser/visitor.ts';
import { sharedSandbox } from '../../support/recording-sandbox.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves a folder below a path like a static host with content types only and no fallback page. */
async function staticHost(folder: string, basePath: string): Promise<LoopbackServer> {
  return serve(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const path = pathname.startsWith(basePath)
      ? normalize(`/${pathname.slice(basePath.length)}`)
      : '/missing';
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const content = await readFile(join(folder, file)).catch(() => undefined);
    response.writeHead(content ? 200 : 404, { 'content-type': contentTypes[extname(file)] ?? 'text/plain' });
    response.end(content);
  });
}

const addressScript = fileURLToPath(new URL('../../../scripts/web-address.mjs', import.meta.url));

test("F30: only scripts of the page's own origin run", async () => {
  const app = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await runExample(app.page);
  await expectAttacksBlocked(app);
});

test('the app works on a static host without headers, in any folder, with its own content security policy', async () => {
  const { hubUrl, inferenceUrl, requests } = await sharedSandbox();
  const folder = temporaryFolder();
  await cp(webFolder(), folder, { recursive: true });
  const settings = { hubUrl, inferenceUrl, guestToken: 'hf_sandbox' };
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
  await promisify(execFile)(process.execPath, [addressScript, folder, 'https://example.org/some/where/']);
  const host = await staticHost(folder, '/some/where/');
  const pageUrl = `${host.url}/some/where/`;
  const visitor = await newVisitor({ ownProfile: true });
  const app = { ...visitor, url: pageUrl };
  await visitor.page.goto(`${pageUrl}#/text-classification/sandbox/vader-sentiment`);
  await waitForForm(visitor.page);
  await goToForm(app, 'image-segmentation', 'sandbox/color-regions');
  await runExample(visitor.page);
  await visitor.page.getByRole('tab', { name: 'Code' }).click();
  await visitor.page.getByRole('region', { name: 'curl' }).waitFor();
  await visitor.page.reload();
  await waitForForm(visitor.page);
  expect(host.received.filter(({ url }) => !url.startsWith('/some/where/'))).toEqual([]);
  expect(requests.flatMap(({ headers }) => headers.referer ?? [])).toEqual([]);
  await expectAttacksBlocked(visitor);
});
