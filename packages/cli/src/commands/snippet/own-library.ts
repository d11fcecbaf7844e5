import { hasLibraryCode, lookUpModel } from '@tryout/engine';
import type { Context } from '../../context/context.ts';

/**
 * Says how code is had that runs a model on the person's own machine; undefined where the model names no library that
 * code is known for. Asks the hub only for a model that it was not asked for yet.
 */
export async function ownLibraryHint(
  { connection, signal }: Pick<Context, 'connection' | 'signal'>,
  model: string,
): Promise<string | undefined> {
  const { library } = await lookUpModel(connection, model, signal);
  if (library === undefined || !(await hasLibraryCode(library))) return undefined;
  return `--client ${library} prints code that runs it on your own machine.`;
}
