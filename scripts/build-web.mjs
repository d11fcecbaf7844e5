// Builds the web app: node scripts/build-web.mjs [--address https://example.org/tryout/ | --space]
import { copyFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, normalizePath } from 'vite';
import { compressAssets } from './build/compress-assets.mjs';
import { parseAppUrl, writeClientMetadata } from './build/client-metadata.mjs';
import { writeNotices } from './build/notices.mjs';
import { writePagePolicy } from './build/page-policy.mjs';

const web = normalizePath(fileURLToPath(new URL('../packages/web/', import.meta.url)));
const dist = `${web}dist/`;

/** Parses the arguments; exits with a message if they are invalid. */
function asked() {
  try {
    const { values } = parseArgs({
      options: {
        /** The app's future URL, which lets it sign in at the Hub without registration. */
        address: { type: 'string' },
        /** Adds the README of a static Space. */
        space: { type: 'boolean', default: false },
      },
    });
    return values.address === undefined ? values : { ...values, address: parseAppUrl(values.address) };
  } catch (error) {
    console.error(
      `error: ${error.message}\nhint: npm run build:web -- --address https://example.org/tryout/`,
    );
    process.exit(2);
  }
}

const { address, space } = asked();

// Tests set NODE_ENV, but also build for production.
process.env.NODE_ENV = 'production';
await build({ root: web, configFile: `${web}vite.config.ts`, mode: 'production', logLevel: 'warn' });
const licenses = (await readdir(dist)).filter((name) => name.endsWith('licenses.json'));
await writeNotices(
  dist,
  licenses.map((name) => dist + name),
);
await compressAssets(dist);
if (address !== undefined) console.log(`The app's client id: ${await writeClientMetadata(dist, address)}`);
if (address !== undefined || space) await writePagePolicy(dist);
if (space) await copyFile(`${web}space/README.md`, `${dist}README.md`);
