import { HttpError } from './exchange/http.ts';

/**
 * Loads a package that npm may have left out.
 * @param action what needs it, for example `sign you in`
 * @throws {HttpError} 424 if it cannot be loaded
 */
export async function loadOptional<Package>(
  action: string,
  name: string,
  load: () => Package | Promise<Package>,
): Promise<Package> {
  try {
    return await load();
  } catch {
    const reason = `The sandbox cannot ${action}, because ${name} is not installed`;
    throw new HttpError(424, `${reason}; install Tryout again with npm's option --include=optional.`);
  }
}
