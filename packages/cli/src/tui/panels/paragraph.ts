import { visible } from '@tryout/engine';
import { wrap } from '../../terminal/index.ts';

/**
 * A text from anywhere as lines of a width, made visible.
 * @param style for each line, a line at a time
 */
export function paragraph(text: string, columns: number, style?: (line: string) => string): string[] {
  const lines = wrap(visible(text).replaceAll('\t', '  '), Math.max(1, columns)).split('\n');
  return style ? lines.map((line) => style(line)) : lines;
}
