import { InputError, readFileInput, size, visibleLine, type FileInput, type Media } from '@tryout/engine';
import { flow, symbolsOf, truncate } from '../../../../terminal/index.ts';
import type { Picker } from '../../../app/picker.ts';
import type { Size } from '../../../display/size.ts';

/** Larger files are not read only to be looked at. */
const MOST_BYTES = 64_000_000;

/** The bytes of a file; why they are not shown in its place. */
export async function readForPreview(file: FileInput): Promise<Media['bytes'] | string> {
  if (file.size > MOST_BYTES) return 'too large to be shown here';
  try {
    return await readFileInput(file);
  } catch (error) {
    // The run says it with what to do.
    return error instanceof InputError ? error.message : 'it cannot be read';
  }
}

/** Facts next to each other, dim, on as many lines as they need. */
export function factLines(
  { terminal, theme }: Picker,
  facts: readonly string[],
  { columns }: Size,
): string[] {
  const { ellipsis, separator } = symbolsOf(terminal);
  const whole = facts.map((fact) => truncate(visibleLine(fact), columns, ellipsis));
  return flow(whole, separator, columns)
    .split('\n')
    .map((line) => theme.dim(line));
}

/** What is known of a file that is not shown. */
export function unreadFacts(file: FileInput, reason: string): string[] {
  return [file.contentType, ...(file.size > 0 ? [size(file.size)] : []), reason];
}
