import { fieldKinds, withoutKind, type Field } from '../fields/index.ts';
import { type ListedModel, isModelId } from '../hub/index.ts';
import { resultKinds } from '../results/index.ts';
import { modalityLabel, type Task } from '../tasks/index.ts';

/** A cut may move by this much to fall between words. */
const SLACK = 30;

/**
 * Cuts a string around a place, between words if possible, never inside a surrogate pair.
 * @param around UTF-16 units to keep on each side
 * @returns the excerpt, its offset in the text, and whether text before and after it was cut
 */
export function getExcerpt(text: string, place: TextPlace, around: number) {
  const start = cutBefore(text, place.start - around, place.start);
  const end = cutAfter(text, place.end + around, place.end);
  return { text: text.slice(start, end), offset: start, cutBefore: start > 0, cutAfter: end < text.length };
}

function cutBefore(text: string, at: number, latest: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, Math.min(at + SLACK, latest)).search(/\s\S/);
  return space >= 0 ? at + space + 1 : wholeCharacter(text, at);
}

function cutAfter(text: string, at: number, earliest: number): number {
  if (at >= text.length) return text.length;
  const from = Math.max(earliest, at - SLACK);
  const space = /\s\S*$/.exec(text.slice(from, at));
  return space ? from + space.index : wholeCharacter(text, at);
}

/** The same place, or the one after the second half of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** A place in a string, in UTF-16 units. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
}

/** A part of a string, and its mark, if any. */
interface MarkedPart<Mark extends TextPlace> {
  readonly text: string;
  readonly mark?: Mark;
}

/**
 * Splits a string at its marks. Ignores marks that are empty, outside the text or overlap an earlier one; of several marks
 * with the same start, the longest counts.
 */
export function markedParts<Mark extends TextPlace>(
  text: string,
  marks: readonly Mark[],
): MarkedPart<Mark>[] {
  const parts: MarkedPart<Mark>[] = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > text.length) continue;
    if (mark.start > at) parts.push({ text: text.slice(at, mark.start) });
    parts.push({ text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** `default`, `private`, `gated`. */
export function modelLabels({ isDefault, private: isPrivate, gated }: ListedModel): string[] {
  return [
    ...(isDefault ? ['default'] : []),
    ...(isPrivate ? ['private'] : []),
    ...(gated === false ? [] : ['gated']),
  ];
}

/** A model's providers: `via together, nscale and 1 more`; undefined without any. */
export function providerSummary(
  { providers }: Pick<ListedModel, 'providers'>,
  max = providers.length,
): string | undefined {
  if (providers.length === 0) return undefined;
  const more = providers.length - max;
  return `via ${providers.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Facts about a listed model: `via together`, `updated 2026-11-21`, `private`. */
export function modelFacts(model: ListedModel): string[] {
  const { updatedAt, gated } = model;
  return [
    ...(model.isDefault ? ['default'] : []),
    providerSummary(model) ?? 'no provider',
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt.slice(0, 10)}`]),
    ...(model.private ? ['private'] : []),
    ...(gated === false ? [] : ['gated: request access on its page']),
  ];
}

/** The first public models that have a provider, or the first public ones if none has. */
export function suggestedModels(listed: readonly ListedModel[], max: number) {
  const open = listed.filter((model) => isModelId(model.name) && !model.private && model.gated === false);
  const served = open.filter(({ providers }) => providers.length > 0);
  const haveProvider = served.length > 0;
  return { models: (haveProvider ? served : open).slice(0, max), haveProvider };
}

/** The inputs of a task, such as `question` and `image`, and its result, such as `answers with scores`. */
export function taskSignature({ fields, result }: Pick<Task, 'fields' | 'result'>) {
  return { inputs: Object.values(fields).map(inputName), output: resultKinds[result.kind].description };
}

function inputName({ label, kind }: Field): string {
  const name = withoutKind(label);
  return name === 'Input' ? fieldKinds[kind].noun : name.toLowerCase();
}

/** What a task is found by besides its label. */
export function taskSearchTerms(task: Task) {
  const { inputs, output } = taskSignature(task);
  const words = [task.modality, modalityLabel(task), ...inputs, output, task.summary].join(' ');
  return { aliases: [task.id, ...task.aliases], intents: task.intents, words };
}
