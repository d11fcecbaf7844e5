/** The samples that the header of a FLAC file promises, channels times length; 0 when it says nothing. */
export function promisedFlacSamples(bytes: Uint8Array): number {
  // RFC 9639, 8.2: the block STREAMINFO comes first. After 10 bytes of sizes it holds 20 bits of sample rate, 3 bits of
  // channels less one, 5 bits of depth and 36 bits of length.
  const packed = 4 + 4 + 10;
  if (bytes.length < packed + 8) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const high = view.getUint32(packed);
  const channels = ((high >>> 9) & 7) + 1;
  return channels * ((high & 15) * 2 ** 32 + view.getUint32(packed + 4));
}
