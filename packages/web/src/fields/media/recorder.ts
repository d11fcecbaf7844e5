import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { encodeWavFile } from 'wav-file-encoder';
import type { RecorderProps } from './use-media-stream.ts';

/** Seconds; decoded, ten minutes take 100 MB. */
export const MAX_RECORDING = 600;

/** Records a stream as soon as there is one, until `stop` is called or the maximum is reached. */
export function useRecorder(stream: MediaStream | undefined, onRecorded: RecorderProps['onRecorded']) {
  const [status, setStatus] = useState<'waiting' | 'recording' | 'encoding'>('waiting');
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder>(undefined);
  const stop = () => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  const finish = useEffectEvent(onRecorded);
  const onTick = useEffectEvent((now: number) => {
    setSeconds(now);
    if (now >= MAX_RECORDING) stop();
  });

  useEffect(() => {
    if (!stream) return;
    let isMounted = true;
    const chunks: Blob[] = [];
    const created = new MediaRecorder(stream);
    recorder.current = created;
    const startedAt = performance.now();
    const clock = setInterval(() => onTick(Math.floor((performance.now() - startedAt) / 1000)), 250);
    created.ondataavailable = ({ data }) => void (data.size > 0 && chunks.push(data));
    created.onstop = () => {
      clearInterval(clock);
      if (!isMounted) return;
      setStatus('encoding');
      void encode(chunks, created.mimeType).then(({ blob, name }) => isMounted && finish(blob, name));
    };
    created.onstart = () => setStatus('recording');
    created.start();
    // Makes the browser ask before leaving the page.
    const onLeave = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => {
      isMounted = false;
      removeEventListener('beforeunload', onLeave);
      clearInterval(clock);
      if (created.state === 'recording') created.stop();
    };
  }, [stream]);

  return { status, seconds, stop };
}

/** `encodeWavFile`'s sample format for 16-bit integers. */
const INT16 = 0;

/** Converts to 16-bit WAV, which all models accept, unlike browsers' formats. Unchanged if the browser cannot decode it. */
async function encode(
  chunks: readonly Blob[],
  mimeType: string,
): Promise<{ readonly blob: Blob; readonly name: string }> {
  const type = mimeType.split(';')[0] ?? '';
  const recording = new Blob([...chunks], { type });
  const context = new AudioContext();
  try {
    const samples = await context.decodeAudioData(await recording.arrayBuffer());
    return { blob: new Blob([encodeWavFile(samples, INT16)], { type: 'audio/wav' }), name: 'recording.wav' };
  } catch {
    return { blob: recording, name: `recording.${type.split('/')[1] ?? 'webm'}` };
  } finally {
    await context.close();
  }
}
