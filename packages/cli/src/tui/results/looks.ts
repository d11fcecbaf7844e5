import { answerText, pictureFacts, pictureSize, type ResultKind, type ResultView } from '@tryout/engine';
import { renderResult } from '../../results/index.ts';
import { boxRegions } from '../../results/boxes.ts';
import { savedLines } from '../../results/media-lines.ts';
import { cannotBeDrawn, drawLegend, MOST_REGIONS, pictureBytes } from '../../results/regions.ts';
import { flow, symbolsOf } from '../../terminal/index.ts';
import type { ResultLook } from './result-look.ts';

/** Kinds that are drawn as in the one-shot commands. */
function drawn<Kind extends ResultKind>(kind: Kind): ResultLook<Kind>['lines'] {
  return async (view, terminal, context) => {
    const text = await renderResult({ kind, ...view } as unknown as ResultView, terminal, context);
    return text.replace(/\n$/, '').split('\n');
  };
}

/** A list with one entry, at its own place, so that it keeps its number and colour. */
function alone<Entry>(index: number, entry: Entry | undefined): (Entry | undefined)[] {
  return [...new Array<undefined>(index), entry];
}

const boxes: ResultLook<'boxes'> = {
  lines: async ({ boxes: found }, terminal, context) => drawLegend(boxRegions(found), terminal, context),
  picture: ({ image, boxes: found }) => ({
    bytes: () => pictureBytes(image),
    overlays: (chosen) => ({
      boxes:
        chosen === undefined
          ? found.slice(0, MOST_REGIONS).map(({ box }) => box)
          : alone(chosen, found[chosen]?.box),
    }),
    absent: (terminal) => cannotBeDrawn(image, terminal),
  }),
  parts: ({ boxes: found }) => found.length,
};

const masks: ResultLook<'masks'> = {
  lines: async ({ masks: found }, terminal, context) => drawLegend(found, terminal, context),
  picture: ({ image, masks: found }) => ({
    bytes: () => pictureBytes(image),
    overlays(chosen) {
      const decoded = (part: { mask: string } | undefined) => part && Buffer.from(part.mask, 'base64');
      if (chosen !== undefined) return { masks: alone(chosen, decoded(found[chosen])) };
      return { masks: found.slice(0, MOST_REGIONS).map((part) => decoded(part)!) };
    },
    absent: (terminal) => cannotBeDrawn(image, terminal),
  }),
  parts: ({ masks: found }) => found.length,
};

const image: ResultLook<'image'> = {
  async lines({ media }, terminal, { saved = [] }) {
    const { separator, times } = symbolsOf(terminal);
    const facts = flow(pictureFacts(media, pictureSize(media.bytes), times), separator, terminal.columns);
    return [...facts.split('\n'), ...savedLines(saved[0], terminal)];
  },
  picture: ({ media }) => ({
    bytes: async () => media.bytes,
    overlays: () => ({}),
    absent: (terminal) =>
      cannotBeDrawn(
        { name: 'The picture', contentType: media.contentType, size: media.bytes.length },
        terminal,
      ),
  }),
};

/** What the picker does with each kind of result. A new kind does not compile until it has its entry. */
const looks: { readonly [Kind in ResultKind]: ResultLook<Kind> } = {
  text: { text: answerText, lines: drawn('text') },
  labels: { lines: drawn('labels') },
  spans: { lines: drawn('spans') },
  answers: { lines: drawn('answers') },
  boxes,
  masks,
  cells: { lines: drawn('cells') },
  numbers: { lines: drawn('numbers') },
  vector: { lines: drawn('vector') },
  image,
  audio: { lines: drawn('audio'), isSound: true },
  tracks: {
    lines: drawn('tracks'),
    parts: ({ tracks }) => tracks.length,
    isSound: true,
  },
};

/** The look of a view's kind, which therefore takes that view. */
export function lookOf(view: ResultView): ResultLook<ResultKind> {
  return looks[view.kind] as unknown as ResultLook<ResultKind>;
}
