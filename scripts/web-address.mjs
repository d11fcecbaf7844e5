// Makes a built web app ready for its address: node scripts/web-address.mjs <folder> <address>
import { parseArgs } from 'node:util';
import { appAddress, giveAddress } from './build/give-address.mjs';
import { writePagePolicy } from './build/page-policy.mjs';

const USAGE = 'node scripts/web-address.mjs packages/web/dist https://example.org/tryout/';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, address, ...more] = positionals;
  if (!folder || !address || more.length > 0) throw new Error('This takes a folder and an address');
  appAddress(address);
  await writePagePolicy(folder);
  console.log(`The app's client id: ${await giveAddress(folder, address)}`);
} catch (error) {
  console.error(`error: ${error.message}\nhint: ${USAGE}`);
  process.exitCode = 2;
}
