import type { Environment, Terminal } from '../../../terminal/terminal.ts';
import type { TerminalDevice } from '../device.ts';
import { askTerminal, type CellSize, type TerminalAnswers } from './ask-terminal.ts';
import { drawsNone, isMultiplexed, wayAskedFor, wayByName, type GraphicsWay } from './way.ts';

/** What pictures are drawn on. */
export interface PictureDevice {
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly device: TerminalDevice;
  readonly isRead: boolean;
}

/** How pictures are drawn here. */
export interface Graphics {
  readonly way: GraphicsWay;
  readonly cell: CellSize;
  /** How many colours a sixel picture has at most. */
  readonly colours: number;
}

/** Smaller than nearly all, so that a picture never covers what stands below it. */
const SMALL_CELL: CellSize = { width: 6, height: 12 };
/** Terminals fit these pictures into cells themselves. */
const USUAL_CELL: CellSize = { width: 10, height: 20 };
const MOST_COLOURS = 256;

/** Finds out how pictures are drawn, which the terminal is asked for the first picture, and when its size has changed. */
export async function graphicsOf(picker: PictureDevice): Promise<Graphics> {
  const { terminal } = picker;
  const { environment } = picker;
  const wanted = wayAskedFor(environment) ?? (terminal.colours === 'none' ? 'none' : undefined);
  const draws = wanted === undefined ? !drawsNone(environment) : wanted !== 'blocks' && wanted !== 'none';
  if (!draws || !terminal.movesCursor || picker.isRead)
    return { way: wanted === 'none' ? 'none' : 'blocks', cell: USUAL_CELL, colours: MOST_COLOURS };
  const answers = await answersOf(picker);
  const byAnswer = answers.kitty ? 'kitty' : undefined;
  const way = wanted ?? byAnswer ?? wayByName(environment) ?? (answers.sixel ? 'sixel' : 'blocks');
  const cell = cellOf(answers, terminal) ?? (way === 'sixel' ? SMALL_CELL : USUAL_CELL);
  return { way, cell, colours: Math.min(MOST_COLOURS, Math.max(2, answers.colours ?? MOST_COLOURS)) };
}

async function answersOf({ terminal, device, environment }: PictureDevice): Promise<TerminalAnswers> {
  // With another number of cells they may have another size.
  const cells = `${terminal.columns} ${terminal.rows}`;
  const before = device.graphics;
  if (before?.cells === cells) return before.answers;
  const asksKitty = !isMultiplexed(environment);
  const answers = Promise.resolve(before?.answers).then((known) => askTerminal(device, asksKitty, known));
  device.graphics = { cells, answers };
  return answers;
}

/** The size of a cell by the best answer that makes sense: some answer with zeros where they do not know. */
function cellOf(
  { cell, area, largest }: TerminalAnswers,
  { columns, rows }: PictureDevice['terminal'],
): CellSize | undefined {
  const shareOf = (all?: CellSize) => all && { width: all.width / columns, height: all.height / rows };
  return [cell, shareOf(area), shareOf(largest)].find(
    (size) => size && size.width >= 3 && size.height >= size.width && size.height <= size.width * 4,
  );
}
