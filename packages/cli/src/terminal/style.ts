import { Chalk, type ChalkInstance } from 'chalk';
import type { Colors, Terminal } from './terminal.ts';

const levels = { none: 0, '16': 1, '256': 2, truecolor: 3 } as const;
const styles = new Map<Colors, ChalkInstance>();

/** How to color for a terminal (chalk's chain); gives texts back unchanged where there are no colors. */
export function styleFor({ colors }: Pick<Terminal, 'colors'>): ChalkInstance {
  const style = styles.get(colors) ?? new Chalk({ level: levels[colors] });
  styles.set(colors, style);
  return style;
}
