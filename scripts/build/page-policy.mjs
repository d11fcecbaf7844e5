// Writes the content security policy into the page, for hosts without configurable headers.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const policySource = fileURLToPath(new URL('../../packages/cli/src/web-server/page.ts', import.meta.url));
const connection = fileURLToPath(new URL('../../packages/engine/src/http/connection.ts', import.meta.url));

const existingPolicy = /\s*<meta http-equiv="Content-Security-Policy"[^>]*>/;

/**
 * Adds or replaces the policy, at the start of the page, so that it applies to everything. It allows requests to the hosts
 * in `config.json`.
 * @param {string} folder of the built web app
 */
export async function writePagePolicy(folder) {
  const [{ module: policy }, { module: defaults }] = await Promise.all([
    runnerImport(policySource),
    runnerImport(connection),
  ]);
  const { hubUrl = defaults.HUB_URL, inferenceUrl = defaults.INFERENCE_URL } = JSON.parse(
    await readFile(join(folder, 'config.json'), 'utf8'),
  );
  const page = join(folder, 'index.html');
  const html = (await readFile(page, 'utf8')).replace(existingPolicy, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.policyInPage({ hubUrl, inferenceUrl })}" />`;
  const withPolicy = html.replace(/<meta charset="utf-8"[^>]*>/i, (charset) => `${charset}\n    ${meta}`);
  if (withPolicy === html)
    throw new Error(`${page} has no <meta charset>, after which the policy is inserted`);
  await writeFile(page, withPolicy);
}
