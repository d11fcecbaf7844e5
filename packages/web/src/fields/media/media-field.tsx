import { loaded, type FileInput } from '@tryout/engine';
import { AudioLines, Camera, Image, Mic } from 'lucide-react';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { useCleared } from '../../lib/app-context.ts';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { mediaFile } from '../file/read-file.ts';
import { RestoreButton, useReading, useRejection } from '../shared/field-state.tsx';
import styles from './media.module.css';

const loadRecording = () => loaded(() => import('./recording.ts'));
const kinds = {
  image: {
    what: 'image',
    icon: Image,
    className: styles.box,
    recordLabel: 'Use camera',
    recordIcon: Camera,
    Recorder: lazy(() => loadRecording().then(({ Webcam }) => ({ default: Webcam }))),
  },
  audio: {
    what: 'audio file',
    icon: AudioLines,
    className: styles.audioBox,
    recordLabel: 'Record',
    recordIcon: Mic,
    Recorder: lazy(() => loadRecording().then(({ Microphone }) => ({ default: Microphone }))),
  },
};

interface MediaFieldProps {
  readonly props: FieldProps<'image' | 'audio'>;
  readonly facts: readonly string[];
  readonly children: ReactNode;
}

/** An image or audio file that is chosen, dropped, pasted or recorded. */
export function MediaField({ props, facts, children }: MediaFieldProps) {
  const { name, field, value, disabled, onChange } = props;
  const { what, icon, className, recordLabel, recordIcon, Recorder } = kinds[field.kind];
  const ids = fieldIds(name);
  const [error, setError] = useRejection(name, value);
  const [removed, setRemoved] = useState<FileInput>();
  useCleared(() => setRemoved(undefined));
  const { isReading, start } = useReading(value);
  const device = useDevice(value, ids.input);

  function set(file: FileInput | undefined): void {
    setError(undefined);
    setRemoved(undefined);
    onChange(file);
  }
  function take(blob: Blob, fileName: string): void {
    start(() => mediaFile(blob, fileName, field.kind), set, setError);
  }

  return (
    <InputFrame label={field.label} htmlFor={ids.input}>
      {device.isOpen ? (
        <LoadBoundary>
          <Recorder
            id={ids.input}
            onRecorded={(blob, fileName) => {
              take(blob, fileName);
              device.close();
            }}
            onClose={device.close}
          />
        </LoadBoundary>
      ) : (
        <FileBox
          name={name}
          accept={`${field.kind}/*`}
          what={what}
          icon={icon}
          className={className}
          chosen={value?.name}
          facts={value ? facts : []}
          isReading={isReading}
          disabled={disabled}
          isInvalid={error !== undefined}
          onFile={(file) => take(file, file.name)}
          onError={setError}
          onRemove={() => {
            set(undefined);
            setRemoved(value);
          }}
          actions={
            <>
              <Button icon={recordIcon} disabled={disabled} onClick={device.open}>
                {recordLabel}
              </Button>
              <RestoreButton
                input={ids.input}
                disabled={disabled}
                onRestore={removed && value === undefined ? () => set(removed) : undefined}
              />
            </>
          }
        >
          {value && children}
        </FileBox>
      )}
      {error !== undefined && !device.isOpen && <FailureNote id={ids.note} error={error} />}
    </InputFrame>
  );
}

/**
 * Opens a camera or microphone in place of the file, until it is closed, the form is cleared, or the value changes.
 * Closing it returns the focus to the input.
 */
function useDevice(value: FileInput | undefined, inputId: string) {
  const [opened, setOpened] = useState<{ readonly value: FileInput | undefined }>();
  const isOpen = opened !== undefined && opened.value === value;
  if (opened && !isOpen) setOpened(undefined);
  const close = () => setOpened(undefined);
  useCleared(close);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (hasClosed && (document.activeElement ?? document.body) === document.body)
      document.getElementById(inputId)?.focus();
  }, [inputId, isOpen]);
  return { isOpen, open: () => setOpened({ value }), close };
}
