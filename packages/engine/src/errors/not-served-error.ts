import { TryoutError } from './tryout-error.ts';

/** Nobody serves the model, or the provider that was asked for does not. */
export class NotServedError extends TryoutError {
  override readonly name = 'NotServedError';
  readonly outcome = 'failed';
  readonly model: string;
  /** Providers that do serve it, by name. */
  readonly providers: readonly string[];

  constructor(
    message: string,
    { model, providers = [], hint }: { model: string; providers?: readonly string[]; hint?: string },
  ) {
    super(message, { hint });
    this.model = model;
    this.providers = providers;
  }
}
