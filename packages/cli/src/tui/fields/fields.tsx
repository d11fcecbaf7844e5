import type { Field, FieldKind } from '@tryout/engine';
import type { ComponentType, ReactNode } from 'react';
import type { FieldProps } from './field.tsx';
import { FileFieldInput } from './file-field.tsx';
import { ListFieldInput } from './list-field.tsx';
import { TextFieldInput } from './text-field.tsx';
import { ValueFieldInput } from './value-field.tsx';

const inputs: {
  readonly [Kind in FieldKind]: ComponentType<FieldProps<Extract<Field, { kind: Kind }>>>;
} = {
  text: TextFieldInput,
  image: FileFieldInput,
  audio: FileFieldInput,
  json: FileFieldInput,
  list: ListFieldInput,
  choice: ValueFieldInput,
  number: ValueFieldInput,
  boolean: ValueFieldInput,
};

/** The input for a field, whatever its kind. */
export function FieldInput(props: FieldProps): ReactNode {
  const Input = inputs[props.field.kind] as ComponentType<FieldProps>;
  return <Input {...props} />;
}
