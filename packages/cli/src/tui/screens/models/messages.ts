import { count, counted, messageOf, modelsMessage, visibleLine, type SessionState } from '@tryout/engine';
import { truncate } from '../../../terminal/index.ts';
import { paragraph } from '../../components/paragraph.ts';
import type { Theme } from '../../../terminal/theme.ts';

/** A question before a model is chosen. */
export interface ModelQuestion {
  readonly id: string;
  /** `looking`: the hub is asked who serves it. */
  readonly kind: 'looking' | 'unserved' | 'failed';
  readonly message?: string;
}

/** Characters of the filter that messages repeat. */
const MOST_TYPED = 200;

/** Messages about the list: loading, empty or failed, and what to do. */
export function listMessage(
  state: SessionState,
  { typed, found }: { readonly typed: string; readonly found: number },
  theme: Theme,
  width: number,
): string[] {
  const lines = (text: string) => paragraph(text, width);
  const { status, models, error, search, provider } = state.models;
  // Long pasted text is cut.
  const brief = (text: string) => truncate(visibleLine(text.slice(0, MOST_TYPED)), width, '');
  const told: string[] = [];
  const isNarrowed = search !== undefined || provider !== undefined;
  const message = modelsMessage(state);
  // The task has models, only not such ones.
  if (message !== undefined && !(isNarrowed && status === 'loaded')) told.push(...lines(message));
  if (status === 'failed') {
    const partly = models.length > 0 ? 'The list is not complete: ' : '';
    told.push(...lines(partly + messageOf(error)).map((line) => theme.error(line)));
    told.push(...lines('Ctrl-R tries again.'));
  }
  if (status === 'loaded' && models.length === 0) {
    if (search !== undefined) {
      const none = `The Hub found no ${provider === undefined ? '' : 'served '}model of this task for '${brief(search)}'.`;
      told.push(...lines(none));
      const all = provider === undefined ? '' : 'Ctrl-S: search all models. ';
      told.push(...lines(`${all}Esc: the whole list.`));
    } else if (provider !== undefined)
      told.push(...lines('No model of this task is served now. Ctrl-S: all models.'));
    else told.push(...lines('An id typed in full, organization/name, can be used as it is.'));
  }
  if (models.length > 0 && found === 0 && typed.trim() !== '') {
    const none =
      models.length === 1
        ? 'The one model here does not match'
        : `None of these ${count(models.length)} models matches`;
    told.push(...lines(`${none} '${brief(typed)}'.`));
    if (status !== 'loading') told.push(...lines('Ctrl-N: search the Hub for it. Esc: all of them again.'));
  }
  return told;
}

/** Notes on rows that were left out and pages that were not read. */
export function incompleteLines({ models: { dropped, truncated } }: SessionState, width: number): string[] {
  const lost = `${counted(dropped, 'row')} could not be read and ${dropped === 1 ? 'was' : 'were'} left out.`;
  const unread =
    'The list may be incomplete: the Hub has more pages than were read. Type a name, then press Ctrl-N to search the Hub.';
  return [...(dropped === 0 ? [] : paragraph(lost, width)), ...(truncated ? paragraph(unread, width) : [])];
}

/**
 * The question, with the possible answers.
 * @param most the number of lines that fit; with few the text is shorter
 */
export function questionLines(
  { id, kind, message = '' }: ModelQuestion,
  theme: Theme,
  width: number,
  most: number,
): string[] {
  const name = visibleLine(id);
  const lines = (text: string) => paragraph(text, width);
  if (kind === 'looking') return lines(`Asking the hub who serves ${name}`).slice(0, most);
  const isUnserved = kind === 'unserved';
  const what = lines(isUnserved ? `Nobody serves ${name} at the moment.` : message);
  const ways = lines(
    'Ctrl-S: served models of this task. ' +
      `Enter: go on all the same${isUnserved ? ', with an endpoint of your own' : ''}. ` +
      'Esc: back to the list.',
  );
  if (what.length + ways.length <= most) return [...what.map((line) => theme.error(line)), ...ways];
  const brief = isUnserved ? lines('Nobody serves it now') : what;
  const few = ['Enter: go on', 'Ctrl-S: served ones', 'Esc: back'];
  return [...brief.slice(0, Math.max(1, most - few.length)).map((line) => theme.error(line)), ...few];
}
