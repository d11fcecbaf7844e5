/** Decoded sound: one array of samples (-1 to 1) a channel, all of one length. */
export interface Sound {
  /** Samples a second. */
  sampleRate: number;
  channels: Float32Array[];
}
