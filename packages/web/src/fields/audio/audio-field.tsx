import { duration, size, visibleLine, type FileInput } from '@tryout/engine';
import { AudioLines, Mic } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import type { FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { useDevice } from '../file/use-device.ts';
import { useMediaField } from '../file/use-media-field.ts';
import { BringBackButton } from '../shared/bring-back-button.tsx';
import { fieldIds } from '../shared/field-ids.ts';
import { RefusalNote } from '../shared/refusal-note.tsx';
import styles from './audio-field.module.css';
import { Microphone } from './microphone.tsx';
import { SoundPreview } from './sound-preview.tsx';

/** A sound: chosen, dropped, pasted, or recorded. */
export function AudioField(props: FieldProps<'audio'>) {
  const { name, field, value, disabled } = props;
  const media = useMediaField(props);
  const [heard, setHeard] = useState<{ readonly file: FileInput; readonly seconds: number }>();
  const ids = fieldIds(name);
  const microphone = useDevice(value, ids.input);
  return (
    <InputFrame
      label={field.label}
      htmlFor={ids.input}
      {...(field.description && { hint: field.description })}
    >
      {microphone.isOpen ? (
        <Microphone
          id={ids.input}
          onRecorded={({ blob, name: fileName }) => {
            media.take(blob, fileName);
            microphone.close();
          }}
          onClose={microphone.close}
        />
      ) : (
        <FileBox
          name={name}
          accept="audio/*"
          what="sound"
          icon={AudioLines}
          className={styles.box}
          chosen={value?.name}
          facts={value ? factsOf(value, heard?.file === value ? heard.seconds : undefined) : []}
          isReading={media.isReading}
          disabled={disabled}
          isInvalid={media.refusal !== undefined}
          onFile={(file) => media.take(file, file.name)}
          onRefused={media.refuse}
          onRemove={media.remove}
          actions={
            <>
              <Button disabled={disabled} onClick={microphone.open}>
                <Mic aria-hidden="true" size={16} />
                Record
              </Button>
              <BringBackButton input={ids.input} disabled={disabled} onRestore={media.restore} />
            </>
          }
        >
          {value && (
            <SoundPreview
              file={value}
              label={`${field.label}: ${visibleLine(value.name)}`}
              onDuration={(seconds) => setHeard({ file: value, seconds })}
            />
          )}
        </FileBox>
      )}
      <RefusalNote id={ids.note} refusal={microphone.isOpen ? undefined : media.refusal} />
    </InputFrame>
  );
}

function factsOf(file: FileInput, seconds: number | undefined): string[] {
  return [file.contentType, ...(seconds === undefined ? [] : [duration(seconds)]), size(file.size)];
}
