import type { ModelParameters } from '../../define-model.ts';
import { fromSharp, type Image, toSharp } from '../../media/image.ts';
import { readNumber } from '../parameters.ts';

export const framesPerSecond = 12;
const defaultFrames = 24;
export const maxFrames = 120;
/** Pixels; larger images are reduced. */
export const maxSide = 320;

export function readFrameCount(parameters: ModelParameters): number {
  return readNumber(parameters, 'num_frames', { min: 1, max: maxFrames, isInteger: true }) ?? defaultFrames;
}

/** An image that fits a video, with even sides. */
export async function toFrameSize(image: Image): Promise<Image> {
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  const source = await toSharp(image);
  return fromSharp(source.resize(even(image.width), even(image.height), { fit: 'fill' }));
}

/** Frames at equal distances in time, from 0 to 1. */
export async function createFrames(
  count: number,
  signal: AbortSignal,
  draw: (time: number) => Image | Promise<Image>,
): Promise<Image[]> {
  const frames: Image[] = [];
  for (let index = 0; index < count; index += 1) {
    signal.throwIfAborted();
    frames.push(await draw(count === 1 ? 0 : index / (count - 1)));
  }
  return frames;
}
