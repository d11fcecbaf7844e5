import { HttpError } from '../server/http-error.ts';
import { defineMisbehavior, type MisbehavingRun } from './define-misbehavior.ts';

function refuseGated({ exchange, id }: MisbehavingRun): never {
  const message =
    `Access to model ${id} is restricted and you are not in the authorized list. ` +
    `Visit ${exchange.sandbox.hubUrl}/${id} to ask for access.`;
  throw new HttpError(403, message, { 'X-Error-Code': 'GatedRepo', 'X-Error-Message': message });
}

/** Models that refuse the caller. */
export const refusingModels = [
  defineMisbehavior(
    'gated',
    'It answers 403: access has to be asked for and is never granted.',
    refuseGated,
    {
      gated: true,
    },
  ),
  defineMisbehavior('payment-required', 'It answers 402: the credits are used up.', () => {
    throw new HttpError(402, 'You have exceeded your monthly included credits for Inference Providers.');
  }),
  defineMisbehavior('rate-limited', 'It answers 429 and says to try again after one second.', () => {
    throw new HttpError(429, 'Too many requests. Please try again later.', { 'Retry-After': '1' });
  }),
  defineMisbehavior('rate-limited-without-hint', 'It answers 429 and does not say when to try again.', () => {
    throw new HttpError(429, 'Too many requests. Please try again later.');
  }),
  defineMisbehavior(
    'echoes-token',
    'It answers 400 with the Authorization header in the error.',
    ({ exchange }) => {
      throw new HttpError(
        400,
        `Cannot use the header Authorization: ${exchange.request.headers.authorization}`,
      );
    },
  ),
];
