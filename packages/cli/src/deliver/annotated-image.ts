import { extname } from 'node:path';
import {
  annotatedImage,
  asLine,
  createAnnotations,
  createMaskBudget,
  InputError,
  isFileInput,
  maskCenter,
  MAX_REGIONS,
  readFileInput,
  tonesFor,
  type DecodeMask,
  type FileInput,
  type MaskCenter,
  type Media,
  resultKinds,
  type ResultKind,
  type ResultView,
  type Values,
} from '@tryout/engine';
import { readMasks, openImage, type OpenImage, MASK_OPACITY } from '../screen/image.ts';
import { paletteColor } from '../screen/style.ts';

const formats = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' } as const;

/** Names of images that results are not drawn into. */
const OTHER_IMAGE = /\.(?:gif|avif|bmp|tiff?|ico|heic|heif|svg)$/i;

export interface DrawingLimits {
  /** Checked between masks. */
  readonly signal?: AbortSignal;
  /** For writing the image, which cannot be canceled; at most 3600. */
  readonly seconds?: number;
}

function getFormat(path: string) {
  return formats[extname(path).toLowerCase() as keyof typeof formats];
}

/**
 * Checks before a run that its result can be drawn into the image that a file name asks for.
 * @throws InputError
 */
export async function checkDrawing(kind: ResultKind, values: Values, path: string): Promise<void> {
  if (!resultKinds[kind].isDrawn) return;
  if (OTHER_IMAGE.test(path))
    throw new InputError(`Cannot draw ${kind} into ${path}`, {
      hint: 'Use a name that ends in .png, .jpg or .webp, or .json or .txt for the values.',
    });
  const input = Object.values(values).find(isFileInput);
  if (input && getFormat(path)) await openDrawable(input);
}

/** @throws InputError for an image that cannot be decoded */
async function openDrawable(input: FileInput): Promise<OpenImage> {
  const image = await openImage(await readFileInput(input));
  if (image && !image.isTooLarge) return image;
  const reason = image ? `${image.width} × ${image.height} pixels are too many` : asLine(input.contentType);
  throw new InputError(`Cannot draw on ${asLine(input.name)} (${reason})`, {
    hint: 'Save the result as .json or .txt, or convert the image to PNG first.',
  });
}

/**
 * The image of a result with its boxes or masks drawn in, in the format of a file name (png, jpg, webp); undefined for
 * other names and results.
 * @throws InputError if the image cannot be decoded
 */
export async function encodeAnnotatedImage(
  view: ResultView,
  path: string,
  { signal, seconds = 600 }: DrawingLimits = {},
): Promise<Media | undefined> {
  const format = getFormat(path);
  const input = annotatedImage(view);
  if (format === undefined || !input) return undefined;
  const image = await openDrawable(input);
  const { width, height } = image;
  const { overlay, centers } = await drawMasks(view, image, signal);
  const annotations = createAnnotations(view, image, centers)!;
  const { default: sharp } = await import('sharp');
  const { pixels } = await image.scaled(width, height);
  const bytes = await sharp({
    create: { width: annotations.width, height: annotations.height, channels: 3, background: '#fff' },
  })
    .timeout({ seconds })
    .composite([
      { input: Buffer.from(pixels), raw: { width, height, channels: 3 }, left: 0, top: 0 },
      ...overlay,
      { input: Buffer.from(annotations.svg), left: 0, top: 0, limitInputPixels: false },
    ])
    .toFormat(format)
    .toBuffer();
  return { contentType: `image/${format}`, bytes: new Uint8Array(bytes) };
}

/** Pixels of the longest side to which masks are scaled. */
const MASK_SIDE = 1024;

/** All masks of a result as one transparent image to lay over the image, and the centers of the masks. */
async function drawMasks(view: ResultView, { width, height }: OpenImage, signal?: AbortSignal) {
  const centers: (MaskCenter | undefined)[] = [];
  if (!('masks' in view)) return { overlay: [], centers };
  const scale = Math.min(1, MASK_SIDE / Math.max(width, height));
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const pixels = new Uint8Array(size.width * size.height * 4);
  const colors = tonesFor(view.masks.map(({ label }) => label)).map(paletteColor);
  const masks = view.masks.slice(0, MAX_REGIONS).map(({ mask }) => Buffer.from(mask, 'base64'));
  for await (const { index, lightness } of readMasks(size, masks, signal)) {
    centers[index] = maskCenter(lightness, size.width, size.height);
    blend(pixels, lightness, colors[index]!);
  }
  const { default: sharp } = await import('sharp');
  const input = await sharp(pixels, { raw: { ...size, channels: 4 } })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { overlay: [{ input, left: 0, top: 0, limitInputPixels: false }], centers };
}

/** A decoder of masks for one comparison. */
export function createMaskDecoder(): DecodeMask {
  const mayDecode = createMaskBudget();
  return async (mask) => {
    const image = await openImage(Buffer.from(mask, 'base64'));
    if (!image || image.isTooLarge || !mayDecode(image)) return undefined;
    const scale = Math.min(1, MASK_SIDE / Math.max(image.width, image.height));
    const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)];
    const strengths = await image.lightness(width, height).catch(() => undefined);
    return strengths && { width, height, strengths };
  };
}

/** Lays a color over transparent pixels. */
function blend(pixels: Uint8Array, mask: Uint8Array, color: readonly number[]): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const share = (mask[at / 4]! / 255) * MASK_OPACITY;
    const before = (pixels[at + 3]! / 255) * (1 - share);
    for (let channel = at; share > 0 && channel < at + 3; channel += 1)
      pixels[channel] = (color[channel - at]! * share + pixels[channel]! * before) / (share + before);
    pixels[at + 3] = Math.round((share + before) * 255);
  }
}
