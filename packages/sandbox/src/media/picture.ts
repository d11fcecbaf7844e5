/** A decoded picture: 8-bit RGBA, row by row, `data.length === width * height * 4`. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
