import type { ReactNode } from 'react';
import styles from './combobox.module.css';

/**
 * A text with the letters emphasized that were typed.
 * @param places beginnings and ends in turn, in UTF-16 units
 */
export function Emphasized({ text, places }: { readonly text: string; readonly places: readonly number[] }) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [start, end] = [places[index]!, places[index + 1]!];
    if (start < at || end > text.length) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <span className={styles.emphasized}>
      {pieces}
      {text.slice(at)}
    </span>
  );
}
