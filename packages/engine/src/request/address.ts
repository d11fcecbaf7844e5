import { INFERENCE_URL, type Connection } from '../http/index.ts';
import { isOwn, type InferenceRequest } from './inference-request.ts';
import { normalAddress } from './normal-address.ts';

/** The address that a request is sent to: providers' addresses are known under the default inference base only. */
export function addressOf(
  { server, url }: InferenceRequest,
  connection: Pick<Connection, 'inferenceUrl'>,
): string {
  return normalAddress(new URL(isOwn(server) ? url : rebase(url, connection)));
}

/** An address under the default inference base, under the configured one. */
export function rebase(url: string, { inferenceUrl }: Pick<Connection, 'inferenceUrl'>): string {
  return url.startsWith(`${INFERENCE_URL}/`) ? inferenceUrl + url.slice(INFERENCE_URL.length) : url;
}
