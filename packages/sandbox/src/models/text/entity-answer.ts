import type { TaskAnswers } from '../../define-model.ts';
import { codePointPositions } from './code-points.ts';
import type { FoundSpan } from './found-span.ts';
import { textsParameter } from './parameters.ts';

/** Spans as the task answers them: positions in code points, score 1, without the groups in `ignore_labels`. */
export function entityAnswer(
  spans: readonly FoundSpan[],
  text: string,
  parameters: Readonly<Record<string, unknown>>,
): TaskAnswers['token-classification'] {
  const ignored = new Set(textsParameter(parameters, 'ignore_labels'));
  const position = codePointPositions(text);
  return spans
    .filter((span) => !ignored.has(span.entity))
    .map(({ entity, start, end }) => ({
      entity_group: entity,
      word: text.slice(start, end),
      start: position(start),
      end: position(end),
      score: 1,
    }));
}
