import { useEffect, useRef } from 'react';
import styles from './audio-field.module.css';

/** Speech fills only a part of what is possible; the bar shows it larger. */
const GAIN = 4;

/** How loud it is now, for the eye alone. */
export function LevelMeter({ stream }: { readonly stream: MediaStream | undefined }) {
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
