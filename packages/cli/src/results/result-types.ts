import { answerText, visible, type ResultKind, type ResultView, type ResultViews } from '@tryout/engine';
import type { Overlays, Terminal } from '../terminal/index.ts';
import { imageLines } from './media.ts';
import {
  boxRegions,
  cannotBeDrawn,
  decodeMask,
  drawLegend,
  MAX_REGIONS,
  pictureBytes,
  regionTones,
} from './regions.ts';
import { renderResult } from './render-result.ts';
import type { Limits, ResultContext } from './renderer.ts';

interface ResultPicture {
  bytes(): Promise<Uint8Array | undefined>;
  /** The marked parts, or only the selected one. */
  overlays(chosen: number | undefined): Overlays;
  /** Shown if the picture cannot be decoded. */
  absent(terminal: Terminal): string;
}

interface ResultType<Kind extends ResultKind> {
  /** The result as text, which is wrapped while it streams; other kinds use `lines`. */
  readonly text?: (view: ResultViews[Kind]) => string;
  lines(view: ResultViews[Kind], terminal: Terminal, context: ResultContext): Promise<readonly string[]>;
  readonly picture?: (view: ResultViews[Kind]) => ResultPicture;
  /** The number of parts that can be selected: boxes, masks, sounds. */
  readonly parts?: (view: ResultViews[Kind]) => number;
  /** Whether its files can be played. */
  readonly isSound?: boolean;
}

/** For scrollable results, within what can be drawn quickly. */
export const SCROLLED: Limits = {
  rows: 2000,
  characters: 200_000,
  around: 2000,
  tableRows: 1000,
  tracks: 200,
  all: 'j',
  isForm: true,
};

function printed<Kind extends ResultKind>(kind: Kind): ResultType<Kind>['lines'] {
  return async (view, terminal, context) => {
    const text = await renderResult({ kind, ...view } as unknown as ResultView, terminal, context);
    return text.replace(/\n$/, '').split('\n');
  };
}

/** The first entries, or only the selected one at its index, which determines its number and color. */
function selected<Entry>(entries: readonly Entry[], chosen: number | undefined): (Entry | undefined)[] {
  if (chosen === undefined) return entries.slice(0, MAX_REGIONS);
  return [...new Array<undefined>(chosen), entries[chosen]];
}

const boxes: ResultType<'boxes'> = {
  lines: async ({ boxes: found }, terminal, context) => drawLegend(boxRegions(found), terminal, context),
  picture: ({ image, boxes: found }) => ({
    bytes: () => pictureBytes(image),
    overlays: (chosen) => ({
      boxes: selected(found, chosen).map((region) => region?.box),
      tones: regionTones(found),
    }),
    absent: (terminal) => cannotBeDrawn(image, terminal),
  }),
  parts: ({ boxes: found }) => found.length,
};

const masks: ResultType<'masks'> = {
  lines: async ({ masks: found }, terminal, context) => drawLegend(found, terminal, context),
  picture: ({ image, masks: found }) => ({
    bytes: () => pictureBytes(image),
    overlays: (chosen) => ({
      masks: selected(found, chosen).map((region) => region && decodeMask(region)),
      tones: regionTones(found),
    }),
    absent: (terminal) => cannotBeDrawn(image, terminal),
  }),
  parts: ({ masks: found }) => found.length,
};

const image: ResultType<'image'> = {
  lines: async ({ media }, terminal, { saved }) => imageLines(media, saved[0], terminal),
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

export function resultTypeOf(view: ResultView): ResultType<ResultKind> {
  return types[view.kind] as unknown as ResultType<ResultKind>;
}

export function partsOf(view: ResultView): number {
  return resultTypeOf(view).parts?.(view) ?? 0;
}

/** A result as text to copy: the model's text, or tab-separated columns. */
export async function resultText(view: ResultView, terminal: Terminal): Promise<string> {
  const own = resultTypeOf(view).text?.(view);
  return own === undefined ? renderResult(view, { ...terminal, isTerminal: false }) : withoutControls(own);
}

/** Escapes control characters, because the text may be pasted into a terminal. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, visible);
}
