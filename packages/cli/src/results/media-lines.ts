import { readSound, soundFacts, type Media } from '@tryout/engine';
import { flow, sparkline, styleFor, symbolsOf, wrap, type Terminal } from '../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';
import { asColumn } from './made-visible.ts';

const WIDEST_CHART = 60;

/** Where a file was saved, as lines; nothing where it was not. */
export function savedLines(path: string | undefined, terminal: Terminal): string[] {
  if (path === undefined) return [];
  return [wrap(`Saved to ${asColumn(path)}`, Math.max(LEAST_COLUMNS, terminal.columns))];
}

/** A sound's loudness as a chart, its facts and where it was saved. */
export function soundLines(media: Media, saved: string | undefined, terminal: Terminal): string[] {
  const columns = Math.max(LEAST_COLUMNS, terminal.columns);
  const facts = readSound(media.bytes, Math.min(WIDEST_CHART, columns));
  // The root lifts quiet sounds, as the ear does.
  const heights = terminal.isScreenReader === true ? undefined : facts?.loudness?.map(Math.sqrt);
  const chart = heights ? [styleFor(terminal).cyan(sparkline(heights, terminal))] : [];
  const text = flow(soundFacts(media, facts), symbolsOf(terminal).separator, columns);
  return [...chart, text, ...savedLines(saved, terminal)];
}
