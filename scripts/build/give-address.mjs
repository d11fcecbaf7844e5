// Tells the built web app its address, so that it needs no registering at the Hub.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DOCUMENT = 'client-metadata.json';

const loopback = new Set(['localhost', '127.0.0.1']);

/**
 * Checks the address of a web app: the folder that its page is in.
 * @param {string} text
 * @returns {string} the address as browsers write it
 * @throws {Error} with a sentence for the person
 */
export function appAddress(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname));
  if (!url || !isSafe) throw new Error(`'${text}' is no https address`);
  if (url.username || url.password || url.search || url.hash || /[?#]/.test(text)) {
    throw new Error(`'${text}' holds more than a host and a folder`);
  }
  if (!url.pathname.endsWith('/')) throw new Error(`'${text}' does not end with / as a folder does`);
  return url.href;
}

/**
 * What the app tells the Hub of itself: the fields that the Hub documents (Sign in with Hugging Face, automated OAuth
 * app creation) and no others.
 * @param {string} address of the app, with a slash at the end
 */
export function clientMetadata(address) {
  return {
    client_id: address + DOCUMENT,
    client_name: 'Tryout',
    client_uri: address,
    logo_uri: `${address}icon.svg`,
    redirect_uris: [address],
    token_endpoint_auth_method: 'none',
  };
}

/**
 * Writes the metadata document (draft-ietf-oauth-client-id-metadata-document) into the app, and its address as the
 * client id into `config.json`.
 * @param {string} folder of the built web app
 * @param {string} address where that folder will be
 * @returns {Promise<string>} the client id
 */
export async function giveAddress(folder, address) {
  const metadata = clientMetadata(appAddress(address));
  const config = join(folder, 'config.json');
  const settings = JSON.parse(await readFile(config, 'utf8'));
  await writeFile(join(folder, DOCUMENT), `${JSON.stringify(metadata, undefined, 2)}\n`);
  await writeFile(config, `${JSON.stringify({ ...settings, clientId: metadata.client_id }, undefined, 2)}\n`);
  return metadata.client_id;
}
