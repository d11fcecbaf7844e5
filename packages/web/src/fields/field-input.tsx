import type { FieldKind } from '@tryout/engine';
import { Suspense, type ComponentType } from 'react';
import { lazily } from '../lib/lazily.ts';
import type { FieldProps } from './field-props.ts';
import { ListField } from './list/list-field.tsx';
import { PendingField } from './shared/pending-field.tsx';
import { useKeptPage } from './shared/use-kept-page.ts';
import { TextField } from './text/text-field.tsx';

const imageField = lazily(() => import('./image/image-field.tsx').then(({ ImageField }) => ImageField));
const audioField = lazily(() => import('./audio/audio-field.tsx').then(({ AudioField }) => AudioField));
const jsonField = lazily(() => import('./json/json-field.tsx').then(({ JsonField }) => JsonField));
const typedField = <Kind extends 'choice' | 'number' | 'boolean'>() =>
  lazily(() => import('./typed/typed-field.tsx').then(({ TypedField }) => TypedField<Kind>));

/** How each kind of input is drawn. */
const fieldInputs: { readonly [Kind in FieldKind]: ComponentType<FieldProps<Kind>> } = {
  text: TextField,
  image: imageField.View,
  audio: audioField.View,
  json: jsonField.View,
  list: ListField,
  choice: typedField<'choice'>().View,
  number: typedField<'number'>().View,
  boolean: typedField<'boolean'>().View,
};

/** An input of any kind. */
export function FieldInput(props: FieldProps) {
  useKeptPage();
  const Input = fieldInputs[props.field.kind] as ComponentType<FieldProps>;
  return (
    <Suspense fallback={<PendingField field={props.field} />}>
      <Input {...props} />
    </Suspense>
  );
}
