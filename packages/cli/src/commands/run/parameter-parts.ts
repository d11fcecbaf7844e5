import type { ParameterSpec, TypedParameters } from '@tryout/engine';

/**
 * Parameters with the objects among them taken apart where the specs know their parts: `target_size={"width":50}`
 * becomes `target_size.width=50`.
 */
export function inParts(specs: readonly ParameterSpec[], typed: TypedParameters): TypedParameters {
  return Object.fromEntries(Object.entries(typed).flatMap(([name, text]) => partsOf(specs, name, text)));
}

function partsOf(specs: readonly ParameterSpec[], name: string, text: string): [string, string][] {
  const hasParts = specs.some((spec) => spec.name.startsWith(`${name}.`));
  const parts = hasParts ? Object.entries(objectIn(text)) : [];
  if (parts.length === 0) return [[name, text]];
  return parts.flatMap(([part, value]) =>
    partsOf(specs, `${name}.${part}`, typeof value === 'string' ? value : JSON.stringify(value)),
  );
}

/** The JSON object that a text is, or an empty one. */
function objectIn(text: string): object {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
