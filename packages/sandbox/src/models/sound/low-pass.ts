/**
 * Second-order Butterworth low-pass run forwards and backwards: no delay, amplitude halved at the cut-off, and a
 * fall of 24 dB an octave above it. The coefficients are those of the bilinear transform with prewarping.
 *
 * @param cutOff in Hz; at or above half the sample rate the samples are returned as a copy.
 */
export function lowPass(samples: Float32Array, sampleRate: number, cutOff: number): Float32Array {
  if (cutOff >= sampleRate / 2) return samples.slice();
  const warped = Math.tan((Math.PI * cutOff) / sampleRate);
  const scale = 1 / (1 + Math.SQRT2 * warped + warped * warped);
  const feedForward = warped * warped * scale;
  const feedBackOne = 2 * (warped * warped - 1) * scale;
  const feedBackTwo = (1 - Math.SQRT2 * warped + warped * warped) * scale;

  const filtered = Float64Array.from(samples);
  const run = (first: number, step: number): void => {
    let [inputOne, inputTwo, outputOne, outputTwo] = [0, 0, 0, 0];
    for (let index = first; index >= 0 && index < filtered.length; index += step) {
      const input = filtered[index] ?? 0;
      const output =
        feedForward * (input + 2 * inputOne + inputTwo) - feedBackOne * outputOne - feedBackTwo * outputTwo;
      [inputTwo, inputOne, outputTwo, outputOne] = [inputOne, input, outputOne, output];
      filtered[index] = output;
    }
  };
  run(0, 1);
  run(filtered.length - 1, -1);
  return Float32Array.from(filtered);
}
