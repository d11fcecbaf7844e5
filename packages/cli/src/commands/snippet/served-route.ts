import { NotServedError, type Route } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import type { CheckedRequest } from '../run/check-request.ts';
import { askForRoute } from '../run/make-request.ts';
import { ownLibraryHint } from './own-library.ts';

/**
 * Asks the hub who answers. Where nobody does there may be code all the same: that of the model's own library, which
 * the hint then names.
 */
export async function askForServedRoute(
  call: Call,
  context: Context,
  checked: CheckedRequest,
): Promise<Route> {
  try {
    return await askForRoute(call, context, checked);
  } catch (error) {
    if (!(error instanceof NotServedError)) throw error;
    const hints = [error.hint, await ownLibraryHint(context, error.model)];
    throw Object.assign(error, { hint: hints.filter((text) => text !== undefined).join(' ') || undefined });
  }
}
