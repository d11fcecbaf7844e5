import { readFileSync } from 'node:fs';

/** Properties that Tryout sets itself, such as the inputs and the model. */
const reserved = new Set(
  JSON.parse(
    readFileSync(new URL('../packages/engine/src/tasks/owned-by-the-request.json', import.meta.url), 'utf8'),
  ),
);

const numericBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/**
 * The parameters in a task's JSON Schema, in its order. Objects with known properties become dotted names
 * (`target_size.width`). `place` is where a parameter goes: in the `parameters` object or, for tasks without one (feature
 * extraction, chat), at the top level of the body.
 */
export function collectParameters(schema, common) {
  const resolve = (node) => resolveReference(node, schema, common);
  const nested = schema.properties.parameters && resolve(schema.properties.parameters);
  const place = nested ? 'parameters' : 'body';
  return flatten((nested ?? schema).properties ?? {}, '', resolve).map((spec) => ({ ...spec, place }));
}

function resolveReference(node, schema, common) {
  const reference = node.$ref ?? node.allOf?.[0]?.$ref;
  if (!reference) return node;
  const name = reference.split('/').pop();
  const found = reference.startsWith('#') ? schema.$defs?.[name] : common.definitions[name];
  return { ...found, description: node.description ?? found?.description };
}

function flatten(properties, prefix, resolve) {
  return Object.entries(properties).flatMap(([name, raw]) => {
    if (prefix === '' && reserved.has(name)) return [];
    const node = resolve(raw);
    if (node.type === 'object' && node.properties && !node.oneOf)
      return flatten(node.properties, `${prefix}${name}.`, resolve);
    return [{ name: prefix + name, description: oneLine(node.description), ...kindOf(node) }];
  });
}

function kindOf(node) {
  const options = node.enum?.map((value) => ({ value })) ?? constants(node.oneOf);
  // Options that include `true` or `false` are entered as JSON.
  if (options?.every(({ value }) => typeof value === 'string')) return { kind: 'choice', options };
  if (node.type === 'boolean') return { kind: 'boolean' };
  if (node.type === 'integer' || node.type === 'number')
    return { kind: 'number', integer: node.type === 'integer', ...bounds(node) };
  if (node.type === 'string') return { kind: 'text' };
  if (node.type === 'array' && node.items?.type === 'string') return { kind: 'list' };
  return { kind: 'json' };
}

function bounds(node) {
  return Object.fromEntries(
    numericBounds.filter((name) => typeof node[name] === 'number').map((name) => [name, node[name]]),
  );
}

function constants(oneOf) {
  if (!oneOf?.every((option) => option.const !== undefined)) return undefined;
  return oneOf.map(({ const: value, description }) => ({ value, description: oneLine(description) }));
}

function oneLine(text = '') {
  return text.replace(/\s+/g, ' ').trim();
}
