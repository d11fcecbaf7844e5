/** The colors that the picture models tell apart; the index of a name is its number in color maps. */
export const colorNames = [
  'black',
  'white',
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
] as const;

export type ColorName = (typeof colorNames)[number];

const indexOf = Object.fromEntries(colorNames.map((name, index) => [name, index])) as Record<
  ColorName,
  number
>;

/** The rule of {@link colorIndex} in words, for the cards of the models that name colors. */
export const colorRule = `### How a color gets its name

With *max* and *min* the largest and smallest of red, green and blue (0 to 255) and the hue in degrees, the first line
that holds decides. Transparent pixels are laid over white first.

| condition | name |
|---|---|
| max below 51 | black |
| max - min below 16, or below 15 % of max | white from max 230 on, otherwise gray |
| hue below 15 or from 345 on | pink if max >= 200 and max - min is below half of max, otherwise red |
| hue below 45 | brown if max < 178; beige if max - min is below half of max; otherwise orange |
| hue below 70 | green if max < 153, otherwise yellow |
| hue below 165 | green |
| hue below 195 | cyan |
| hue below 255 | blue |
| hue below 310 | purple |
| the rest | pink |
`;

/** The number in {@link colorNames} of an 8-bit sRGB color, by {@link colorRule}. */
export function colorIndex(red: number, green: number, blue: number): number {
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (max < 51) return indexOf.black;
  if (chroma < 16 || chroma < 0.15 * max) return max >= 230 ? indexOf.white : indexOf.gray;
  const hue = hueOf(red, green, blue, max, chroma);
  const pale = chroma < max / 2;
  if (hue < 15 || hue >= 345) return pale && max >= 200 ? indexOf.pink : indexOf.red;
  if (hue < 45) return max < 178 ? indexOf.brown : pale ? indexOf.beige : indexOf.orange;
  if (hue < 70) return max < 153 ? indexOf.green : indexOf.yellow;
  if (hue < 165) return indexOf.green;
  if (hue < 195) return indexOf.cyan;
  if (hue < 255) return indexOf.blue;
  return hue < 310 ? indexOf.purple : indexOf.pink;
}

/** The name of an 8-bit sRGB color. */
export function nameColor(red: number, green: number, blue: number): ColorName {
  return colorNames[colorIndex(red, green, blue)] ?? 'black';
}

function hueOf(red: number, green: number, blue: number, max: number, chroma: number): number {
  if (max === red) return (60 * (green - blue)) / chroma + (green < blue ? 360 : 0);
  if (max === green) return 120 + (60 * (blue - red)) / chroma;
  return 240 + (60 * (red - green)) / chroma;
}
