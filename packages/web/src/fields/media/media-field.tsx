import { loaded, type FileInput } from '@tryout/engine';
import type { LucideIcon } from 'lucide-react';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { mediaFile } from '../file/read-file.ts';
import { RestoreButton, useCleared, useReading, useRejection } from '../shared/field-state.tsx';

const loadRecording = () => loaded(() => import('./recording.ts'));
const recorders = {
  image: lazy(() => loadRecording().then(({ Webcam }) => ({ default: Webcam }))),
  audio: lazy(() => loadRecording().then(({ Microphone }) => ({ default: Microphone }))),
};

interface MediaFieldProps {
  readonly props: FieldProps<'image' | 'audio'>;
  /** What can be dropped or pasted: `picture` or `audio file`. */
  readonly what: string;
  readonly icon: LucideIcon;
  readonly className: string | undefined;
  readonly facts: readonly string[];
  readonly recordLabel: string;
  readonly recordIcon: LucideIcon;
  readonly children: ReactNode;
}

/** An image or audio file that is chosen, dropped, pasted or recorded. */
export function MediaField(options: MediaFieldProps) {
  const { name, field, value, disabled, onChange } = options.props;
  const { recordIcon: RecordIcon } = options;
  const ids = fieldIds(name);
  const [error, setError] = useRejection(name, value);
  const [removed, setRemoved] = useState<FileInput>();
  useCleared(() => setRemoved(undefined));
  const { isReading, start } = useReading(value);
  const device = useDevice(value, ids.input);
  const Recorder = recorders[field.kind];

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
          what={options.what}
          icon={options.icon}
          className={options.className}
          chosen={value?.name}
          facts={value ? options.facts : []}
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
              <Button icon={RecordIcon} disabled={disabled} onClick={device.open}>
                {options.recordLabel}
              </Button>
              <RestoreButton
                input={ids.input}
                disabled={disabled}
                onRestore={removed && value === undefined ? () => set(removed) : undefined}
              />
            </>
          }
        >
          {value && options.children}
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
