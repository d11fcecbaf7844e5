import type { ChoiceField, NumberField } from '../fields/index.ts';
import type { ParameterSpec } from '../tasks/index.ts';

/** What a value of one line may be. */
export type OneLineField =
  | { readonly kind: 'text' | 'json' | 'list' | 'boolean' }
  | Pick<ChoiceField, 'kind' | 'options'>
  | Omit<NumberField, 'label'>;

/** What a value may be, in a few words, for example `a whole number, at least 1`; empty where anything goes. */
export function limitsOf(field: OneLineField): string {
  switch (field.kind) {
    case 'number': {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
      // Of two limits on one side the stricter says it all.
      const isMore = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity);
      const isLess = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity);
      return [
        integer ? 'a whole number' : 'a number',
        ...(isMore
          ? [`more than ${exclusiveMinimum}`]
          : minimum === undefined
            ? []
            : [`at least ${minimum}`]),
        ...(isLess ? [`less than ${exclusiveMaximum}`] : maximum === undefined ? [] : [`at most ${maximum}`]),
      ].join(', ');
    }
    case 'choice':
      return `one of ${field.options.map(({ value }) => value).join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'texts between commas, or a JSON list of texts';
    case 'json':
      return 'JSON';
    case 'text':
      return 'a text';
  }
}

/** The same with the default, for example `a whole number, at least 0, default 500`. */
export function parameterLimits(spec: ParameterSpec): string {
  return limitsOf(spec) + (spec.default === undefined ? '' : `, default ${spec.default}`);
}
