import type { ModelData } from '@huggingface/tasks';
import type { ModelInfo } from '../../hub/index.ts';
import type { Marks } from './marks.ts';
import { isText, recordOf, textsOf } from './reading.ts';

/** What a template takes for the mask where the model names none. */
const MASK = '<mask>';

/**
 * The first example of a card and the mask token. A template looks for the token in the text, so it stands between the
 * marks of what is around it by a mark of its own.
 */
export function widgetOf(info: ModelInfo, marks: Marks): Pick<ModelData, 'mask_token' | 'widgetData'> {
  const maskToken = isText(info.mask_token) ? info.mask_token : MASK;
  const mask_token = marks.markFor(maskToken);
  const [example] = Array.isArray(info.widgetData) ? info.widgetData : [];
  const { text, source_sentence, sentences } = recordOf(example);
  return {
    mask_token,
    widgetData: [
      {
        ...(isText(text) ? { text: aroundMask(text, maskToken, mask_token, marks) } : {}),
        ...(isText(source_sentence)
          ? {
              source_sentence: marks.markFor(source_sentence),
              sentences: textsOf(sentences).map((sentence) => marks.markFor(sentence)),
            }
          : {}),
      } as NonNullable<ModelData['widgetData']>[number],
    ],
  };
}

/** A text whose first mask token has a mark of its own. */
function aroundMask(text: string, token: string, mark: string, marks: Marks): string {
  const at = text.indexOf(token);
  if (at === -1) return marks.markFor(text);
  const [before = '', after = ''] = [text.slice(0, at), text.slice(at + token.length)].map(
    (part) => marks.optional(part) ?? '',
  );
  return before + mark + after;
}
