import type { ParameterSpec } from '@tryout/engine';
import { widthOf, wrap } from '../../terminal/index.ts';

const INDENT = 2;
const GAP = 2;

/** What a parameter takes, in a word or its choices. */
function takes(spec: ParameterSpec): string {
  switch (spec.kind) {
    case 'choice':
      return spec.options.map(({ value }) => value).join('|');
    case 'number':
      return spec.integer ? 'integer' : 'number';
    case 'boolean':
      return 'true|false';
    case 'list':
      return 'texts,…';
    default:
      return spec.kind;
  }
}

/** A task's parameters, one below another, each with what it takes and its description; without a final newline. */
export function parameterList(specs: readonly ParameterSpec[], columns: number): string {
  const rows = specs.map((spec) => ({
    head: `${spec.name}=<${takes(spec)}>${spec.default === undefined ? '' : ` (default ${spec.default})`}`,
    description: spec.description,
  }));
  const indent = ' '.repeat(INDENT);
  const hanging = `${indent}${' '.repeat(INDENT + GAP)}`;
  return rows
    .map(({ head, description }) => {
      const text = wrap(description, Math.max(columns - widthOf(hanging), 20)).replaceAll(
        '\n',
        `\n${hanging}`,
      );
      return `${indent}${head}${description === '' ? '' : `\n${hanging}${text}`}`;
    })
    .join('\n');
}
