import { InputError } from '@tryout/engine';

/** Of 1; what cameras use themselves. */
const JPEG_QUALITY = 0.92;

/**
 * What a video shows at this moment, as a JPEG.
 * @throws InputError where the browser cannot make one
 */
export function snapshot(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new InputError('No picture could be taken', { hint: 'Try again.' })),
      'image/jpeg',
      JPEG_QUALITY,
    ),
  );
}
