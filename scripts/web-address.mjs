// Configures a built web app for its URL: node scripts/web-address.mjs <folder> <url>
import { parseArgs } from 'node:util';
import { parseAppUrl, writeClientMetadata } from './build/client-metadata.mjs';
import { writePagePolicy } from './build/page-policy.mjs';

const USAGE = 'node scripts/web-address.mjs packages/web/dist https://example.org/tryout/';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, url, ...more] = positionals;
  if (!folder || !url || more.length > 0) throw new Error('Pass a folder and a URL');
  parseAppUrl(url);
  await writePagePolicy(folder);
  console.log(`The app's client id: ${await writeClientMetadata(folder, url)}`);
} catch (error) {
  console.error(`error: ${error.message}\nhint: ${USAGE}`);
  process.exitCode = 2;
}
