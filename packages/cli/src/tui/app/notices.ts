/** How a notice is meant. */
export type Tone = 'plain' | 'good' | 'error';

/** One line for the person, until a key is pressed. */
export interface Notice {
  readonly text: string;
  readonly tone: Tone;
}
