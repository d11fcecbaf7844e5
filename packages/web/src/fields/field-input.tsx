import { loaded, type FieldKind } from '@tryout/engine';
import { lazy, type ComponentType } from 'react';
import { LoadBoundary } from '../ui/failure-note.tsx';
import type { FieldProps } from './field.tsx';
import { ListField } from './list-field.tsx';
import { AudioField, ImageField } from './media/media-fields.tsx';
import { TextField } from './text/text-field.tsx';
import styles from './field-input.module.css';

const JsonField = lazy(() => loaded(() => import('./json/json-field.tsx')));

const fieldInputs: { readonly [Kind in FieldKind]: ComponentType<FieldProps<Kind>> } = {
  text: TextField,
  image: ImageField,
  audio: AudioField,
  json: JsonField,
  list: ListField,
};

export function FieldInput(props: FieldProps) {
  const Input = fieldInputs[props.field.kind] as ComponentType<FieldProps>;
  const pending = <p className={styles.pending}>{props.field.label}</p>;
  return (
    <LoadBoundary fallback={pending}>
      <Input {...props} />
    </LoadBoundary>
  );
}
