import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { encodeWavFile } from 'wav-file-encoder';

/** Seconds after which a recording ends by itself: decoded, ten minutes are 100 MB. */
export const LONGEST_RECORDING = 600;

/** A recording that is being made. */
interface Recorder {
  readonly status: 'waiting' | 'recording' | 'writing';
  /** Whole seconds so far. */
  readonly seconds: number;
  /** Ends the recording and hands it over. */
  stop(): void;
}

/**
 * Records a stream from the moment that it is there. A recorder that is gone hands nothing over.
 * @param onRecorded told of the recording, once
 */
export function useRecorder(
  stream: MediaStream | undefined,
  onRecorded: (file: RecordedFile) => void,
): Recorder {
  const [status, setStatus] = useState<Recorder['status']>('waiting');
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder>(undefined);
  const stop = () => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  const handOver = useEffectEvent(onRecorded);
  const endIfLong = useEffectEvent((now: number) => {
    setSeconds(now);
    if (now >= LONGEST_RECORDING) stop();
  });

  useEffect(() => {
    if (!stream) return;
    let isWanted = true;
    const pieces: Blob[] = [];
    const made = new MediaRecorder(stream);
    recorder.current = made;
    const begun = performance.now();
    const clock = setInterval(() => endIfLong(Math.floor((performance.now() - begun) / 1000)), 250);
    made.ondataavailable = ({ data }) => void (data.size > 0 && pieces.push(data));
    made.onstop = () => {
      clearInterval(clock);
      if (!isWanted) return;
      setStatus('writing');
      void recordedFile(pieces, made.mimeType).then((file) => isWanted && handOver(file));
    };
    made.onstart = () => setStatus('recording');
    made.start();
    // What is not ended yet is nowhere: the browser asks whether to leave it.
    const stay = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => {
      isWanted = false;
      removeEventListener('beforeunload', stay);
      clearInterval(clock);
      if (made.state === 'recording') made.stop();
    };
  }, [stream]);

  return { status, seconds, stop };
}

/** A recording and its name. */
export interface RecordedFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The pieces of a recorder as one file: a WAV, or the recording as it is where it cannot be decoded. */
async function recordedFile(pieces: readonly Blob[], mimeType: string): Promise<RecordedFile> {
  const type = mimeType.split(';')[0] ?? '';
  const recording = new Blob([...pieces], { type });
  try {
    return { blob: await toWav(recording), name: 'recording.wav' };
  } catch {
    return { blob: recording, name: `recording.${type.split('/')[1] ?? 'webm'}` };
  }
}

/** The sample format of `encodeWavFile` that means 16-bit integers. */
const SIXTEEN_BITS = 0;

/**
 * A recording as WAV of 16 bits, which every model reads; browsers record in containers that few do.
 * @throws DOMException for a recording that the browser cannot decode
 */
async function toWav(recording: Blob): Promise<Blob> {
  const bytes = await recording.arrayBuffer();
  const context = new AudioContext();
  try {
    return new Blob([encodeWavFile(await context.decodeAudioData(bytes), SIXTEEN_BITS)], {
      type: 'audio/wav',
    });
  } finally {
    await context.close();
  }
}
