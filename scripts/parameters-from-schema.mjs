import { readFileSync } from 'node:fs';

/** Properties that Tryout sets itself, such as the inputs and the model. */
const reserved = new Set(
  JSON.parse(
    readFileSync(new URL('../packages/engine/src/tasks/owned-by-the-request.json', import.meta.url), 'utf8'),
  ),
);

const numericBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/** The parameters that are used most; the others follow in the schema's order. */
const first = ['max_tokens', 'max_new_tokens', 'temperature', 'top_p', 'seed'];

/**
 * The parameters in a task's JSON Schema, the most used ones first, without those that servers ignore. Objects with known properties become dotted names
 * (`target_size.width`). `place` is where a parameter goes: in the `parameters` object or, for tasks without one (feature
 * extraction, chat), at the top level of the body.
 */
export function collectParameters(schema, common) {
  const resolve = (node) => resolveReference(node, schema, common);
  const nested = schema.properties.parameters && resolve(schema.properties.parameters);
  const place = nested ? 'parameters' : 'body';
  const specs = flatten((nested ?? schema).properties ?? {}, '', resolve).map((spec) => ({ ...spec, place }));
  const rank = ({ name }) => (first.indexOf(name.split('.').pop()) + first.length + 1) % (first.length + 1);
  return specs.sort((a, b) => rank(a) - rank(b));
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
    if (/^(UNUSED|DEPRECATED)\b/i.test(node.description ?? '')) return [];
    if (node.type === 'object' && node.properties && !node.oneOf)
      return flatten(node.properties, `${prefix}${name}.`, resolve);
    return [
      {
        name: prefix + name,
        description: plainLine(node.description),
        ...getKind(node),
        ...getDefault(node),
      },
    ];
  });
}

function getKind(node) {
  const options = node.enum?.map((value) => ({ value })) ?? constants(node.oneOf);
  // Options that include `true` or `false` are entered as JSON.
  if (options?.every(({ value }) => typeof value === 'string')) return { kind: 'choice', options };
  if (node.type === 'boolean') return { kind: 'boolean' };
  if (node.type === 'integer' || node.type === 'number')
    return { kind: 'number', integer: node.type === 'integer', ...describedBounds(node), ...bounds(node) };
  if (node.type === 'string') return { kind: 'text' };
  if (node.type === 'array' && node.items?.type === 'string') return { kind: 'list' };
  return { kind: 'json' };
}

function bounds(node) {
  return Object.fromEntries(
    numericBounds.filter((name) => typeof node[name] === 'number').map((name) => [name, node[name]]),
  );
}

const between = /\b(?<!strictly )between (-?[\d.]+) and (-?[\d.]+\d|\d)/;

/** The limits that only a description names; servers reject other values. */
function describedBounds({ description = '' }) {
  const [, from, to] = between.exec(description) ?? [];
  return from === undefined ? {} : { minimum: Number(from), maximum: Number(to) };
}

/** What servers use without the parameter. */
function getDefault({ type, default: value }) {
  if (value === undefined || value === 'null' || !['boolean', 'integer', 'number'].includes(type)) return {};
  return { default: JSON.parse(value) };
}

function constants(oneOf) {
  if (!oneOf?.every((option) => option.const !== undefined)) return undefined;
  return oneOf.map(({ const: value, description }) => ({ value, description: oneLine(description) }));
}

function oneLine(text = '') {
  return text.replace(/\s+/g, ' ').trim();
}

/** Characters of a description; its first sentence is kept in full. */
const MAX_DESCRIPTION = 100;

/** The first sentences of a description, without Markdown, references and ranges, which are shown before it. */
function plainLine(text) {
  const plain = oneLine(text)
    .replace(/^(Optional|For diffusion models|Number between \S+ and \S+)\. /, '')
    .replace(/^An integer between \S+ and \S+ specifying t/, 'T')
    .replace(/, between \S+ and \d+(?=\.)/, '')
    .replace(/\.? ?\bSee \[[^\]]*\]\([^)]*\) for more \w+\.?/g, '.')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<https?:[^>]*>|`/g, '');
  const [head = '', ...others] = plain.split(/(?<=[a-z\d)]\.) (?=[A-Z\d])/);
  let line = head;
  for (const sentence of others) {
    if (line.length + sentence.length > MAX_DESCRIPTION) break;
    line += ` ${sentence}`;
  }
  return line === '' || /[.)]$/.test(line) ? line : `${line}.`;
}
