import { type Image, toSharp } from './image.ts';

/** Frames of equal size and duration. */
export interface Video {
  framesPerSecond: number;
  frames: Image[];
}

/**
 * A WebM file with the codec VP8. WebP's lossy format is a key frame of VP8 (RFC 9649, section 2.5), so each frame is encoded
 * as WebP and taken out of that file.
 */
export async function encodeWebm({ framesPerSecond, frames }: Video): Promise<Uint8Array> {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } =
    await import('mediabunny');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  for (const [index, frame] of frames.entries()) {
    const webp = await (
      await toSharp(frame)
    )
      .flatten({ background: '#fff' })
      .webp({ quality: 90 })
      .toBuffer();
    const packet = new EncodedPacket(readVp8Frame(webp), 'key', index / framesPerSecond, 1 / framesPerSecond);
    const { width: codedWidth, height: codedHeight } = frame;
    await source.add(packet, { decoderConfig: { codec: 'vp8', codedWidth, codedHeight } });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

/** The content of the chunk `VP8 `. */
function readVp8Frame(webp: Buffer): Uint8Array {
  let start = 12;
  while (webp.toString('latin1', start, start + 4) !== 'VP8 ') {
    const size = webp.readUInt32LE(start + 4);
    start += 8 + size + (size % 2);
  }
  return webp.subarray(start + 8, start + 8 + webp.readUInt32LE(start + 4));
}
