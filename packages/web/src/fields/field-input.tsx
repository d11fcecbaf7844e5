import type { Field, FieldKind } from '@tryout/engine';
import { type ComponentType, Suspense, useEffect } from 'react';
import { lazily } from '../lib/lazily.tsx';
import type { FieldProps } from './field-props.ts';
import { ListField } from './list/list-field.tsx';
import { TextField } from './text/text-field.tsx';
import styles from './field-input.module.css';

const imageField = lazily(() => import('./media/image-field.tsx').then(({ ImageField }) => ImageField));
const audioField = lazily(() => import('./media/audio-field.tsx').then(({ AudioField }) => AudioField));
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

/** Keeps the room of an input that is being loaded. */
function PendingField({ field }: { readonly field: Field }) {
  return (
    <div className={styles.pending} data-kind={field.kind}>
      <p className={styles.label}>{field.label}</p>
    </div>
  );
}

/**
 * A file that misses every input must not take the place of the page, and with it all that was typed. What comes
 * earlier in the way of an event has its say first.
 */
function useKeptPage(): void {
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('dragover', (event) => keep(event), { signal: stop.signal });
    addEventListener('drop', (event) => keep(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

function keep(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
