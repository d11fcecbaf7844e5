import { readFile } from 'node:fs/promises';
import type { TaskOutputs, TaskId, TaskInputs } from '../../../../packages/sandbox/src/define-model.ts';
import { decodeImage, type Image } from '../../../../packages/sandbox/src/media/image.ts';
import { models } from '../../../../packages/sandbox/src/models/index.ts';

export const imageModels = models.filter(({ task }) => /image|document|visual|object/.test(task));

export type Color = readonly [red: number, green: number, blue: number, alpha?: number];

export const white: Color = [255, 255, 255];
export const black: Color = [0, 0, 0];
export const red: Color = [220, 20, 20];
export const green: Color = [20, 150, 30];
export const blue: Color = [30, 60, 220];
export const yellow: Color = [250, 220, 20];

/** Returns the color of a pixel; undefined keeps the layer below. */
export type Layer = (x: number, y: number) => Color | undefined;

/** Draws layers from bottom to top. */
export function makeImage(width: number, height: number, ...layers: Layer[]): Image {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const color = layers.reduce((below, layer) => layer(x, y) ?? below, white);
      data.set([color[0], color[1], color[2], color[3] ?? 255], (y * width + x) * 4);
    }
  return { width, height, data };
}

export const fill =
  (color: Color): Layer =>
  () =>
    color;

export const rectangle =
  (color: Color, left: number, top: number, width: number, height: number): Layer =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height ? color : undefined;

/** The pixels with their centers in the ellipse inscribed in the box. */
export const ellipse =
  (color: Color, left: number, top: number, width: number, height: number): Layer =>
  (x, y) =>
    ((x + 0.5 - left) / width - 0.5) ** 2 + ((y + 0.5 - top) / height - 0.5) ** 2 <= 0.25 ? color : undefined;

/** A triangle pointing up: the pixels with their centers between its sides. */
export const triangle =
  (color: Color, left: number, top: number, width: number, height: number): Layer =>
  (x, y) => {
    const down = (y + 0.5 - top) / height;
    const across = Math.abs((x + 0.5 - left) / width - 0.5);
    return down >= 0 && down <= 1 && 2 * across <= down ? color : undefined;
  };

/** Whether size and all pixels are equal. */
export function sameImage(one: Image | undefined, other: Image): boolean {
  if (one?.width !== other.width || one.height !== other.height) return false;
  return Buffer.from(one.data).equals(Buffer.from(other.data));
}

export function pixelAt(image: Image, x: number, y: number): number[] {
  const at = (y * image.width + x) * 4;
  return Array.from(image.data.subarray(at, at + 4));
}

export async function exampleImage(name: string): Promise<Image> {
  return decodeImage(await readFile(new URL(`../../../../examples/${name}`, import.meta.url)));
}

/** Runs an image model. */
export async function ask<Task extends TaskId>(
  id: string,
  task: Task,
  inputs: TaskInputs[Task],
  parameters: Record<string, unknown> = {},
): Promise<TaskOutputs[Task]> {
  const model = imageModels.find((candidate) => candidate.id === id);
  if (model?.task !== task) throw new Error(`No model ${id} for ${task}.`);
  return (await model.answer(inputs, parameters, new AbortController().signal)) as TaskOutputs[Task];
}
