type Rgb = readonly [number, number, number];

/** From numbers to colors, from the lowest over zero to the highest. */
export type HeatScale = (value: number) => Rgb;

/**
 * The page's `--heat-…` colors.
 * @param largest the number of the greatest amount, without its sign
 */
export function heatScale(scheme: 'light' | 'dark', largest: number): HeatScale {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => rgbOf(style.getPropertyValue(`--heat-${scheme}-${name}`).trim());
  const low = color('low');
  const zero = color('zero');
  const high = color('high');
  return (value) => {
    const share = Math.min(1, Math.abs(value) / (largest || 1));
    const end = value < 0 ? low : high;
    const mix = (channel: 0 | 1 | 2) => Math.round(zero[channel] * (1 - share) + end[channel] * share);
    return [mix(0), mix(1), mix(2)];
  };
}

/** @param hexadecimal for example `#3264dc` */
function rgbOf(hexadecimal: string): Rgb {
  const value = Number.parseInt(hexadecimal.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
