import { HUB_URL } from './connection.ts';

/** Creates a token with the one permission that runs need. */
const NEW_TOKEN = '/settings/tokens/new?ownUserPermissions=inference.serverless.write&tokenType=fineGrained';

/**
 * The page of a hub for creating a token.
 * @param hubUrl for example `https://huggingface.co`
 */
export function tokenPageOf(hubUrl: string = HUB_URL): string {
  return `${hubUrl.replace(/\/+$/, '')}${NEW_TOKEN}`;
}

/** The page for registering an OAuth app. */
export function applicationPageOf(hubUrl: string): string {
  return `${hubUrl}/settings/applications/new`;
}
