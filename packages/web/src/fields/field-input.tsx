import type { FieldKind } from '@tryout/engine';
import type { ComponentType } from 'react';
import type { FieldProps } from './field-props.ts';

/** How each kind of input is drawn. */
export const fieldInputs: { readonly [Kind in FieldKind]: ComponentType<FieldProps<Kind>> } = {
  text: () => null,
  image: () => null,
  audio: () => null,
  json: () => null,
  list: () => null,
  choice: () => null,
  number: () => null,
  boolean: () => null,
};

/** An input of any kind. */
export function FieldInput(props: FieldProps) {
  const Input = fieldInputs[props.field.kind] as ComponentType<FieldProps>;
  return <Input {...props} />;
}
