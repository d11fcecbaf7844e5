/** Where a person was in a text that grew. */
export interface LeftAt {
  readonly top: number;
  /** Whether they followed its end. */
  readonly isEnd: boolean;
}

let latest: (LeftAt & { readonly text: string }) | undefined;

/** Keeps where the person is in a text that grows: when it is finished it is drawn anew, as a result. */
export function rememberPlace(text: string, place: LeftAt): void {
  latest = { text, ...place };
}

/** Where the person was in the text that this one came from; undefined where it did not grow before their eyes. */
export function placeIn(text: string): LeftAt | undefined {
  return latest && text.startsWith(latest.text) ? latest : undefined;
}
