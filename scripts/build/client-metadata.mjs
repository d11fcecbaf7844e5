// Adds an OAuth client metadata document to the built web app, so that it needs no registration at the Hub.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DOCUMENT = 'client-metadata.json';

const loopback = new Set(['localhost', '127.0.0.1']);

/**
 * Parses the URL of a web app: the folder of its page.
 * @param {string} text
 * @returns {string} the normalized URL
 * @throws {Error} with a message for the user
 */
export function parseAppUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname));
  if (!url || !isSafe) throw new Error(`'${text}' is not an https URL`);
  if (url.username || url.password || url.search || url.hash || /[?#]/.test(text)) {
    throw new Error(`'${text}' must only have a host and a path`);
  }
  if (!url.pathname.endsWith('/')) throw new Error(`'${text}' must end with /`);
  return url.href;
}

/**
 * The fields that the Hub documents ("Sign in with Hugging Face", automated OAuth app creation).
 * @param {string} appUrl with a trailing slash
 */
function clientMetadata(appUrl) {
  return {
    client_id: appUrl + DOCUMENT,
    client_name: 'Tryout',
    client_uri: appUrl,
    logo_uri: `${appUrl}icon.svg`,
    redirect_uris: [appUrl],
    token_endpoint_auth_method: 'none',
  };
}

/**
 * Writes the metadata document (draft-ietf-oauth-client-id-metadata-document) and sets its URL as the client id in
 * `config.json`.
 * @param {string} folder of the built web app
 * @param {string} url where the app will be hosted
 * @returns {Promise<string>} the client id
 */
export async function writeClientMetadata(folder, url) {
  const metadata = clientMetadata(parseAppUrl(url));
  const config = join(folder, 'config.json');
  const settings = JSON.parse(await readFile(config, 'utf8'));
  await writeFile(join(folder, DOCUMENT), `${JSON.stringify(metadata, undefined, 2)}\n`);
  await writeFile(config, `${JSON.stringify({ ...settings, clientId: metadata.client_id }, undefined, 2)}\n`);
  return metadata.client_id;
}
