import { isTyped, modelFacts, visibleLine, type ModelChoice } from '@tryout/engine';
import { symbolsOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { firstLines } from '../../panels/first-lines.ts';

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
  const text = visibleLine(modelFacts(choice).join(symbolsOf(terminal).separator));
  return firstLines(text, width, most, terminal);
}
