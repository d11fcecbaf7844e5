/** A file that a model made: read whole, typed by its own first bytes. */
export interface Media {
  /** For example `image/png`; decided by the bytes, not by what the server said. */
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
