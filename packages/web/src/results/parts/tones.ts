import styles from './tones.module.css';

/** How many colors there are for categories: `--tone-1` to `--tone-8`. */
const TONES = 8;

/** Class that gives `--tone` the color of a category. @param index any whole number from 0; colors come round again */
export function toneClass(index: number): string {
  return styles[`tone${index % TONES}`] ?? '';
}

/** The same color as a canvas takes it. */
export function toneColor(element: Element, index: number): string {
  return getComputedStyle(element).getPropertyValue(`--tone-${(index % TONES) + 1}`);
}
