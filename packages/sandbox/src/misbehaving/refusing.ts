import { HttpError } from '../server/http-error.ts';
import { defineMisbehaviour, type MisbehavingRun } from './define-misbehaviour.ts';

function refuseGated({ exchange, id }: MisbehavingRun): never {
  const message =
    `Access to model ${id} is restricted and you are not in the authorized list. ` +
    `Visit ${exchange.sandbox.hubUrl}/${id} to ask for access.`;
  throw new HttpError(403, message, { 'X-Error-Code': 'GatedRepo', 'X-Error-Message': message });
}

/** Models that refuse the caller. */
export const refusingModels = [
  defineMisbehaviour(
    'gated',
    'It answers 403: access has to be asked for and is never granted.',
    refuseGated,
    {
      gated: true,
    },
  ),
  defineMisbehaviour('payment-required', 'It answers 402: the credits are used up.', () => {
    throw new HttpError(402, 'You have exceeded your monthly included credits for Inference Providers.');
  }),
  defineMisbehaviour('rate-limited', 'It answers 429 and says to try again after one second.', () => {
    throw new HttpError(429, 'Too many requests. Please try again later.', { 'Retry-After': '1' });
  }),
  defineMisbehaviour(
    'rate-limited-without-hint',
    'It answers 429 and does not say when to try again.',
    () => {
      throw new HttpError(429, 'Too many requests. Please try again later.');
    },
  ),
  defineMisbehaviour(
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
