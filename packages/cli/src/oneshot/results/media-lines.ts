import type { Media } from '@tryout/engine';
import { readSound, sparkline, styleFor, symbolsOf, wrap, type Terminal } from '../../terminal/index.ts';
import { LEAST_COLUMNS } from './amount-rows.ts';
import { asColumn } from './made-visible.ts';
import { soundFacts } from './media-facts.ts';

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
  const chart = facts?.loudness ? [styleFor(terminal).cyan(sparkline(facts.loudness, terminal))] : [];
  const text = soundFacts(media, facts).join(symbolsOf(terminal).separator);
  return [...chart, wrap(text, columns), ...savedLines(saved, terminal)];
}
