import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { encodeWavFile } from 'wav-file-encoder';
import type { RecorderProps } from './recorder-box.tsx';

/** Seconds; decoded, ten minutes take 100 MB. */
export const MAX_RECORDING = 600;

/** Records a stream as soon as there is one, until `stop` is called or the maximum is reached. */
export function useRecorder(stream: MediaStream | undefined, onRecorded: RecorderProps['onRecorded']) {
  const [isRecording, setIsRecording] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder>(undefined);
  const finish = useEffectEvent(onRecorded);

  useEffect(() => {
    if (!stream) return;
    let isMounted = true;
    const chunks: Blob[] = [];
    const created = new MediaRecorder(stream);
    recorder.current = created;
    const clock = setInterval(() => setSeconds((before) => before + 1), 1000);
    const end = setTimeout(() => stopRecording(created), MAX_RECORDING * 1000);
    created.ondataavailable = ({ data }) => void chunks.push(data);
    created.onstart = () => setIsRecording(true);
    created.onstop = () => {
      clearInterval(clock);
      clearTimeout(end);
      if (isMounted) finish(toWav(new Blob(chunks)), 'recording.wav');
    };
    created.start();
    return () => {
      isMounted = false;
      stopRecording(created);
    };
  }, [stream]);

  return { isRecording, seconds, stop: () => stopRecording(recorder.current) };
}

function stopRecording(recorder: MediaRecorder | undefined): void {
  if (recorder?.state === 'recording') recorder.stop();
}

/** `encodeWavFile`'s sample format for 16-bit integers. */
const INT16 = 0;

/** Converts to 16-bit WAV, which all models accept, unlike browsers' formats. */
async function toWav(recording: Blob): Promise<Blob> {
  const context = new AudioContext();
  try {
    const samples = await context.decodeAudioData(await recording.arrayBuffer());
    return new Blob([encodeWavFile(samples, INT16)], { type: 'audio/wav' });
  } finally {
    await context.close();
  }
}
