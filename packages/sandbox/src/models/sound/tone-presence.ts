/** How strongly a tone sounds as time goes on. */
export interface TonePresence {
  /** Seconds from one amplitude to the next, about a millisecond. */
  step: number;
  /** The tone's amplitude (0 to 1), each over `stepsAround` steps. */
  amplitudes: Float64Array;
}

const stepsAround = 10;

/**
 * Measures the amplitude of one frequency every millisecond, over 10 ms around: the samples are multiplied with the
 * complex wave of that frequency and summed.
 */
export function tonePresence(samples: Float32Array, sampleRate: number, frequency: number): TonePresence {
  const stepSamples = Math.max(1, Math.round(sampleRate / 1000));
  const steps = Math.ceil(samples.length / stepSamples);
  const real = new Float64Array(steps + 1);
  const imaginary = new Float64Array(steps + 1);
  const angle = (2 * Math.PI * frequency) / sampleRate;
  const [turnReal, turnImaginary] = [Math.cos(angle), Math.sin(angle)];
  for (let step = 0; step < steps; step++) {
    const start = step * stepSamples;
    const end = Math.min(samples.length, start + stepSamples);
    // Turning the wave on by one sample is cheap; starting afresh at each step keeps rounding from adding up.
    let [waveReal, waveImaginary] = [Math.cos(angle * start), Math.sin(angle * start)];
    let [sumReal, sumImaginary] = [0, 0];
    for (let index = start; index < end; index++) {
      const sample = samples[index] ?? 0;
      sumReal += sample * waveReal;
      sumImaginary += sample * waveImaginary;
      const turned = waveReal * turnReal - waveImaginary * turnImaginary;
      waveImaginary = waveReal * turnImaginary + waveImaginary * turnReal;
      waveReal = turned;
    }
    real[step + 1] = (real[step] ?? 0) + sumReal;
    imaginary[step + 1] = (imaginary[step] ?? 0) + sumImaginary;
  }
  const amplitudes = Float64Array.from({ length: steps }, (_, step) => {
    const from = Math.max(0, step - stepsAround / 2);
    const to = Math.min(steps, step + stepsAround / 2);
    const length = Math.hypot(
      (real[to] ?? 0) - (real[from] ?? 0),
      (imaginary[to] ?? 0) - (imaginary[from] ?? 0),
    );
    return (2 * length) / (stepsAround * stepSamples);
  });
  return { step: stepSamples / sampleRate, amplitudes };
}
