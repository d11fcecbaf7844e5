import type { Exchange } from '../server/exchange.ts';
import { sendJson } from '../server/respond.ts';
import { requireToken } from '../server/token.ts';
import { guestIdentity } from './identity.ts';

/** `GET /api/whoami-v2`: the guest, and what the token may do. */
export function whoAmI({ request, response, sandbox }: Exchange): void {
  requireToken(request);
  sendJson(response, {
    ...guestIdentity(sandbox.hubUrl),
    auth: {
      type: 'access_token',
      accessToken: { displayName: 'sandbox', role: 'read', createdAt: sandbox.startedAt },
    },
  });
}
