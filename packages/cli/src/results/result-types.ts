import {
  answerText,
  pictureFacts,
  pictureSize,
  visible,
  type ResultKind,
  type ResultView,
  type ResultViews,
} from '@tryout/engine';
import { boxRegions } from './boxes.ts';
import { renderResult, type Limits, type ResultContext } from './index.ts';
import { savedLines } from './media-lines.ts';
import { cannotBeDrawn, drawLegend, MOST_REGIONS, pictureBytes } from './regions.ts';
import { flow, symbolsOf, type Overlays, type Terminal } from '../terminal/index.ts';

/** A picture that belongs to a result. */
export interface ResultPicture {
  /** Read when it is rendered; undefined where that fails. */
  bytes(): Promise<Uint8Array | undefined>;
  /** What is marked in it; only the chosen part where there is one. */
  overlays(chosen: number | undefined): Overlays;
  /** Shown in its place where it cannot be rendered. */
  absent(terminal: Terminal): string;
}

/** What the picker does with results of one kind. */
interface ResultType<Kind extends ResultKind> {
  /** The result as a text, which is broken into lines as it arrives; other kinds are rendered by `lines`. */
  readonly text?: (view: ResultViews[Kind]) => string;
  /** Lines within the terminal's width, next to or below a picture. */
  lines(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): Promise<readonly string[]>;
  readonly picture?: (view: ResultViews[Kind]) => ResultPicture;
  /** The number of parts that can be chosen one by one: boxes, masks, sounds. */
  readonly parts?: (view: ResultViews[Kind]) => number;
  /** Whether its files are sounds, which can be played. */
  readonly isSound?: boolean;
}

/** What can be scrolled may be long; but rendering it must not take longer than a moment. */
export const SCROLLED: Limits = {
  rows: 2000,
  characters: 200_000,
  around: 2000,
  tableRows: 1000,
  tracks: 200,
  all: 'j',
};

/** Kinds that look the same as in the one-shot commands. */
function printed<Kind extends ResultKind>(kind: Kind): ResultType<Kind>['lines'] {
  return async (view, terminal, context) => {
    const text = await renderResult({ kind, ...view } as unknown as ResultView, terminal, context);
    return text.replace(/\n$/, '').split('\n');
  };
}

/** A list with one entry, at its own place, so that it keeps its number and color. */
function alone<Entry>(index: number, entry: Entry | undefined): (Entry | undefined)[] {
  return [...new Array<undefined>(index), entry];
}

const boxes: ResultType<'boxes'> = {
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

const masks: ResultType<'masks'> = {
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

const image: ResultType<'image'> = {
  async lines({ media }, terminal, { saved = [] }) {
    const { separator, times } = symbolsOf(terminal);
    const facts = flow(pictureFacts(media, pictureSize(media.bytes), times), separator, terminal.columns);
    return [...facts.split('\n'), ...savedLines(saved[0], terminal)];
  },
  picture: ({ media: { bytes, contentType } }) => ({
    bytes: async () => bytes,
    overlays: () => ({}),
    absent: (terminal) => cannotBeDrawn({ name: 'The picture', contentType, size: bytes.length }, terminal),
  }),
};

const types: { readonly [Kind in ResultKind]: ResultType<Kind> } = {
  text: { text: answerText, lines: printed('text') },
  labels: { lines: printed('labels') },
  spans: { lines: printed('spans') },
  answers: { lines: printed('answers') },
  boxes,
  masks,
  cells: { lines: printed('cells') },
  numbers: { lines: printed('numbers') },
  vector: { lines: printed('vector') },
  image,
  audio: { lines: printed('audio'), isSound: true },
  tracks: { lines: printed('tracks'), parts: ({ tracks }) => tracks.length, isSound: true },
};

/** What the picker does with results of a view's kind. */
export function resultTypeOf(view: ResultView): ResultType<ResultKind> {
  return types[view.kind] as unknown as ResultType<ResultKind>;
}

/** The number of parts of a result that can be chosen one by one. */
export function partsOf(view: ResultView): number {
  return resultTypeOf(view).parts?.(view) ?? 0;
}

/** A result as a text to copy: what a model wrote, else columns divided by tabs. */
export async function resultText(view: ResultView, terminal: Terminal): Promise<string> {
  const own = resultTypeOf(view).text?.(view);
  return own === undefined ? renderResult(view, { ...terminal, isTerminal: false }) : withoutControls(own);
}

/** Makes control characters visible: a text may be pasted into a terminal. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, visible);
}
