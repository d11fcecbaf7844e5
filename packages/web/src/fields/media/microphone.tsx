import { Mic, Square } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { encodeWavFile } from 'wav-file-encoder';
import { formatClock } from '../../ui/sound-player.tsx';
import { RecorderBox, type RecorderProps, useMediaStream } from './device.tsx';
import styles from './media.module.css';

/** Records from the microphone, which stays on while the component is mounted. */
export default function Microphone({ id, onRecord, onClose }: RecorderProps) {
  const { stream, error } = useMediaStream('microphone');
  const { isRecording, seconds, stop } = useRecorder(stream, onRecord);
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
        <span role="timer" className="numeric">
          {formatClock(seconds)}
        </span>
      </p>
      <p className="note">Stops after {MAX_RECORDING / 60} minutes.</p>
    </RecorderBox>
  );
}

/** Seconds; decoded, ten minutes take 100 MB. */
const MAX_RECORDING = 600;

/** Records a stream as soon as there is one, until `stop` is called or the maximum is reached. */
function useRecorder(stream: MediaStream | undefined, onRecorded: RecorderProps['onRecord']) {
  const [isRecording, setIsRecording] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder>(undefined);
  const finish = useEffectEvent(onRecorded);

  useEffect(() => {
    if (!stream) return;
    let isMounted = true;
    const chunks: Blob[] = [];
    const mediaRecorder = new MediaRecorder(stream);
    recorder.current = mediaRecorder;
    const clock = setInterval(() => setSeconds((before) => before + 1), 1000);
    const end = setTimeout(() => stopRecording(mediaRecorder), MAX_RECORDING * 1000);
    mediaRecorder.ondataavailable = ({ data }) => void chunks.push(data);
    mediaRecorder.onstart = () => setIsRecording(true);
    mediaRecorder.onstop = () => {
      clearInterval(clock);
      clearTimeout(end);
      if (isMounted) finish(toWav(chunks, mediaRecorder.mimeType));
    };
    mediaRecorder.start();
    return () => {
      isMounted = false;
      stopRecording(mediaRecorder);
    };
  }, [stream]);

  return { isRecording, seconds, stop: () => stopRecording(recorder.current) };
}

function stopRecording(recorder: MediaRecorder | undefined): void {
  if (recorder?.state === 'recording') recorder.stop();
}

/** `encodeWavFile`'s sample format for 16-bit integers. */
const INT16 = 0;

/**
 * Converts to 16-bit WAV, which all models accept, unlike browsers' formats. Unchanged if the browser cannot decode it.
 * @param mimeType for example `audio/webm;codecs=opus`
 */
async function toWav(chunks: readonly Blob[], mimeType: string): Promise<File> {
  const type = mimeType.split(';')[0]!;
  const recording = new File([...chunks], `recording.${type.split('/')[1] ?? 'webm'}`, { type });
  const context = new AudioContext();
  try {
    const samples = await context.decodeAudioData(await recording.arrayBuffer());
    return new File([encodeWavFile(samples, INT16)], 'recording.wav', { type: 'audio/wav' });
  } catch {
    return recording;
  } finally {
    await context.close();
  }
}
