import type { FieldKind } from '@tryout/engine';
import type { ComponentType } from 'react';
import { loadOnUse } from '../ui/failure-note.tsx';
import type { FieldProps } from './field.tsx';
import { ListField } from './list-field.tsx';
import { AudioField, ImageField } from './media/media-fields.tsx';
import { TextField } from './text/text-field.tsx';
import styles from './field-input.module.css';

const JsonField = loadOnUse(
  () => import('./json/json-field.tsx'),
  ({ field }) => <p className={styles.pending}>{field.label}</p>,
);

const fieldInputs: { readonly [Kind in FieldKind]: ComponentType<FieldProps<Kind>> } = {
  text: TextField,
  image: ImageField,
  audio: AudioField,
  json: JsonField,
  list: ListField,
};

export function FieldInput(props: FieldProps) {
  const Input = fieldInputs[props.field.kind] as ComponentType<FieldProps>;
  return <Input {...props} />;
}
