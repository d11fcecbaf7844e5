import { parameterRefusal, type TypedParameters } from '@tryout/engine';
import { UsageError } from '../../program/usage-error.ts';

/**
 * Collects `name=value` from a repeatable option.
 * @throws UsageError
 */
export function collectParameter(word: string, earlier: TypedParameters = {}): TypedParameters {
  const cut = word.indexOf('=');
  if (cut < 1) {
    throw new UsageError(`--param takes name=value, not '${word}'`, { hint: 'For example --param top_k=3.' });
  }
  const name = word.slice(0, cut);
  const value = word.slice(cut + 1);
  const refused = parameterRefusal(name, value);
  if (refused) throw new UsageError(refused.message, { hint: refused.hint });
  if (Object.hasOwn(earlier, name)) {
    throw new UsageError(`--param ${name} is given twice`, { hint: 'Give each parameter once.' });
  }
  return { ...earlier, [name]: value };
}
