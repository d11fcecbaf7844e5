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

export interface VideoFacts {
  readonly seconds?: number | undefined;
  /** Pixels, as displayed. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The first frame as an image file, where the container allows it: VP8 in WebM, as WebP. */
  readonly firstFrame?: Uint8Array<ArrayBuffer> | undefined;
}

/** Reads the header of an MP4 or WebM file; undefined for other files. */
export function readVideo(bytes: Uint8Array): VideoFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(4) === FILE_TYPE) return readMp4(view);
    return view.getUint32(0) === EBML ? readWebm(view) : undefined;
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A box of MP4 or an element of WebM, without its header. */
interface Part {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

type ReadPart = (view: DataView, at: number, end: number) => Part;

/** Parts of a level that are read; the sought ones come first. */
const MAX_PARTS = 2000;

/** The parts of a level. @throws RangeError for a truncated file */
function* partsOf(view: DataView, { start, end }: Omit<Part, 'id'>, read: ReadPart): Generator<Part> {
  for (let at = start, count = 0; at < end && count < MAX_PARTS; count += 1) {
    const part = read(view, at, end);
    yield part;
    if (part.end <= at) return;
    at = part.end;
  }
}

function findPart(view: DataView, parent: Omit<Part, 'id'>, id: number, read: ReadPart): Part | undefined {
  for (const part of partsOf(view, parent, read)) if (part.id === id) return part;
  return undefined;
}

// ISO/IEC 14496-12.
const FILE_TYPE = 0x66747970;
const [MOVIE, MOVIE_HEADER, TRACK, TRACK_HEADER] = [0x6d6f6f76, 0x6d766864, 0x7472616b, 0x746b6864];
const FIXED_POINT = 65_536;

const readBox: ReadPart = (view, at, end) => {
  const size = view.getUint32(at);
  // 1: a length of 64 bits follows; 0: to the end.
  const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? end - at : size;
  return { id: view.getUint32(at + 4), start: at + (size === 1 ? 16 : 8), end: Math.min(end, at + length) };
};

function readMp4(view: DataView): VideoFacts {
  const movie = findPart(view, { start: 0, end: view.byteLength }, MOVIE, readBox);
  const header = movie && findPart(view, movie, MOVIE_HEADER, readBox);
  if (!header) return {};
  const isLong = view.getUint8(header.start) === 1;
  const timescale = view.getUint32(header.start + (isLong ? 20 : 12));
  const duration = isLong ? Number(view.getBigUint64(header.start + 24)) : view.getUint32(header.start + 16);
  const seconds = duration > 0 && timescale > 0 ? duration / timescale : undefined;
  for (const track of partsOf(view, movie, readBox)) {
    const trackHeader = track.id === TRACK ? findPart(view, track, TRACK_HEADER, readBox) : undefined;
    if (!trackHeader) continue;
    const matrix = trackHeader.start + (view.getUint8(trackHeader.start) === 1 ? 52 : 40);
    const [width, height] = [36, 40].map((at) => Math.round(view.getUint32(matrix + at) / FIXED_POINT));
    // Phones store upright videos on their side.
    const isSideways = view.getInt32(matrix) === 0 && view.getInt32(matrix + 4) !== 0;
    if (width && height)
      return { seconds, ...(isSideways ? { width: height, height: width } : { width, height }) };
  }
  return { seconds };
}

// RFC 8794 and RFC 9559.
const EBML = 0x1a45dfa3;
const [SEGMENT, INFO, TIMESTAMP_SCALE, DURATION] = [0x18538067, 0x1549a966, 0x2ad7b1, 0x4489];
const [TRACKS, TRACK_ENTRY, TRACK_NUMBER, CODEC] = [0x1654ae6b, 0xae, 0xd7, 0x86];
const [VIDEO, PIXEL_WIDTH, PIXEL_HEIGHT] = [0xe0, 0xb0, 0xba];
const [CLUSTER, SIMPLE_BLOCK, BLOCK_GROUP, BLOCK] = [0x1f43b675, 0xa3, 0xa0, 0xa1];
const NANOSECONDS = 1_000_000_000;
const DEFAULT_SCALE = 1_000_000;

/** A number of 1 to 8 bytes whose leading zeros give its length; undefined if all bits are 1: unknown. */
function readVariable(view: DataView, at: number, keepsMarker: boolean) {
  const length = Math.clz32(view.getUint8(at)) - 23;
  if (length > 8) throw new RangeError('No length');
  let value = keepsMarker ? view.getUint8(at) : view.getUint8(at) & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    isUnknown &&= view.getUint8(at + index) === 0xff;
    value = value * 256 + view.getUint8(at + index);
  }
  return { value: isUnknown && !keepsMarker ? undefined : value, length };
}

