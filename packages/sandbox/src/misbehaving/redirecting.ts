import { HttpError } from '../server/http-error.ts';
import { defineMisbehavior } from './define-misbehavior.ts';

/** A model that sends its callers, with body and all, to another origin. */
export const redirectingModels = [
  defineMisbehavior('redirects', 'It answers 307 with an address of another origin.', ({ exchange }) => {
    const { redirectOrigin, registry } = exchange.sandbox;
    const target = registry.defaultModel('text-classification')?.id ?? '';
    throw new HttpError(
      307,
      { error: 'Temporary Redirect' },
      { Location: `${redirectOrigin}/inference/hf-inference/models/${target}` },
    );
  }),
];
