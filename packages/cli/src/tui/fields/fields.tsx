import type { Field, FieldKind } from '@tryout/engine';
import type { ComponentType } from 'react';
import type { FieldProps } from './field.tsx';
import { FileFieldInput } from './file-field.tsx';
import { ListFieldInput, TextFieldInput } from './text-fields.tsx';

/** The component for each kind of field; a new kind does not compile without one. */
export const fieldInputs: {
  readonly [Kind in FieldKind]: ComponentType<FieldProps<Extract<Field, { kind: Kind }>>>;
} = {
  text: TextFieldInput,
  image: FileFieldInput,
  audio: FileFieldInput,
  json: FileFieldInput,
  list: ListFieldInput,
};
