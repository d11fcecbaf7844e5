import { tones } from '@tryout/engine';
import type { CSSProperties } from 'react';

/**
 * Sets `--tone` to the color of a category, and `--on-tone` to the color of text on it. The same in light and dark, as
 * they also appear over pictures.
 * @param tone index in the engine's `tones`
 */
export function toneStyle(tone: number): CSSProperties {
  const { color, onColor } = tones[tone]!;
  return { '--tone': color, '--on-tone': onColor } as CSSProperties;
}