const readElement: ReadPart = (view, at, end) => {
  const id = readVariable(view, at, true);
  const size = readVariable(view, at + id.length, false);
  const start = at + id.length + size.length;
  return { id: id.value ?? 0, start, end: Math.min(end, start + (size.value ?? end)) };
};

function readUnsigned(view: DataView, part: Part | undefined): number | undefined {
  if (!part) return undefined;
  let value = 0;
  for (let at = part.start; at < Math.min(part.end, part.start + 8); at += 1)
    value = value * 256 + view.getUint8(at);
  return value;
}

function readWebm(view: DataView): VideoFacts {
  const find = (parent: Part | undefined, id: number) => parent && findPart(view, parent, id, readElement);
  const segment = find({ id: 0, start: 0, end: view.byteLength }, SEGMENT);
  const info = find(segment, INFO);
  const length = find(info, DURATION);
  const ticks =
    length &&
    (length.end - length.start === 4 ? view.getFloat32(length.start) : view.getFloat64(length.start));
  const seconds =
    ticks && (ticks * (readUnsigned(view, find(info, TIMESTAMP_SCALE)) ?? DEFAULT_SCALE)) / NANOSECONDS;
  const facts = { seconds: seconds && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined };
  const tracks = find(segment, TRACKS);
  for (const track of tracks ? partsOf(view, tracks, readElement) : []) {
    const video = track.id === TRACK_ENTRY ? find(track, VIDEO) : undefined;
    if (!video) continue;
    const [width, height] = [PIXEL_WIDTH, PIXEL_HEIGHT].map((id) => readUnsigned(view, find(video, id)));
    const codec = find(track, CODEC);
    const isVp8 = codec && String.fromCharCode(...bytesOf(view, codec).subarray(0, 16)) === 'V_VP8';
    const number = readUnsigned(view, find(track, TRACK_NUMBER));
    return {
      ...facts,
      width,
      height,
      firstFrame: isVp8 ? firstVp8Frame(view, find(segment, CLUSTER), number) : undefined,
    };
  }
  return facts;
}

function bytesOf(view: DataView, { start, end }: Pick<Part, 'start' | 'end'>): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start);
}

/** The first key frame of a cluster as WebP, whose lossy format is such a frame (RFC 9649, section 2.5). */
function firstVp8Frame(view: DataView, cluster: Part | undefined, track: number | undefined) {
  for (const part of cluster ? partsOf(view, cluster, readElement) : []) {
    const block = part.id === BLOCK_GROUP ? findPart(view, part, BLOCK, readElement) : part;
    if (!block || ![SIMPLE_BLOCK, BLOCK].includes(block.id)) continue;
    const number = readVariable(view, block.start, false);
    const frame = bytesOf(view, { start: block.start + number.length + 3, end: block.end });
    const isKeyFrame = frame.length > 10 && (frame[0]! & 1) === 0 && frame[3] === 0x9d && frame[4] === 1;
    if (number.value === track && isKeyFrame) return toWebp(frame);
  }
  return undefined;
}

function toWebp(frame: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = frame.length + (frame.length % 2);
  const file = new Uint8Array(20 + padded);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode('RIFF....WEBPVP8 '));
  view.setUint32(4, 12 + padded, true);
  view.setUint32(16, frame.length, true);
  file.set(frame, 20);
  return file;
}
