import { fileTypeFromBuffer } from 'file-type';

/* oxlint-disable no-control-regex -- these are bytes */
/** Signatures of audio that file-type does not detect. */
const audioSignatures: readonly (readonly [pattern: RegExp, contentType: string])[] = [
  [/^(?:RF64|BW64|RIFX)[^]{4}WAVE/, 'audio/wav'],
  [/^riff\.[^]\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0/, 'audio/x-w64'],
  // Where the header is larger than the first bytes.
  [/^0&\xb2u[^]f\xcf\x11\xa6\xd9/, 'audio/x-ms-wma'],
  [/^\.snd/, 'audio/basic'],
  [/^caff\0/, 'audio/x-caf'],
  [/^TTA[12]/, 'audio/x-tta'],
  [/^NIST_1A\n/, 'audio/x-nist'],
  [/^FRM8[^]{8}DSD /, 'audio/x-dff'],
  [/^\x7f\xfe\x80\x01/, 'audio/vnd.dts'],
];
/* oxlint-enable no-control-regex */

/** The media type of a file by its first bytes; undefined if unknown. */
export async function detectContentType(head: Uint8Array): Promise<string | undefined> {
  const type = (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  if (type === undefined) return typeFromText(head);
  return type === 'audio/x-flac' ? 'audio/flac' : type;
}

/** Types that file-type does not detect from the first bytes. */
function typeFromText(head: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(head.subarray(0, 1024));
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'image/tiff';
  const audio = audioSignatures.find(([pattern]) => pattern.test(text));
  if (audio) return audio[1];
  const svg = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i;
  return svg.test(text) ? 'image/svg+xml' : undefined;
}
