import type { DragEvent } from 'react';
import { FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame } from '../../ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { readTextFile } from '../file/read-file.ts';
import { useReading } from '../shared/field-state.tsx';
import { LongTextArea } from './long-text-area.tsx';

/** Text that is typed, pasted, or dropped as a file. */
export function TextField({ name, field, value, disabled, onChange }: FieldProps<'text'>) {
  const ids = fieldIds(name);
  const { read, error } = useReading(name, value);
  const set = (text: string) => onChange(text === '' ? undefined : text);

  function drop(event: DragEvent): void {
    const file = event.dataTransfer.files[0];
    // Image and audio files are for other inputs.
    if (!file || /^(?:image|audio|video)\//.test(file.type)) return;
    event.preventDefault();
    read(() => readTextFile(file), set);
  }

  return (
    <InputFrame label={field.label} htmlFor={ids.input}>
      <LongTextArea
        id={ids.input}
        rows={2}
        value={value ?? ''}
        disabled={disabled}
        aria-describedby={ids.note}
        onText={set}
        onDragOver={allowDrop}
        onDrop={drop}
      />
      {error !== undefined && <FailureNote id={ids.note} error={error} />}
    </InputFrame>
  );
}

/** A file input in the same form allows dropping anywhere. */
function allowDrop(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files') || document.querySelector('[data-file-box]')) return;
  event.preventDefault();
}
