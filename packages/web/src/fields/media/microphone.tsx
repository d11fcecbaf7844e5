import { Mic, Square } from 'lucide-react';
import { RecorderBox, type RecorderProps } from './recorder-box.tsx';
import { MAX_RECORDING, useRecorder } from './recorder.ts';
import { useMediaStream } from './use-media-stream.ts';
import styles from './media.module.css';

/** Records from the microphone, which stays on while the component is mounted. */
export default function Microphone({ id, onRecorded, onClose }: RecorderProps) {
  const { stream, error } = useMediaStream('microphone');
  const { isRecording, seconds, stop } = useRecorder(stream, onRecorded);
  return (
    <RecorderBox
      id={id}
      error={error}
      className={styles.microphone}
      icon={Square}
      label="Stop"
      isReady={isRecording}
      onClick={stop}
      onClose={onClose}
    >
      <p className={styles.recording}>
        <Mic aria-hidden="true" size={20} />
        <span role="status">{isRecording ? 'Recording' : 'Opening the microphone'}</span>
        <span role="timer" className={styles.clock}>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      </p>
      <p className={styles.limit}>Stops after {MAX_RECORDING / 60} minutes.</p>
    </RecorderBox>
  );
}
