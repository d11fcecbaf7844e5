import { loaded } from '@tryout/engine';
import { type DragEvent, useEffect, useRef } from 'react';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { RefusalNote, useRefusal } from '../shared/refusal.tsx';
import { LongTextArea } from './long-text-area.tsx';

/** A text: typed, pasted, or that of a file dropped on it. */
export function TextField({ name, field, value, disabled, onChange }: FieldProps<'text'>) {
  const ids = fieldIds(name);
  const [refusal, refuse] = useRefusal(value);
  const current = useRef<{ work?: object | undefined; value: string | undefined }>({ value });
  useEffect(() => {
    current.current.value = value;
  }, [value]);
  useEffect(() => () => void (current.current.work = undefined), []);

  function set(text: string): void {
    refuse(undefined);
    onChange(text === '' ? undefined : text);
  }

  function drop(event: DragEvent): void {
    const file = event.dataTransfer.files[0];
    // Pictures and sounds are for other inputs.
    if (!file || disabled || /^(?:image|audio|video)\//.test(file.type)) return;
    event.preventDefault();
    const work = {};
    current.current.work = work;
    // Meanwhile somebody may have typed, filled the form or left it.
    const isWanted = () => current.current.work === work && current.current.value === value;
    loaded(() => import('../file/read-file.ts'))
      .then(({ readTextFile }) => readTextFile(file))
      .then(
        (text) => isWanted() && set(text),
        (error: unknown) => isWanted() && refuse(error),
      );
  }

  return (
    <InputFrame
      label={field.label}
      htmlFor={ids.input}
      {...(field.description && { hint: field.description })}
    >
      <LongTextArea
        id={ids.input}
        rows={2}
        value={value ?? ''}
        disabled={disabled}
        aria-describedby={`${ids.input}-hint ${ids.note}`}
        onText={set}
        onDragOver={allowDrop}
        onDrop={drop}
      />
      <RefusalNote id={ids.note} refusal={refusal} />
    </InputFrame>
  );
}

/** Where there is an input for files as well, it lets any file be dropped anywhere. */
function allowDrop(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files') || document.querySelector('[data-file-box]')) return;
  event.preventDefault();
}
