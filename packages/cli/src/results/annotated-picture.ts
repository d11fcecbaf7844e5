import { extname } from 'node:path';
import {
  annotatedImage,
  createAnnotations,
  maskCenter,
  readFileInput,
  type MaskCenter,
  type Media,
  type ResultView,
} from '@tryout/engine';
import { readMasks } from '../terminal/picture/annotate.ts';
import { openPicture } from '../terminal/picture/decode.ts';

const formats = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' } as const;

/**
 * The picture of a result with its boxes or masks drawn in, in the format of a file name (png, jpg, webp); undefined for
 * other names and results, and if the picture cannot be decoded.
 */
export async function annotatedPicture(view: ResultView, path: string): Promise<Media | undefined> {
  const format = formats[extname(path).toLowerCase() as keyof typeof formats];
  const image = annotatedImage(view);
  if (format === undefined || !image) return undefined;
  const picture = await openPicture(await readFileInput(image));
  if (!picture || picture.isTooLarge) return undefined;
  const annotations = createAnnotations(view, picture, await findCenters(view));
  if (!annotations) return undefined;
  const { default: sharp } = await import('sharp');
  const { width, height } = picture;
  const { pixels } = await picture.scaled(width, height);
  const bytes = await sharp({
    create: { width: annotations.width, height: annotations.height, channels: 3, background: '#fff' },
  })
    .composite([
      { input: Buffer.from(pixels), raw: { width, height, channels: 3 }, left: 0, top: 0 },
      { input: Buffer.from(annotations.svg), left: 0, top: 0, limitInputPixels: false },
    ])
    .toFormat(format)
    .toBuffer();
  return { contentType: `image/${format}`, bytes: new Uint8Array(bytes) };
}

/** Pixels per side to which masks are scaled to find their centers. */
const SCALED = 256;

async function findCenters(view: ResultView): Promise<(MaskCenter | undefined)[]> {
  const centers: (MaskCenter | undefined)[] = [];
  if (view.kind !== 'masks') return centers;
  const masks = view.masks.map(({ mask }) => Buffer.from(mask, 'base64'));
  for await (const { index, lightness } of readMasks({ width: SCALED, height: SCALED }, masks))
    centers[index] = maskCenter(lightness, SCALED, SCALED);
  return centers;
}
