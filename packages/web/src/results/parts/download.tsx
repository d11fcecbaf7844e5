import {
  defaultFileName,
  getAnswer,
  resultJson,
  type RunResult,
  annotatedImage,
  createAnnotations,
  type ResultView,
} from '@tryout/engine';
import { Download as Icon } from 'lucide-react';
import { useState } from 'react';
import { saveBlob, toBlob } from '../../lib/blobs.ts';
import { isDecodable, getImageSize } from '../../lib/images.ts';
import { Button } from '../../ui/button.tsx';
import { decodeMasks } from '../regions/mask-layers.ts';

interface Download {
  /** Never a name from a server. */
  name(): string;
  readonly contentType: string;
  content(): BlobPart | Promise<BlobPart>;
}

interface DownloadButtonProps {
  /** Undefined while there is nothing to download. */
  readonly download: Download | undefined;
  readonly isIconOnly?: boolean;
  /** ID of an element that distinguishes the file from others. */
  readonly describedBy?: string;
}

export function DownloadButton({ download, describedBy, isIconOnly = false }: DownloadButtonProps) {
  const [failed, setFailed] = useState<Download>();
  const hasFailed = failed !== undefined && failed === download;
  const save = async ({ name, contentType, content }: Download) => {
    try {
      saveBlob(new Blob([await content()], { type: contentType }), name());
      setFailed(undefined);
    } catch {
      setFailed(download);
    }
  };
  return (
    <Button
      icon={Icon}
      isIconOnly={isIconOnly && !hasFailed}
      title={isIconOnly ? 'Download' : undefined}
      disabled={!download}
      aria-describedby={describedBy}
      onClick={() => download && void save(download)}
    >
      {hasFailed ? 'Could not draw the image' : 'Download'}
    </Button>
  );
}

/** The file of a result: its media or text, or otherwise its JSON. Tracks have their own buttons. */
export function getDownload(result: RunResult): Download {
  const { view, run } = result;
  const name = () => defaultFileName(run.task, view, false);
  if ('media' in view) {
    const { contentType, bytes } = view.media;
    return { name, contentType, content: () => bytes };
  }
  const image = getResultImage(view);
  if (image) return { name, contentType: 'image/png', content: image };
  const text = getAnswer(view);
  if (text === undefined) return getJsonDownload(result);
  const contentType = 'text/plain;charset=utf-8';
  return { name, contentType, content: () => text };
}

export function getJsonDownload(result: RunResult): Download {
  return {
    name: () => defaultFileName(result.run.task, result.view, true),
    contentType: 'application/json',
    content: () => `${resultJson(result)}\n`,
  };
}

const MASK_OPACITY = 0.5;

/** The image of a result as PNG: a generated one, or the input with its boxes or masks drawn in. */
export function getResultImage(view: ResultView): (() => Promise<Blob>) | undefined {
  if (view.kind === 'image') return () => toPng(new Blob([view.media.bytes]));
  const image = annotatedImage(view);
  return image && (async () => toPng(await toBlob(image), view));
}

/**
 * An image as PNG, with the boxes or masks of a result drawn in.
 * @throws if the browser cannot decode it, or it is too large to draw
 */
async function toPng(source: Blob, view?: ResultView): Promise<Blob> {
  const size = await getImageSize(source);
  if (!isDecodable(size)) throw new Error('The image cannot be decoded');
  const layers = view && 'masks' in view ? await decodeMasks(view.masks) : [];
  const centers = layers.map((layer) => (typeof layer === 'string' ? undefined : layer.center));
  const annotations = view && createAnnotations(view, size, centers);
  const canvas = new OffscreenCanvas(annotations?.width ?? size.width, annotations?.height ?? size.height);
  const context = canvas.getContext('2d')!;
  if (annotations) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  await draw(context, source, size);
  context.globalAlpha = MASK_OPACITY;
  for (const layer of layers)
    if (typeof layer !== 'string') context.drawImage(layer.image, 0, 0, size.width, size.height);
  context.globalAlpha = 1;
  // Drawn from `<img>`, where SVG runs no scripts.
  if (annotations) await draw(context, new Blob([annotations.svg], { type: 'image/svg+xml' }), annotations);
  return canvas.convertToBlob();
}

async function draw(
  context: OffscreenCanvasRenderingContext2D,
  blob: Blob,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    context.drawImage(image, 0, 0, width, height);
  } finally {
    URL.revokeObjectURL(url);
  }
}
