import { Mic, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { LONGEST_RECORDING, type RecordedFile, useRecorder } from './recorder.ts';
import { useMediaStream } from './use-media-stream.ts';
import styles from './media.module.css';

interface MicrophoneProps {
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
      <div className={styles.audioActions}>
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

/** Speech fills only a part of what is possible; the bar shows it larger. */
const GAIN = 4;

/** How loud it is now, for the eye alone. */
function LevelMeter({ stream }: { readonly stream: MediaStream | undefined }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!stream) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    const draw = () => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      if (bar.current) bar.current.style.scale = `${Math.min(1, loudness * GAIN)} 1`;
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return (
    <div className={styles.meter} aria-hidden="true">
      <div ref={bar} className={styles.level} />
    </div>
  );
}
