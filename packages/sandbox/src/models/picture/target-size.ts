import { ModelInputError } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { readNumber } from './parameters.ts';

const side = { minimum: 1, maximum: 4096, whole: true };

/** The rule of {@link readTargetSize} for cards. */
export const targetSizeRule = `The parameter \`target_size\`, an object of \`width\` and \`height\` (${side.minimum} to ${side.maximum} each), stretches the result to that size.`;

interface Size {
  width: number;
  height: number;
}

/**
 * Reads `target_size` from a request's parameters; undefined when it is absent or null.
 *
 * @throws {ModelInputError} when it is no object of two whole numbers within 1 to 4096.
 */
export function readTargetSize(parameters: Readonly<Record<string, unknown>>): Size | undefined {
  const value = parameters['target_size'] ?? undefined;
  if (value === undefined) return undefined;
  const fields = Object(value) as Record<string, unknown>;
  const named = { 'target_size.width': fields['width'], 'target_size.height': fields['height'] };
  const width = readNumber(named, 'target_size.width', side);
  const height = readNumber(named, 'target_size.height', side);
  if (width === undefined || height === undefined)
    throw new ModelInputError('Parameter target_size must be an object of width and height.');
  return { width, height };
}

/** Stretches a picture to a size, if there is one. */
export async function toTargetSize(picture: Picture, size: Size | undefined): Promise<Picture> {
  if (!size) return picture;
  const { resizePicture } = await import('../../media/picture.ts');
  return resizePicture(picture, size);
}
