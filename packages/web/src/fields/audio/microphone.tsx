import { Mic, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { useMediaStream } from '../file/use-media-stream.ts';
import styles from './audio-field.module.css';
import { LevelMeter } from './level-meter.tsx';
import type { RecordedFile } from './recorded-file.ts';
import { LONGEST_RECORDING, useRecorder } from './use-recorder.ts';

export interface MicrophoneProps {
  /** Of the field's input, for its label. */
  readonly id: string;
  onRecorded(file: RecordedFile): void;
  onClose(): void;
}

const words = { waiting: 'Opening the microphone', recording: 'Recording', writing: 'Writing the recording' };

/** Records from the microphone, which is off as soon as this is gone. */
export function Microphone({ id, onRecorded, onClose }: MicrophoneProps) {
  const { stream, error } = useMediaStream('microphone');
  const { status, seconds, stop } = useRecorder(stream, onRecorded);
  const stopButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (status === 'recording') stopButton.current?.focus();
  }, [status]);
  return (
    <div className={styles.microphone} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {error ? (
        <FailureNote error={error} />
      ) : (
        <>
          <p className={styles.recording}>
            <Mic aria-hidden="true" size={20} />
            <span role="status">{words[status]}</span>
            <span role="timer" className={styles.clock}>
              {clock(seconds)}
            </span>
          </p>
          <LevelMeter stream={stream} />
          <p className={styles.limit}>It ends by itself after {LONGEST_RECORDING / 60} minutes.</p>
        </>
      )}
      <div className={styles.actions}>
        {!error && (
          <Button ref={stopButton} id={id} aria-label="Stop" disabled={status !== 'recording'} onClick={stop}>
            <Square aria-hidden="true" size={16} />
            Stop
          </Button>
        )}
        <Button autoFocus onClick={onClose}>
          {error ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </div>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
