import { NotServedError, type PreparedRun, type RunSetup } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import { makeRequest } from '../run/make-request.ts';
import { ownLibraryHint } from './own-library.ts';

/** Builds a request. When no provider runs the model, the error's hint names the client for the model's own library. */
export async function makeServedRequest(call: Call, context: Context, setup: RunSetup): Promise<PreparedRun> {
  try {
    return await makeRequest(call, context, setup);
  } catch (error) {
    if (!(error instanceof NotServedError)) throw error;
    const hints = [error.hint, await ownLibraryHint(context, error.model)];
    throw Object.assign(error, { hint: hints.filter((text) => text !== undefined).join(' ') || undefined });
  }
}
