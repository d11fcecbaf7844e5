export interface SoundFacts {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** The peak of each of the equal parts, 0 to 1. Only for WAV. */
  readonly loudness?: readonly number[];
}

/** Reads the header of a WAV or FLAC file; undefined for other files. @param parts number of peaks */
export function readSound(bytes: Uint8Array, parts: number): SoundFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readWav(view, parts) ?? readFlac(view);
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** RIFF, and RF64 and BW64, which have lengths of 64 bits in a chunk of their own. */
const RIFF = new Set([0x52494646, 0x52463634, 0x42573634]);
const WAVE = 0x57415645;
const FORMAT = 0x666d7420;
const DATA = 0x64617461;
const PCM = 1;
const FLOAT = 3;
/** PCM, floats, A-law and µ-law. Others have blocks of many samples. */
const SAMPLED = new Set([PCM, FLOAT, 6, 7]);
const EXTENSIBLE = 0xfffe;
const MAX_SAMPLES_PER_PART = 2000;

interface Format {
  readonly encoding: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bytesPerFrame: number;
  readonly bits: number;
}

/** @throws RangeError for a truncated file */
function readWav(view: DataView, parts: number): SoundFacts | undefined {
  if (view.byteLength < 12 || !RIFF.has(view.getUint32(0)) || view.getUint32(8) !== WAVE) return undefined;
  let format: Format | undefined;
  for (let at = 12; at + 8 <= view.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (view.getUint32(at) === FORMAT) format = readFormat(view, start, length);
    if (view.getUint32(at) === DATA) return format && getFacts(view, format, start, length, parts);
    // Chunks are aligned to 2 bytes.
    at = start + length + (length % 2);
  }
  return undefined;
}

function readFormat(view: DataView, start: number, length: number): Format {
  const encoding = view.getUint16(start, true);
  return {
    // The extensible header has the encoding in the first bytes of its sub-format.
    encoding: encoding === EXTENSIBLE && length >= 26 ? view.getUint16(start + 24, true) : encoding,
    channels: view.getUint16(start + 2, true),
    sampleRate: view.getUint32(start + 4, true),
    bytesPerFrame: view.getUint16(start + 12, true),
    bits: view.getUint16(start + 14, true),
  };
}

function getFacts(
  view: DataView,
  format: Format,
  start: number,
  length: number,
  parts: number,
): SoundFacts | undefined {
  const { sampleRate, channels, bytesPerFrame } = format;
  if (sampleRate === 0 || channels === 0 || bytesPerFrame === 0 || !SAMPLED.has(format.encoding))
    return undefined;
  // Streamed files have no valid length.
  const frames = Math.floor(Math.min(length, view.byteLength - start) / bytesPerFrame);
  const facts = { seconds: frames / sampleRate, sampleRate, channels };
  const read = sampleReader(view, format);
  if (!read || frames === 0) return facts;
  const count = Math.min(parts, frames);
  const loudness = Array.from({ length: count }, (_, part) => {
    const first = Math.floor((part * frames) / count);
    const end = Math.floor(((part + 1) * frames) / count);
    const step = Math.max(1, Math.floor((end - first) / MAX_SAMPLES_PER_PART));
    let loudest = 0;
    for (let frame = first; frame < end; frame += step) {
      loudest = Math.max(loudest, Math.abs(read(start + frame * bytesPerFrame)));
    }
    return Math.min(1, loudest);
  });
  return { ...facts, loudness };
}

/** Reads the sample at an offset as -1 to 1. */
function sampleReader(view: DataView, { encoding, bits }: Format): ((at: number) => number) | undefined {
  const readers: Record<string, (at: number) => number> = {
    [`${PCM}/8`]: (at) => (view.getUint8(at) - 128) / 128,
    [`${PCM}/16`]: (at) => view.getInt16(at, true) / 32_768,
    [`${PCM}/24`]: (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
    [`${PCM}/32`]: (at) => view.getInt32(at, true) / 2_147_483_648,
    [`${FLOAT}/32`]: (at) => view.getFloat32(at, true) || 0,
    [`${FLOAT}/64`]: (at) => view.getFloat64(at, true) || 0,
  };
  return readers[`${encoding}/${bits}`];
}

const STREAM_MARKER = 0x664c6143;

/** Reads the STREAMINFO block (RFC 9639, section 8.2). */
function readFlac(view: DataView): SoundFacts | undefined {
  if (view.byteLength < 26 || view.getUint32(0) !== STREAM_MARKER) return undefined;
  // 20 bits of sample rate, 3 of channels less one, 5 of depth, 36 of samples.
  const packed = view.getBigUint64(18);
  const sampleRate = Number(packed >> 44n);
  const samples = Number(packed & 0xfffffffffn);
  if (sampleRate === 0 || samples === 0) return undefined;
  return { seconds: samples / sampleRate, sampleRate, channels: Number((packed >> 41n) & 7n) + 1 };
}
