import FastFourierTransform from 'fft.js';

/** Power of each frequency of a window; bin k is the frequency k * sampleRate / size. */
export type PowerSpectrum = (window: Float32Array) => Float64Array;

/**
 * Makes a function that gives the power spectrum (bins 0 to size / 2) of a window of at most `size` samples,
 * weighted by a Hann curve as long as the window and filled up with zeros.
 *
 * @param size a power of two, at least 2.
 */
export function powerSpectrum(size: number): PowerSpectrum {
  const transform = new FastFourierTransform(size);
  const input = new Float64Array(size);
  const output = new Float64Array(size * 2);
  return (window) => {
    input.fill(0);
    for (let index = 0; index < window.length; index++) {
      const weight = Math.sin((Math.PI * (index + 0.5)) / window.length) ** 2;
      input[index] = (window[index] ?? 0) * weight;
    }
    transform.realTransform(output, input);
    return Float64Array.from(
      { length: size / 2 + 1 },
      (_, bin) => (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2,
    );
  };
}
