import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { attack } from '../../support/browser/attacks.ts';
import { useEverything } from '../../support/browser/day.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { plainHost } from '../../support/browser/plain-host.ts';
import { sandboxHere } from '../../support/browser/sandbox-here.ts';
import { formIsThere, runExample } from '../../support/browser/steps.ts';
import { newVisitor } from '../../support/browser/visitor.ts';
import { webFolder } from '../../support/browser/web-folder.ts';
import { temporaryFolder } from '../../support/process.ts';

const addressScript = fileURLToPath(new URL('../../../scripts/web-address.mjs', import.meta.url));

test('F30: what runs in the page comes from where the page comes from', async () => {
  const app = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await runExample(app.page);
  await attack(app);
});

test('a host that sends files and no headers will do, in any folder: the page brings its policy along', async () => {
  const { hubUrl, inferenceUrl, requests } = await sandboxHere();
  const folder = temporaryFolder();
  await cp(webFolder(), folder, { recursive: true });
  const settings = { hubUrl, inferenceUrl, guestToken: 'hf_sandbox' };
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
  await promisify(execFile)(process.execPath, [addressScript, folder, 'https://example.org/some/where/']);
  const host = await plainHost(folder, '/some/where/');
  const visitor = await newVisitor();
  const app = { ...visitor, url: host.page };
  await visitor.page.goto(`${host.page}#/text-classification/sandbox/vader-sentiment`);
  await runExample(visitor.page);
  await useEverything(app);
  await visitor.page.reload();
  await formIsThere(visitor.page);
  expect(host.received.filter(({ url }) => !url.startsWith('/some/where/'))).toEqual([]);
  expect(requests.flatMap(({ headers }) => headers.referer ?? [])).toEqual([]);
  await attack(visitor);
});
