import { visibleLine } from '@tryout/engine';
import { symbolsOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { firstLines } from '../../panels/first-lines.ts';
import { isTyped, type ModelChoice } from './model-choice.ts';

/** What there is to know of the chosen model beyond its row. */
export function modelDetails(
  { terminal }: Picker,
  choice: ModelChoice,
  width: number,
  most: number,
): string[] {
  if (isTyped(choice)) {
    return firstLines(`Not in this list: ${choice.typedId} is looked up on the hub.`, width, most, terminal);
  }
  const { updatedAt, providers, gated } = choice;
  const parts = [
    providers.length > 0 ? `served by ${providers.join(', ')}` : 'nobody serves it now',
    updatedAt === undefined ? '' : `updated ${updatedAt.slice(0, 10)}`,
    choice.private ? 'private' : '',
    gated === false ? '' : 'gated: its page says how to get access',
  ];
  const text = visibleLine(parts.filter(Boolean).join(symbolsOf(terminal).separator));
  return firstLines(text, width, most, terminal);
}
