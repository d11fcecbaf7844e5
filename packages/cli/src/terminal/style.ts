import { Chalk, type ChalkInstance } from 'chalk';
import type { Colours, Terminal } from './terminal.ts';

const levels = { none: 0, '16': 1, '256': 2, truecolor: 3 } as const;
const styles = new Map<Colours, ChalkInstance>();

/** How to colour for a terminal (chalk's chain); gives texts back unchanged where there are no colours. */
export function styleFor({ colours }: Pick<Terminal, 'colours'>): ChalkInstance {
  const style = styles.get(colours) ?? new Chalk({ level: levels[colours] });
  styles.set(colours, style);
  return style;
}
