// Writes the content security policy into the page, for hosts whose headers nobody can set.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const policies = fileURLToPath(
  new URL('../../packages/cli/src/web-server/page-headers.ts', import.meta.url),
);
const places = fileURLToPath(new URL('../../packages/engine/src/http/connection.ts', import.meta.url));

const written = /\s*<meta http-equiv="Content-Security-Policy"[^>]*>/;

/**
 * Puts the policy in front of everything that it is to govern, once; it opens a way to the addresses in `config.json`.
 * @param {string} folder of the built web app
 */
export async function writePagePolicy(folder) {
  const [{ module: policy }, { module: usual }] = await Promise.all([
    runnerImport(policies),
    runnerImport(places),
  ]);
  const { hubUrl = usual.HUB_URL, inferenceUrl = usual.INFERENCE_URL } = JSON.parse(
    await readFile(join(folder, 'config.json'), 'utf8'),
  );
  const page = join(folder, 'index.html');
  const html = (await readFile(page, 'utf8')).replace(written, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.policyInPage({ hubUrl, inferenceUrl })}" />`;
  const withPolicy = html.replace(/<meta charset="utf-8"[^>]*>/i, (charset) => `${charset}\n    ${meta}`);
  if (withPolicy === html) throw new Error(`${page} names no charset, behind which the policy stands`);
  await writeFile(page, withPolicy);
}
