import { Mic, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { MAX_RECORDING, useRecorder } from './recorder.ts';
import { useMediaStream, type RecorderProps } from './use-media-stream.ts';
import styles from './media.module.css';

const statusTexts = {
  waiting: 'Opening the microphone',
  recording: 'Recording',
  encoding: 'Saving the recording',
};

/** Records from the microphone, which stays on while the component is mounted. */
export function Microphone({ id, onRecorded, onClose }: RecorderProps) {
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
            <span role="status">{statusTexts[status]}</span>
            <span role="timer" className={styles.clock}>
              {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
            </span>
          </p>
          <LevelMeter stream={stream} />
          <p className={styles.limit}>Stops after {MAX_RECORDING / 60} minutes.</p>
        </>
      )}
      <div className={styles.actions}>
        {!error && (
          <Button
            icon={Square}
            ref={stopButton}
            id={id}
            aria-label="Stop"
            disabled={status !== 'recording'}
            onClick={stop}
          >
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

/** Speech uses only part of the range. */
const GAIN = 4;

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
